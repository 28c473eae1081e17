# The dictionary in the image is made from Debian's Thai word lists while building. The program that makes it runs on this
# machine, whatever the image is for, so it is compiled with this machine's own compiler.
find_program(BUILD_CC NAMES cc gcc clang DOC "C compiler for programs that run while building" REQUIRED)
set(DICT_MUST /usr/share/libthai/thbrk.tri CACHE FILEPATH "Word list that the dictionary must read completely")
set(DICT_ALSO /usr/share/hunspell/th_TH.dic CACHE FILEPATH "Word list of which the dictionary reads what fits")
set(DICT_LIMIT 52000 CACHE STRING "Largest size of the dictionary in bytes: it shares the flash with the image")
find_program(TRIETOOL trietool)
if(NOT EXISTS ${DICT_MUST} OR NOT EXISTS ${DICT_ALSO} OR NOT TRIETOOL)
  message(FATAL_ERROR "The Thai word lists are missing: run 'sh tools/setup.sh', "
    "or install the Debian packages libthai-data, libdatrie1-bin and hunspell-th")
endif()

set(dictgen ${CMAKE_BINARY_DIR}/dict/dictgen)
set(dict_builtin ${CMAKE_BINARY_DIR}/dict/dict_builtin.c)
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/dict)
file(GLOB dictgen_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tools/host/dict/*.c ${CMAKE_SOURCE_DIR}/app/dict/*.c)
list(APPEND dictgen_sources ${CMAKE_SOURCE_DIR}/tools/dictgen.c ${CMAKE_SOURCE_DIR}/tools/host/cli.c
  ${CMAKE_SOURCE_DIR}/app/base/crc32.c ${CMAKE_SOURCE_DIR}/app/base/status.c ${CMAKE_SOURCE_DIR}/app/base/utf8.c)
file(GLOB dictgen_headers CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tools/host/dict/*.h ${CMAKE_SOURCE_DIR}/app/dict/*.h)

add_custom_command(OUTPUT ${dictgen}
  COMMAND ${BUILD_CC} -std=c11 -O2 -D_GNU_SOURCE -I${CMAKE_SOURCE_DIR}/app -I${CMAKE_SOURCE_DIR}/tools/host
    ${dictgen_sources} -o ${dictgen}
  DEPENDS ${dictgen_sources} ${dictgen_headers} COMMENT "Building dictgen" VERBATIM)
add_custom_command(OUTPUT ${dict_builtin}
  COMMAND ${dictgen} --c-source --must ${DICT_MUST} --also ${DICT_ALSO} --limit ${DICT_LIMIT} ${dict_builtin}
  DEPENDS ${dictgen} ${DICT_MUST} ${DICT_ALSO} COMMENT "Making the dictionary" VERBATIM)
target_sources(app PRIVATE ${dict_builtin})
