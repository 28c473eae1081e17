# The dictionary in the image is made from Debian's Thai word lists while building. The program that makes it runs on this
# machine, whatever the image is for, so it is compiled with this machine's own compiler.
find_program(BUILD_CC NAMES cc gcc clang DOC "C compiler for programs that run while building" REQUIRED)
set(DICT_FIRST /usr/share/libthai/thbrk.tri CACHE FILEPATH "Word list of the dictionary")
set(DICT_SECOND /usr/share/hunspell/th_TH.dic CACHE FILEPATH "Second word list of the dictionary")
set(DICT_SIZE 15000 CACHE STRING "Largest size of the dictionary in bytes: it shares the flash with the image")
find_program(TRIETOOL trietool)
if(NOT EXISTS ${DICT_FIRST} OR NOT EXISTS ${DICT_SECOND} OR NOT TRIETOOL)
  message(FATAL_ERROR "The Thai word lists are missing: run 'sh tools/setup.sh', "
    "or install the Debian packages libthai-data, libdatrie1-bin and hunspell-th")
endif()

set(dictgen ${CMAKE_BINARY_DIR}/dict/dictgen)
set(dict_builtin ${CMAKE_BINARY_DIR}/dict/dict_builtin.c)
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/dict)
file(GLOB dictgen_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tools/host/dict/*.c ${CMAKE_SOURCE_DIR}/app/dict/*.c)
list(APPEND dictgen_sources ${CMAKE_SOURCE_DIR}/tools/dictgen.c ${CMAKE_SOURCE_DIR}/tools/host/cli.c ${CMAKE_SOURCE_DIR}/tools/host/output.c
  ${CMAKE_SOURCE_DIR}/app/base/crc32.c ${CMAKE_SOURCE_DIR}/app/base/status.c ${CMAKE_SOURCE_DIR}/app/base/utf8.c)
file(GLOB dictgen_headers CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tools/host/dict/*.h ${CMAKE_SOURCE_DIR}/app/dict/*.h)

add_custom_command(OUTPUT ${dictgen}
  COMMAND ${BUILD_CC} -std=c11 -O2 -D_GNU_SOURCE -I${CMAKE_SOURCE_DIR}/app -I${CMAKE_SOURCE_DIR}/tools/host
    ${dictgen_sources} -o ${dictgen}
  DEPENDS ${dictgen_sources} ${dictgen_headers} COMMENT "Building dictgen" VERBATIM)
add_custom_command(OUTPUT ${dict_builtin}
  COMMAND ${dictgen} --c-source --also ${DICT_FIRST} --also ${DICT_SECOND} --limit ${DICT_SIZE} ${dict_builtin}
  DEPENDS ${dictgen} ${DICT_FIRST} ${DICT_SECOND} COMMENT "Making the dictionary" VERBATIM)
target_sources(app PRIVATE ${dict_builtin})
