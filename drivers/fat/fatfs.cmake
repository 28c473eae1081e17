# FatFs, configured by firmware/config/ffconf.h, and what stands on it: the same in the image and in tests on the host.
# FatFs' sources lie beside an ffconf.h of their own, which a quoted include would find first: links to all but that.
include_guard(GLOBAL)
require_source(${FATFS_PATH} ff.c FatFs FATFS_PATH)
set(fatfs_links ${CMAKE_BINARY_DIR}/fatfs)
file(MAKE_DIRECTORY ${fatfs_links})
foreach(file ff.c ff.h diskio.h)
  file(CREATE_LINK ${FATFS_PATH}/${file} ${fatfs_links}/${file} SYMBOLIC)
endforeach()
add_library(fatfs STATIC ${fatfs_links}/ff.c ${CMAKE_SOURCE_DIR}/firmware/fatfs_names.c)
target_include_directories(fatfs PUBLIC ${fatfs_links}) # not SYSTEM: gcc would see through the links
target_include_directories(fatfs PUBLIC ${CMAKE_SOURCE_DIR}/firmware/config)

add_library(fatfs_store STATIC
  ${CMAKE_SOURCE_DIR}/firmware/fatfs_chain.c
  ${CMAKE_SOURCE_DIR}/firmware/fatfs_diskio.c
  ${CMAKE_SOURCE_DIR}/firmware/fatfs_entry.c
  ${CMAKE_SOURCE_DIR}/firmware/fatfs_file.c
  ${CMAKE_SOURCE_DIR}/firmware/fatfs_reclaim.c
  ${CMAKE_SOURCE_DIR}/firmware/fatfs_size.c
  ${CMAKE_SOURCE_DIR}/firmware/fatfs_store.c)
target_include_directories(fatfs_store PUBLIC ${CMAKE_SOURCE_DIR}/firmware)
target_link_libraries(fatfs_store PUBLIC fatfs app PRIVATE crawlbox_warnings)
