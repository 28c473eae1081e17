# Every tests/fuzz/fuzz_NAME.c becomes a libFuzzer program and a short run of it in ctest; tools/fuzz.sh runs it for long.
file(GLOB fuzzers CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/fuzz_*.c)
set(FUZZ_RUNS 10000 CACHE STRING "Inputs tried by each fuzzer's short run in ctest")
target_compile_options(app PRIVATE -fsanitize=fuzzer-no-link)
# The host program's own parsers, for the fuzzers of what comes off a card.
find_package(ZLIB REQUIRED)
include(${CMAKE_SOURCE_DIR}/drivers/fat/fatfs.cmake)
include(${CMAKE_SOURCE_DIR}/drivers/tls/mbedtls.cmake)
target_sources(mbedtls PRIVATE fuzz/no_tls_memory.c)
set_source_files_properties(${tls_folder}/tls_certificates.c PROPERTIES COMPILE_OPTIONS -fsanitize=fuzzer-no-link)
file(GLOB host_parsers CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tools/common/*.c ${CMAKE_SOURCE_DIR}/tools/common/*/*.c
  ${CMAKE_SOURCE_DIR}/tools/crawlbox/card/*.c ${CMAKE_SOURCE_DIR}/tools/crawlbox/console/*.c ${CMAKE_SOURCE_DIR}/tools/crawlbox/flash/*.c
  ${CMAKE_SOURCE_DIR}/tools/crawlbox/geo/*.c ${CMAKE_SOURCE_DIR}/tools/crawlbox/report/*.c ${CMAKE_SOURCE_DIR}/tools/crawlbox/wacz/*.c
  ${CMAKE_SOURCE_DIR}/tools/lab/topics/*.c ${CMAKE_SOURCE_DIR}/tools/lab/train/*.c)
add_library(host_parsers STATIC ${host_parsers} ${CMAKE_SOURCE_DIR}/boards/native/dns.c)
target_include_directories(host_parsers PUBLIC ${CMAKE_SOURCE_DIR}/tools/common ${CMAKE_SOURCE_DIR}/tools/crawlbox
  ${CMAKE_SOURCE_DIR}/tools/lab ${CMAKE_SOURCE_DIR}/boards/native)
target_compile_definitions(host_parsers PUBLIC _GNU_SOURCE)
target_compile_options(host_parsers PRIVATE -fsanitize=fuzzer-no-link)
target_link_libraries(host_parsers PUBLIC fatfs_store mbedtls app ZLIB::ZLIB m PRIVATE crawlbox_version crawlbox_warnings)
# A card that a box has crawled with and somebody has changed, for the box and for the host program.
add_library(hostile_card STATIC fuzz/hostile_card.c fault/block_fake.c)
target_include_directories(hostile_card PUBLIC ${CMAKE_CURRENT_SOURCE_DIR}/fuzz ${CMAKE_CURRENT_SOURCE_DIR}/fault)
target_link_libraries(hostile_card PUBLIC fatfs_store app PRIVATE crawlbox_warnings)
target_compile_options(fatfs_store PRIVATE -fsanitize=fuzzer-no-link)
foreach(source ${fuzzers})
  string(REGEX REPLACE ".*/fuzz_(.*)\\.c$" "\\1" name ${source})
  add_executable(fuzz_${name} ${source})
  target_compile_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
  target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
  target_link_libraries(fuzz_${name} PRIVATE hostile_card host_parsers app crawlbox_warnings)
  set(length -max_len=4096)
  set(runs ${FUZZ_RUNS})
  if(name MATCHES "^card_|^report$") # a whole card or report takes milliseconds: fewer of them, long ones from the start
    set(length -max_len=256 -len_control=0)
    math(EXPR runs "${FUZZ_RUNS} / 40")
  endif()
  add_test(NAME fuzz_${name} COMMAND fuzz_${name} -runs=${runs} -seed=1 ${length} -timeout=1200 -verbosity=0)
endforeach()
