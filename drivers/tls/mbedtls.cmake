# mbedTLS, configured by tls_options.h (not mbedtls_config.h: its own file of that name would be found first): the same in the
# image and in the host program.
include_guard(GLOBAL)
require_source(${MBEDTLS_PATH} library/ssl_tls.c mbedTLS MBEDTLS_PATH)
file(GLOB mbedtls_sources ${MBEDTLS_PATH}/library/*.c)
# What is not configured in, and what drivers/tls has in its place: certificates, public keys and the arithmetic for them, tables
# of ciphers.
list(FILTER mbedtls_sources EXCLUDE REGEX
  "/(psa_|net_sockets|timing|threading|x509|pk|rsa|ec[dp]|ecjpake|bignum|asn1|oid|cipher|ssl_ciphersuites)[^/]*$")
set(tls_folder ${CMAKE_SOURCE_DIR}/drivers/tls)
add_library(mbedtls STATIC ${mbedtls_sources} ${tls_folder}/tls_certificates.c ${tls_folder}/tls_chacha20.c
  ${tls_folder}/tls_ciphers.c ${tls_folder}/tls_exchange.c ${tls_folder}/tls_keys.c ${tls_folder}/tls_sha256.c
  ${tls_folder}/tls_sha512.c)
target_include_directories(mbedtls SYSTEM PUBLIC ${MBEDTLS_PATH}/include)
target_include_directories(mbedtls PRIVATE ${MBEDTLS_PATH}/library)
target_include_directories(mbedtls PUBLIC ${CMAKE_SOURCE_DIR}/drivers ${tls_folder})
target_compile_definitions(mbedtls PUBLIC MBEDTLS_CONFIG_FILE="tls_options.h")
target_link_libraries(mbedtls PUBLIC app)
set_source_files_properties(${MBEDTLS_PATH}/library/ssl_tls.c PROPERTIES
  COMPILE_OPTIONS "-include;${tls_folder}/tls_own_checks.h")
