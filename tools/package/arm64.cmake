# CMake toolchain for Debian's arm64: its cross compiler, and QEMU for programs that run while building (sh tools/setup.sh --cross).
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_STRIP aarch64-linux-gnu-strip)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64)
set(debian_architecture arm64)
