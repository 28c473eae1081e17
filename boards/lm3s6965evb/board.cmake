# Stellaris LM3S6965 evaluation board: Cortex-M3 at 50 MHz, 256 KB flash, 64 KB SRAM. QEMU: -M lm3s6965evb
set(board_chip lm3s6965) # a folder of drivers/
set(board_qemu_machine lm3s6965evb)
set(board_startup_sources ${CMAKE_CURRENT_LIST_DIR}/startup.c)

add_compile_options(-mcpu=cortex-m3 -mthumb -ffunction-sections -fdata-sections -fno-common -g
  -fcallgraph-info=su # frames and calls, for tools/memory.py
  -flto -ffat-lto-objects)
add_compile_definitions(CRAWLBOX_PACKED_TEXTS) # app/base/packed.h: 6 KB of the flash
# What -Os does for speed as well. Moving expressions out of loops and reordering for a pipeline cost registers: 1.5 KB of the image.
# Copies of code for jumps whose outcome is known, of expressions, of the beginnings of functions cost 2.7 KB more.
set(CMAKE_C_FLAGS_RELEASE "-Os -fno-move-loop-invariants -fno-schedule-insns2 -fno-thread-jumps -fno-tree-dominator-opts")
string(APPEND CMAKE_C_FLAGS_RELEASE " -fno-forward-propagate -fno-caller-saves -fno-tree-loop-im -fno-tree-slsr")
string(APPEND CMAKE_C_FLAGS_RELEASE " -fno-tree-scev-cprop -fno-partial-inlining -fipa-pta")
# Without those copies gcc takes variables for unset that are not; builds for other machines look for those that are.
add_compile_options(-Wno-maybe-uninitialized)
add_link_options(-mcpu=cortex-m3 -mthumb -nostartfiles --specs=nano.specs -Wl,--gc-sections)

# The image is optimised as a whole, in one piece, which saves 4 % of its flash. Test programs are not: it takes half a minute each.
separate_arguments(board_link_flags UNIX_COMMAND "${CMAKE_C_FLAGS_RELEASE}")
set(board_image_link_options -flto=auto -flto-partition=one ${board_link_flags} -ffunction-sections -fdata-sections
  -fcallgraph-info=su -T${CMAKE_CURRENT_LIST_DIR}/texts.ld)
set(board_test_link_options -fno-lto -fno-use-linker-plugin)

add_library(board INTERFACE)
target_include_directories(board INTERFACE ${CMAKE_CURRENT_LIST_DIR})
target_link_options(board INTERFACE
  -L${CMAKE_CURRENT_LIST_DIR} -T${CMAKE_CURRENT_LIST_DIR}/board.ld -Wl,--no-warn-rwx-segments)
set_property(TARGET board APPEND PROPERTY INTERFACE_LINK_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/board.ld)
