# Tests of the native program: CRAWLBOX_NATIVE. The host program (CRAWLBOX) comes from its own preset, which is built first.
function(add_native_test name source)
  add_test(NAME native_${name} COMMAND python3 ${CMAKE_SOURCE_DIR}/tests/${source} --verbose)
  set_tests_properties(native_${name} PROPERTIES ENVIRONMENT
    "CRAWLBOX=${CMAKE_SOURCE_DIR}/build/host/tools/crawlbox;CRAWLBOX_NATIVE=$<TARGET_FILE:crawlbox>;PYTHONDONTWRITEBYTECODE=1")
endfunction()
add_native_test(fetch host/test_fetch.py)
add_native_test(run host/test_run.py)
add_native_test(box host/test_box.py)
add_native_test(box_folder host/test_box_folder.py)
add_native_test(box_names host/test_box_names.py)

# The network's port without a network.
add_executable(native_network native/test_network.c unit/runner_host.c ${CMAKE_SOURCE_DIR}/drivers/tls/network.c)
target_include_directories(native_network PRIVATE ${CMAKE_SOURCE_DIR}/drivers)
target_link_libraries(native_network PRIVATE app mbedtls unity crawlbox_warnings)
add_test(NAME native_network COMMAND native_network)
