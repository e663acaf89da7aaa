/* Output formats of lockstep info. */
#pragma once

#include "core/fmi/fmu.h"

/* "kg", "m", "s", "A", "K", "mol", "cd", "rad": the order of LsUnit.exponents. */
extern const char *const ls_info_base_units[8];

/* Prints a model and the runs saved with it. %FALSE with an error if it cannot be read. */
gboolean ls_info_print_model (const char *path, gboolean json, GError **error);
void ls_info_print_json (const LsFmu *fmu);
void ls_info_print_text (const LsFmu *fmu);
