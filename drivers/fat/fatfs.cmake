# FatFs, configured by drivers/fat/config/ffconf.h, and what stands on it: the same in the image and in tests on the host.
# FatFs' sources lie beside an ffconf.h of their own, which a quoted include would find first: links to all but that.
include_guard(GLOBAL)
require_source(${FATFS_PATH} ff.c FatFs FATFS_PATH)
set(fatfs_links ${CMAKE_BINARY_DIR}/fatfs)
file(MAKE_DIRECTORY ${fatfs_links})
foreach(file ff.c ff.h diskio.h)
  file(CREATE_LINK ${FATFS_PATH}/${file} ${fatfs_links}/${file} SYMBOLIC)
endforeach()
add_library(fatfs STATIC ${fatfs_links}/ff.c ${CMAKE_SOURCE_DIR}/drivers/fat/fatfs_names.c)
target_include_directories(fatfs PUBLIC ${fatfs_links}) # not SYSTEM: gcc would see through the links
target_include_directories(fatfs PUBLIC ${CMAKE_SOURCE_DIR}/drivers/fat/config)

# fatfs_file.c is a port of app/ (port/card_file.h), which is compiled into whoever has app/box on a card.
add_library(fatfs_store STATIC
  ${CMAKE_SOURCE_DIR}/drivers/fat/fatfs_chain.c
  ${CMAKE_SOURCE_DIR}/drivers/fat/fatfs_diskio.c
  ${CMAKE_SOURCE_DIR}/drivers/fat/fatfs_entry.c
  ${CMAKE_SOURCE_DIR}/drivers/fat/fatfs_reclaim.c
  ${CMAKE_SOURCE_DIR}/drivers/fat/fatfs_size.c
  ${CMAKE_SOURCE_DIR}/drivers/fat/fatfs_store.c)
target_include_directories(fatfs_store PUBLIC ${CMAKE_SOURCE_DIR}/drivers)
target_link_libraries(fatfs_store PUBLIC fatfs app PRIVATE crawlbox_warnings)
