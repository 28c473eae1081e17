# What is installed, and the Debian package of it: `cpack -G DEB` in build/host.
include(GNUInstallDirs)

# Manual pages: the program writes them from the texts of its --help.
file(STRINGS ${CMAKE_CURRENT_SOURCE_DIR}/host/commands.def command_lines REGEX "^COMMAND")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/host/commands.def)
set(man_folder ${CMAKE_BINARY_DIR}/man)
file(MAKE_DIRECTORY ${man_folder})
set(man_pages ${man_folder}/crawlbox.1)
set(man_commands COMMAND crawlbox --man > crawlbox.1)
foreach(line ${command_lines})
  string(REGEX REPLACE "^COMMAND\\(([a-z]+),.*" "\\1" name "${line}")
  list(APPEND man_pages ${man_folder}/crawlbox-${name}.1)
  list(APPEND man_commands COMMAND crawlbox ${name} --man > crawlbox-${name}.1)
endforeach()
add_custom_command(OUTPUT ${man_pages} ${man_commands} COMMAND gzip -9nfk ${man_pages}
  DEPENDS crawlbox WORKING_DIRECTORY ${man_folder} VERBATIM)
add_custom_target(man ALL DEPENDS ${man_pages})
list(TRANSFORM man_pages APPEND .gz OUTPUT_VARIABLE packed_man_pages)

# Debian wants to know what changed in a package that is its own source.
set(changelog ${CMAKE_BINARY_DIR}/package/changelog)
execute_process(COMMAND git -C ${CMAKE_SOURCE_DIR} log -1 --format=%an|%ae|%aD OUTPUT_VARIABLE last_commit
  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(NOT last_commit MATCHES "^(.+)[|](.+)[|](.+)$")
  string(TIMESTAMP now "%a, %d %b %Y %H:%M:%S +0000" UTC)
  set(last_commit "crawlbox developers|crawlbox@localhost|${now}")
  string(REGEX MATCH "^(.+)[|](.+)[|](.+)$" last_commit "${last_commit}")
endif()
set(CRAWLBOX_MAINTAINER "${CMAKE_MATCH_1} <${CMAKE_MATCH_2}>" CACHE STRING "Who answers for the package: Name <address>")
file(CONFIGURE OUTPUT ${changelog} @ONLY CONTENT "crawlbox (${CRAWLBOX_VERSION}) unstable; urgency=medium

  * Built from this commit.

 -- ${CRAWLBOX_MAINTAINER}  ${CMAKE_MATCH_3}
")
execute_process(COMMAND gzip -9nfk ${changelog})

install(TARGETS crawlbox RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(FILES ${packed_man_pages} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${CMAKE_CURRENT_SOURCE_DIR}/package/crawlbox.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
  RENAME crawlbox)
install(FILES ${CMAKE_CURRENT_SOURCE_DIR}/package/_crawlbox DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
install(FILES ${CMAKE_CURRENT_SOURCE_DIR}/package/lintian-overrides DESTINATION ${CMAKE_INSTALL_DATADIR}/lintian/overrides
  RENAME crawlbox)
install(FILES ${CMAKE_CURRENT_SOURCE_DIR}/package/copyright ${changelog}.gz ${CMAKE_SOURCE_DIR}/README.md
  ${CMAKE_CURRENT_SOURCE_DIR}/sheet/operator.html
  DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/crawlbox)

# The image, if it was built before the package is made.
install(FILES ${CMAKE_SOURCE_DIR}/build/lm3s6965evb/firmware/crawlbox.elf ${CMAKE_SOURCE_DIR}/build/lm3s6965evb/firmware/crawlbox.bin
  DESTINATION ${CMAKE_INSTALL_DATADIR}/crawlbox/firmware/lm3s6965evb OPTIONAL)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME crawlbox)
set(CPACK_PACKAGE_VERSION ${CRAWLBOX_VERSION})
set(CPACK_PACKAGE_CONTACT ${CRAWLBOX_MAINTAINER})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SECTION web)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "ca-certificates, geoip-database")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "iproute2, openocd, picocom, qemu-system-arm")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "host side of a web crawler for libraries in 64 KB of RAM
A crawl box hangs on a library's network drop and fills an SD card with the
web pages of one language, as WARC files. This package makes its cards,
checks and empties them, reports what was harvested, and talks with a box
over its serial line. It can also crawl on this machine, or in a simulated
web. Images for the boards are in /usr/share/crawlbox/firmware.")
include(CPack)
