/* Functions of FMI 3.0 that a description asks for. */
#pragma once

#include "core/fmi/description.h"

/**
 * ls_description_find_announcement:
 * @interface: of the kind that is used
 * @function: "fmi3GetShiftFraction"
 *
 * Returns: (transfer full) (nullable): what in the description makes the function needed:
 * "providesAdjointDerivatives", "supportsFraction (clock)"; %NULL if nothing does
 */
char *ls_description_find_announcement (const LsDescription *self, const LsInterface *interface,
                                        const char *function);
