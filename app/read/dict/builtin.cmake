# The dictionary in the image is made while building, from Debian's Thai word lists as tools/lists.txt names them. The program
# that makes it runs on this machine, whatever the image is for, so it is compiled with this machine's own compiler.
find_program(BUILD_CC NAMES cc gcc clang DOC "C compiler for programs that run while building" REQUIRED)
# Both can be set on the command line. They are no cache entries of their own, so that a build folder follows a change of them here.
if(NOT DEFINED DICT_LISTS)
  set(DICT_LISTS ${third_party_lists}/libthai/thbrk.tri ${third_party_lists}/hunspell/th_TH.dic)
endif()
if(NOT DEFINED DICT_BYTES)
  set(DICT_BYTES 7000) # at most: it shares the flash with the image. FORMAT.md says why no more. After a change: sh tools/renew.sh dictionary
endif()
find_program(TRIETOOL trietool)
foreach(needed ${DICT_LISTS} ${TRIETOOL})
  if(NOT EXISTS ${needed})
    message(FATAL_ERROR "${needed}, which the Thai dictionary is made with, is missing: run 'sh tools/setup.sh'")
  endif()
endforeach()

list(TRANSFORM DICT_LISTS PREPEND --also= OUTPUT_VARIABLE dict_also)
set(dictgen ${CMAKE_BINARY_DIR}/read/dict/dictgen)
set(dict_builtin ${CMAKE_BINARY_DIR}/read/dict/dict_builtin.c)
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/read/dict)
file(GLOB dictgen_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tools/crawlbox/dict/*.c ${CMAKE_SOURCE_DIR}/app/read/dict/*.c)
list(APPEND dictgen_sources ${CMAKE_SOURCE_DIR}/tools/dictgen.c ${CMAKE_SOURCE_DIR}/tools/common/cli.c
  ${CMAKE_SOURCE_DIR}/tools/common/output.c ${CMAKE_SOURCE_DIR}/tools/common/share.c
  ${CMAKE_SOURCE_DIR}/app/base/crc32.c ${CMAKE_SOURCE_DIR}/app/base/status.c ${CMAKE_SOURCE_DIR}/app/base/utf8.c)
file(GLOB dictgen_headers CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tools/crawlbox/dict/*.h ${CMAKE_SOURCE_DIR}/app/read/dict/*.h)

add_custom_command(OUTPUT ${dictgen}
  COMMAND ${BUILD_CC} -std=c11 -O2 -D_GNU_SOURCE -I${CMAKE_SOURCE_DIR}/app -I${CMAKE_SOURCE_DIR}/tools/common -I${CMAKE_SOURCE_DIR}/tools/crawlbox
    ${dictgen_sources} -o ${dictgen}
  DEPENDS ${dictgen_sources} ${dictgen_headers} COMMENT "Building dictgen" VERBATIM)
add_custom_command(OUTPUT ${dict_builtin}
  COMMAND ${dictgen} --c-source ${dict_also} --limit ${DICT_BYTES} ${dict_builtin}
  DEPENDS ${dictgen} ${DICT_LISTS} COMMENT "Making the dictionary" VERBATIM)
target_sources(app PRIVATE ${dict_builtin})
