add_library(unit_runner OBJECT unit/runner_host.c) # compiled once for all of them
target_link_libraries(unit_runner PRIVATE unity crawlbox_warnings)
foreach(source ${suites})
  string(REGEX REPLACE ".*/test_(.*)\\.c$" "\\1" name ${source})
  add_executable(unit_${name} ${source} $<TARGET_OBJECTS:unit_runner>)
  target_compile_options(unit_${name} PRIVATE -O0) # it runs once; what it tests is optimised
  target_link_libraries(unit_${name} PRIVATE fakes app unity crawlbox_warnings)
  add_test(NAME ${test_prefix}unit_${name} COMMAND unit_${name})
endforeach()

# The learner's arithmetic, which the box does not have.
add_executable(host_pool host/test_pool.c $<TARGET_OBJECTS:unit_runner>)
foreach(source pool fusion dataset)
  target_sources(host_pool PRIVATE ${CMAKE_SOURCE_DIR}/tools/lab/train/${source}.c)
endforeach()
target_include_directories(host_pool PRIVATE ${CMAKE_SOURCE_DIR}/tools/lab)
target_link_libraries(host_pool PRIVATE tools_common app unity crawlbox_warnings m)
add_test(NAME host_pool COMMAND host_pool)

# Draws the panel's scenes as files, for tests/host/test_panel_pictures.py and for people.
add_executable(panel_picture panel/picture.c panel/scenes.c)
target_link_libraries(panel_picture PRIVATE fakes app crawlbox_warnings)

# tests/host/test_NAME.py try the host programs as a person or a script would: CRAWLBOX names crawlbox, and crawlbox-lab lies beside it.
# They are verbose, so that they say what they left out, and why.
file(GLOB host_tests CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/host/test_*.py)
if(CRAWLBOX_SANITIZE)
  # Of these a sanitizer sees nothing, or nothing new: the desk is a build of its own; scripts and sheets are no program; the books, and
  # pages in a browser, call the programs as the tests beside them do.
  set(sanitized ";SANITIZED=1")
  list(FILTER host_tests EXCLUDE REGEX "/test_(desk|desk_[a-z]+|box_names|memory|pack_texts|readme|replay|report_look|sheet)[.]py$")
endif()
foreach(source ${host_tests})
  string(REGEX REPLACE ".*/test_(.*)\\.py$" "\\1" name ${source})
  add_test(NAME ${test_prefix}host_${name} COMMAND python3 ${source} --verbose)
  set_tests_properties(${test_prefix}host_${name} PROPERTIES COST 20 # before what takes no time
    ENVIRONMENT "CRAWLBOX=$<TARGET_FILE:crawlbox>;CRAWLBOX_SHARE=${third_party_lists};\
PANEL_PICTURE=$<TARGET_FILE:panel_picture>;PYTHONDONTWRITEBYTECODE=1${sanitized}")
endforeach()

if(NOT CRAWLBOX_SANITIZE)
  set_tests_properties(host_desk PROPERTIES COST 150) # takes as long as tests of the box do
endif()

# tests/lint/NAME.sh look at the sources and at what the build made of them: once is enough.
if(NOT CRAWLBOX_SANITIZE)
  file(GLOB lints CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/lint/*.sh)
  foreach(source ${lints})
    cmake_path(GET source STEM name)
    add_test(NAME lint_${name} COMMAND sh ${source} ${CMAKE_BINARY_DIR} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
    set_tests_properties(lint_${name} PROPERTIES SKIP_REGULAR_EXPRESSION "NOTICE: not run" COST 50)
  endforeach()
endif()
