# A Linux machine: one program that needs no library of it. Made with musl, whose memory is what the crawler itself uses.
set(CMAKE_C_FLAGS_RELEASE "-O2")
add_compile_options(-ffunction-sections -fdata-sections -g)
add_link_options(-static -Wl,--gc-sections)
