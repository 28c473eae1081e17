# CMake toolchain for Debian's armhf: its cross compiler, and QEMU for programs that run while building (sh tools/setup.sh --cross).
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR arm)
set(CMAKE_C_COMPILER arm-linux-gnueabihf-gcc)
set(CMAKE_STRIP arm-linux-gnueabihf-strip)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-arm)
set(debian_architecture armhf)
# A card is longer than 31 bits say.
set(CMAKE_C_FLAGS_INIT -D_FILE_OFFSET_BITS=64)
