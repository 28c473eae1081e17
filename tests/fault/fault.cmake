# The store and FatFs on an emulated card whose power fails and whose driver errs (host only).
include(${CMAKE_SOURCE_DIR}/drivers/fat/fatfs.cmake)
add_library(fault STATIC fault/block_fake.c fault/session.c fault/card_checker.c fault/lost_clusters.c)
target_include_directories(fault PUBLIC ${CMAKE_CURRENT_SOURCE_DIR}/fault)
target_link_libraries(fault PUBLIC fatfs_store app PRIVATE crawlbox_warnings)

add_executable(powercut fault/powercut.c)
target_link_libraries(powercut PRIVATE fault crawlbox_warnings)
# Short form: every write (with sanitizers every fourth, for the same is done there), clean cuts; fsck.fat at every 60th. tools/powercut.sh is
# the long one.
if(CRAWLBOX_SANITIZE)
  set(powercut_every 4)
else()
  set(powercut_every 1)
endif()
add_test(NAME ${test_prefix}fault_powercut COMMAND powercut --fsck 60 --every ${powercut_every} ${CMAKE_CURRENT_BINARY_DIR}/powercut.img)

add_executable(store_faults fault/store_faults.c)
target_link_libraries(store_faults PRIVATE fault crawlbox_warnings)
add_test(NAME ${test_prefix}fault_store COMMAND store_faults ${CMAKE_CURRENT_BINARY_DIR}/store_faults.img)

add_executable(replace_cut fault/replace_cut.c ${CMAKE_SOURCE_DIR}/drivers/fat/fatfs_file.c)
target_link_libraries(replace_cut PRIVATE fault crawlbox_warnings)
add_test(NAME ${test_prefix}fault_replace COMMAND replace_cut ${CMAKE_CURRENT_BINARY_DIR}/replace.img)

add_executable(reclaim fault/reclaim.c)
target_link_libraries(reclaim PRIVATE fault crawlbox_warnings)
add_test(NAME ${test_prefix}fault_reclaim COMMAND reclaim ${CMAKE_CURRENT_BINARY_DIR}/reclaim.img)

add_executable(circles fault/circles.c ${CMAKE_SOURCE_DIR}/drivers/fat/fatfs_file.c)
target_link_libraries(circles PRIVATE fault crawlbox_warnings)
add_test(NAME ${test_prefix}fault_circles COMMAND circles ${CMAKE_CURRENT_BINARY_DIR}/circles.img)

# A folder as a card, killed and cut after every change. Short form: every 17th; without --every it is all of them.
add_executable(folder_cut fault/folder_cut.c)
target_link_libraries(folder_cut PRIVATE fault native crawlbox_warnings)
target_link_options(folder_cut PRIVATE
  -Wl,--wrap=pwrite,--wrap=ftruncate,--wrap=fallocate,--wrap=renameat,--wrap=unlinkat,--wrap=fsync,--wrap=fdatasync,--wrap=fstatvfs)
add_test(NAME ${test_prefix}fault_folder COMMAND folder_cut --every 17 ${CMAKE_CURRENT_BINARY_DIR}/folder_card)

# Names in a folder that are swapped between look and use.
add_executable(folder_swap fault/folder_swap.c)
target_link_libraries(folder_swap PRIVATE native tools_common app crawlbox_warnings)
target_link_options(folder_swap PRIVATE -Wl,--wrap=fstatat)
add_test(NAME ${test_prefix}fault_folder_swap COMMAND folder_swap ${CMAKE_CURRENT_BINARY_DIR}/swap_card)

# Writes cards for the tests of what reads them.
add_executable(make_card fault/make_card.c)
target_link_libraries(make_card PRIVATE fault crawlbox_warnings)
