/* What every example FMU has to pass, whatever its equations. */
#pragma once

#include "unit.h"

/* A solver at 1e-12 per step, some hundreds of steps. */
#define ACCURATE 1e-10

typedef Unit *(*UnitNew) (const char *library, const char *xml);

/* Relative to the larger of 1 and @expected. */
void assert_close (double value, double expected, double tolerance);

/* Just instantiated, as a slave or for Model Exchange. */
Unit *unit_new_slave (const char *library, const char *xml);
Unit *unit_new_exchange (const char *library, const char *xml);

/* Start values in the model description are those of the binary. Frees @unit. */
void check_description (Unit *unit);

/* All partial derivatives against differences, away from the start values and at 0.7 s. @unit has
 * just been instantiated and is freed. */
void check_partials (Unit *unit);

/* Over a step with cubic inputs, derivatives of outputs against differences. Frees @unit. */
void check_output_derivatives (Unit *unit, double h);
