# The model in the image is learned from the simulated web closed-2009 while building, which takes a few seconds. Like the
# dictionary's, the program that makes it runs on this machine, whatever the image is for.
set(modelgen ${CMAKE_CURRENT_BINARY_DIR}/predict/modelgen)
set(model_builtin ${CMAKE_CURRENT_BINARY_DIR}/predict/model_builtin.c)
file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/predict)
file(GLOB modelgen_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tools/host/train/*.c ${CMAKE_SOURCE_DIR}/tools/host/world/*.c
  ${CMAKE_SOURCE_DIR}/app/predict/*.c ${CMAKE_SOURCE_DIR}/app/url/*.c ${CMAKE_SOURCE_DIR}/app/base/*.c)
list(APPEND modelgen_sources ${CMAKE_SOURCE_DIR}/tools/modelgen.c ${CMAKE_SOURCE_DIR}/tools/host/cli.c)
file(GLOB modelgen_headers CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tools/host/train/*.h ${CMAKE_SOURCE_DIR}/tools/host/world/*.h
  ${CMAKE_SOURCE_DIR}/app/predict/*.h)

# What the sources share with the rest of the host program and modelgen does not call is left out by the linker.
add_custom_command(OUTPUT ${modelgen}
  COMMAND ${BUILD_CC} -std=c11 -O2 -D_GNU_SOURCE -ffunction-sections -fdata-sections -Wl,--gc-sections
    -I${CMAKE_SOURCE_DIR}/app -I${CMAKE_SOURCE_DIR}/tools/host ${modelgen_sources} -o ${modelgen} -lm
  DEPENDS ${modelgen_sources} ${modelgen_headers} COMMENT "Building modelgen" VERBATIM)
add_custom_command(OUTPUT ${model_builtin}
  COMMAND ${modelgen} ${model_builtin}
  DEPENDS ${modelgen} COMMENT "Learning the model" VERBATIM)
# Not optimised together with the image: `crawlbox flash` puts other models in its place.
set_source_files_properties(${model_builtin} PROPERTIES COMPILE_OPTIONS -fno-lto)
target_sources(app PRIVATE ${model_builtin})
