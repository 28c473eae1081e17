# The unit suites as images of their own, with the board's real limits of RAM and flash.
find_program(QEMU_ARM qemu-system-arm REQUIRED)
add_library(target_runner OBJECT target/runner_target.c ${board_startup_sources}) # compiled once for all of them
target_link_libraries(target_runner PRIVATE app unity board crawlbox_warnings)
foreach(source ${suites})
  string(REGEX REPLACE ".*/test_(.*)\\.c$" "\\1" name ${source})
  add_executable(target_${name} ${source} $<TARGET_OBJECTS:target_runner>)
  set_target_properties(target_${name} PROPERTIES SUFFIX .elf)
  target_link_libraries(target_${name} PRIVATE fakes app unity board crawlbox_warnings)
  target_link_options(target_${name} PRIVATE -Wl,--defsym=main_stack_size=4096) # as much as a task has
  add_test(NAME target_${name}
    COMMAND ${QEMU_ARM} -M ${board_qemu_machine} -display none -serial null -monitor none
      -semihosting-config enable=on,target=native -kernel $<TARGET_FILE:target_${name}>)
endforeach()

# tests/e2e/test_NAME.py run the real image in QEMU through its serial line: CRAWLBOX_IMAGE names it.
file(GLOB e2e_tests CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/e2e/test_*.py)
foreach(source ${e2e_tests})
  string(REGEX REPLACE ".*/test_(.*)\\.py$" "\\1" name ${source})
  add_test(NAME e2e_${name} COMMAND python3 ${source})
  # They come first (COST): they take longest, and much of it they wait, which leaves the cores to others.
  set_tests_properties(e2e_${name} PROPERTIES COST 100
    ENVIRONMENT "CRAWLBOX_IMAGE=$<TARGET_FILE:crawlbox.elf>;CRAWLBOX_SHARE=${third_party_lists};QEMU_ARM=${QEMU_ARM};PYTHONDONTWRITEBYTECODE=1")
endforeach()

set_tests_properties(e2e_attack e2e_attack_crawl e2e_attack_time e2e_crawl e2e_link e2e_servers e2e_soak PROPERTIES COST 200) # the longest

# tests/lint/image/NAME.sh look at the image's sources and at what the build made of them.
file(GLOB lints CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/lint/image/*.sh)
foreach(source ${lints})
  cmake_path(GET source STEM name)
  add_test(NAME lint_image_${name} COMMAND sh ${source} ${CMAKE_BINARY_DIR} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
  set_tests_properties(lint_image_${name} PROPERTIES SKIP_REGULAR_EXPRESSION "NOTICE: not run" COST 10)
endforeach()
