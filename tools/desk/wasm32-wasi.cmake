# CMake toolchain for WebAssembly: Debian's clang with wasi-libc, whose system calls the desk's page answers.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
# binutils' ar makes no index of WebAssembly's objects, without which Debian 12's linker takes no archive. Where llvm-ar is missing
# CMake would take that one and say nothing.
find_program(CMAKE_AR llvm-ar REQUIRED)
find_program(CMAKE_RANLIB llvm-ranlib REQUIRED)
set(CMAKE_EXECUTABLE_SUFFIX .wasm)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
