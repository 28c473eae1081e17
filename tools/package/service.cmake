# The box as a service: its unit, and the file of what is the machine's, which a new version of the package does not overwrite.
install(FILES ${CMAKE_CURRENT_LIST_DIR}/crawlbox-box.service DESTINATION /usr/lib/systemd/system)
install(FILES ${CMAKE_CURRENT_LIST_DIR}/box.conf DESTINATION /etc/crawlbox)
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/package/conffiles CONTENT "/etc/crawlbox/box.conf\n" @ONLY)
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${CMAKE_BINARY_DIR}/package/conffiles)
