# What is installed, and the Debian package of it: `cpack -G DEB` in build/host; in build/arm64 and build/armhf for these.
include(GNUInstallDirs)

# Manual pages: each program writes its own from the texts of its --help.
set(man_folder ${CMAKE_BINARY_DIR}/man)
file(MAKE_DIRECTORY ${man_folder})
function(add_man_pages program folder)
  set(list ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/commands.def)
  file(STRINGS ${list} command_lines REGEX "^COMMAND")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${list})
  set(pages ${man_folder}/${program}.1)
  set(commands COMMAND ${program} --man > ${program}.1)
  foreach(line ${command_lines})
    string(REGEX REPLACE "^COMMAND\\(([a-z]+),.*" "\\1" name "${line}")
    list(APPEND pages ${man_folder}/${program}-${name}.1)
    list(APPEND commands COMMAND ${program} ${name} --man > ${program}-${name}.1)
  endforeach()
  add_custom_command(OUTPUT ${pages} ${commands} COMMAND gzip -9nfk ${pages}
    DEPENDS ${program} WORKING_DIRECTORY ${man_folder} VERBATIM)
  add_custom_target(man_${program} ALL DEPENDS ${pages})
  list(TRANSFORM pages APPEND .gz)
  install(FILES ${pages} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
endfunction()
add_man_pages(crawlbox crawlbox)
if(NOT CMAKE_CROSSCOMPILING)
  add_man_pages(crawlbox-lab lab)
endif()

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

install(TARGETS ${programs} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
foreach(program ${programs})
  install(FILES ${CMAKE_CURRENT_SOURCE_DIR}/package/crawlbox.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
    RENAME ${program})
endforeach()
install(FILES ${CMAKE_CURRENT_SOURCE_DIR}/package/_crawlbox DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
install(FILES ${CMAKE_CURRENT_SOURCE_DIR}/package/lintian-overrides DESTINATION ${CMAKE_INSTALL_DATADIR}/lintian/overrides
  RENAME crawlbox)
file(GLOB books CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/*.md)
install(FILES ${CMAKE_CURRENT_SOURCE_DIR}/package/copyright ${changelog}.gz ${books} ${CMAKE_CURRENT_SOURCE_DIR}/sheet/operator.html
  DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/crawlbox)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/docs DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/crawlbox)

# The box as a service. Nothing starts it by itself: systemctl enable --now crawlbox-box
include(${CMAKE_CURRENT_LIST_DIR}/service.cmake)

# The image, if it was built before the package is made.
install(FILES ${CMAKE_SOURCE_DIR}/build/lm3s6965evb/firmware/crawlbox.elf ${CMAKE_SOURCE_DIR}/build/lm3s6965evb/firmware/crawlbox.bin
  DESTINATION ${CMAKE_INSTALL_DATADIR}/crawlbox/firmware/lm3s6965evb OPTIONAL)

# The desk, likewise; `card init` puts it on every card.
install(FILES ${CMAKE_SOURCE_DIR}/build/desk/crawlbox-desk.html DESTINATION ${CMAKE_INSTALL_DATADIR}/crawlbox OPTIONAL)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME crawlbox)
set(CPACK_PACKAGE_VERSION ${CRAWLBOX_VERSION})
set(CPACK_PACKAGE_CONTACT ${CRAWLBOX_MAINTAINER})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
if(CMAKE_CROSSCOMPILING)
  set(CPACK_DEBIAN_PACKAGE_ARCHITECTURE ${debian_architecture})
else()
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
endif()
set(CPACK_DEBIAN_PACKAGE_SECTION web)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "ca-certificates, geoip-database")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "iproute2, openocd, picocom, qemu-system-arm")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "host side of a web crawler for libraries in 64 KB of RAM
A crawl box hangs on a library's network drop and fills an SD card with the
web pages of one language, as WARC files. This package makes its cards,
checks and empties them, reports what was harvested, and talks with a box
over its serial line. It can also crawl on this machine. crawlbox-lab is the
laboratory: simulated webs, a private Internet, and what the box is taught.
Images for the boards are in /usr/share/crawlbox/firmware. The desk, a page for
browsers on any computer, is /usr/share/crawlbox/crawlbox-desk.html.")
include(CPack)
