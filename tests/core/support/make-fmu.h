/* FMUs made of a description alone, for tests that run nothing. */
#pragma once

#include "core/fmi/fmu.h"

/* A folder for the test, made at the first call; test_clear_folder() removes it with its content. */
const char *test_get_folder (void);
void        test_clear_folder (void);
void        test_remove_tree (const char *path);

/**
 * test_make_fmu:
 * @name: of the model and of the folder it is written to
 * @definitions: UnitDefinitions and TypeDefinitions, or ""
 * @attributes: of DefaultExperiment
 * @variables: ScalarVariable elements
 * @outputs: Unknown elements
 */
LsFmu *test_make_fmu (const char *name, const char *definitions, const char *attributes,
                      const char *variables, const char *outputs);
/* A source of one output "y" and a sink of one input "u" in @unit, with @base as its BaseUnit ("" for none). */
LsFmu *test_make_source (const char *name, const char *unit, const char *base);
LsFmu *test_make_sink (const char *name, const char *unit, const char *base);
/* Variables of all types: parameters real, whole, flag, text, mode (items off = 0, on = 2, auto = 3),
 * an output of each kind called like it with "_out", inputs likewise with "_in". */
LsFmu *test_make_types (const char *name);
