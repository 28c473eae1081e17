# Every tests/fuzz/fuzz_NAME.c becomes a libFuzzer program and a short run of it in ctest; tools/fuzz.sh runs it for long.
file(GLOB fuzzers CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/fuzz_*.c)
set(FUZZ_RUNS 20000 CACHE STRING "Inputs tried by each fuzzer's short run in ctest")
target_compile_options(app PRIVATE -fsanitize=fuzzer-no-link)
# The host program's own parsers, for the fuzzers of what comes off a card.
find_package(ZLIB REQUIRED)
include(${CMAKE_SOURCE_DIR}/firmware/fatfs.cmake)
file(GLOB host_parsers CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tools/host/warc/*.c ${CMAKE_SOURCE_DIR}/tools/host/train/*.c ${CMAKE_SOURCE_DIR}/tools/host/card/*.c
  ${CMAKE_SOURCE_DIR}/tools/host/geo/*.c ${CMAKE_SOURCE_DIR}/tools/host/settings/*.c ${CMAKE_SOURCE_DIR}/tools/host/topic/*.c ${CMAKE_SOURCE_DIR}/tools/host/flash/*.c)
add_library(host_parsers STATIC ${host_parsers} ${CMAKE_SOURCE_DIR}/tools/host/cli.c ${CMAKE_SOURCE_DIR}/tools/host/share.c
  ${CMAKE_SOURCE_DIR}/boards/native/dns.c)
target_include_directories(host_parsers PUBLIC ${CMAKE_SOURCE_DIR}/tools/host ${CMAKE_SOURCE_DIR}/boards/native)
target_compile_definitions(host_parsers PUBLIC _GNU_SOURCE)
target_compile_options(host_parsers PRIVATE -fsanitize=fuzzer-no-link)
target_link_libraries(host_parsers PUBLIC fatfs_store app ZLIB::ZLIB PRIVATE crawlbox_warnings)
foreach(source ${fuzzers})
  string(REGEX REPLACE ".*/fuzz_(.*)\\.c$" "\\1" name ${source})
  add_executable(fuzz_${name} ${source})
  target_compile_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
  target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
  target_link_libraries(fuzz_${name} PRIVATE host_parsers app crawlbox_warnings)
  add_test(NAME fuzz_${name} COMMAND fuzz_${name} -runs=${FUZZ_RUNS} -seed=1 -max_len=4096 -timeout=1200 -verbosity=0)
endforeach()
