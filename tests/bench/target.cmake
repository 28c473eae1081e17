# The image in which bench_reading.py counts the Cortex-M3's instructions, and the sizes of what the reading path keeps.
add_executable(bench_reading bench/reading_target.c bench/board.c bench/reading_crawlbox.c bench/reading_sizes.c ${board_startup_sources})
set_target_properties(bench_reading PROPERTIES SUFFIX .elf)
target_link_libraries(bench_reading PRIVATE app board crawlbox_warnings)
target_link_options(bench_reading PRIVATE -Wl,--defsym=main_stack_size=4096
  -Wl,-u,size_of_page,-u,size_of_robots_store,-u,size_of_anchors)

# The image in which bench_predict.py and tests/e2e/test_predict.py ask a model.
add_executable(bench_predict bench/predict_target.c bench/board.c ${board_startup_sources})
set_target_properties(bench_predict PROPERTIES SUFFIX .elf)
target_link_libraries(bench_predict PRIVATE app board crawlbox_warnings)
target_link_options(bench_predict PRIVATE -Wl,--defsym=main_stack_size=4096)
