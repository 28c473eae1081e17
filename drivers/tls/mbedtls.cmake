# mbedTLS, configured by tls_options.h (not mbedtls_config.h: its own file of that name would be found first): the same in the
# image and in the host program.
include_guard(GLOBAL)
require_source(${MBEDTLS_PATH} library/ssl_tls.c mbedTLS MBEDTLS_PATH)
file(GLOB mbedtls_sources ${MBEDTLS_PATH}/library/*.c)
list(FILTER mbedtls_sources EXCLUDE REGEX "/(psa_|net_sockets|timing|threading)") # nothing in them is configured in
set(our_arithmetic ${CMAKE_SOURCE_DIR}/drivers/tls/tls_curve.c ${CMAKE_SOURCE_DIR}/drivers/tls/tls_rsa.c
  ${CMAKE_SOURCE_DIR}/drivers/tls/tls_sha256.c)
add_library(mbedtls STATIC ${mbedtls_sources} ${our_arithmetic})
target_include_directories(mbedtls SYSTEM PUBLIC ${MBEDTLS_PATH}/include)
target_include_directories(mbedtls PRIVATE ${MBEDTLS_PATH}/library)
target_include_directories(mbedtls PUBLIC ${CMAKE_SOURCE_DIR}/drivers ${CMAKE_SOURCE_DIR}/drivers/tls)
target_compile_definitions(mbedtls PUBLIC MBEDTLS_CONFIG_FILE="tls_options.h")
target_link_libraries(mbedtls PUBLIC app)

set(no_private_keys -include ${CMAKE_SOURCE_DIR}/drivers/tls/tls_no_private_keys.h)
set_source_files_properties(${MBEDTLS_PATH}/library/rsa.c PROPERTIES COMPILE_OPTIONS "${no_private_keys}")
set_source_files_properties(${MBEDTLS_PATH}/library/pk_wrap.c PROPERTIES
  COMPILE_OPTIONS "${no_private_keys};-DTLS_KEY_TABLES")
set_source_files_properties(${MBEDTLS_PATH}/library/x509_crt.c PROPERTIES
  COMPILE_OPTIONS "-include;${CMAKE_SOURCE_DIR}/drivers/tls/tls_signatures.h")
set_source_files_properties(${MBEDTLS_PATH}/library/pk_ecc.c PROPERTIES
  COMPILE_OPTIONS "-include;${CMAKE_SOURCE_DIR}/drivers/tls/tls_curve.h")
set_source_files_properties(${MBEDTLS_PATH}/library/ecp.c PROPERTIES
  COMPILE_OPTIONS "-include;${CMAKE_SOURCE_DIR}/drivers/tls/tls_no_compressed_points.h")
