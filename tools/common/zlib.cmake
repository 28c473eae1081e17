# zlib out of its sources, for programs that cannot take the machine's: library `zlib`.
include_guard(GLOBAL)
set(ZLIB_PATH ${third_party}/zlib CACHE PATH "zlib 1.3")
require_source(${ZLIB_PATH} deflate.c zlib ZLIB_PATH)
file(GLOB zlib_sources ${ZLIB_PATH}/*.c)
add_library(zlib STATIC ${zlib_sources})
target_include_directories(zlib SYSTEM PUBLIC ${ZLIB_PATH})
target_compile_definitions(zlib PRIVATE HAVE_UNISTD_H HAVE_STDARG_H)
target_compile_options(zlib PRIVATE -w)
