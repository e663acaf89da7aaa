/* Ticks of an axis: whole-number multiples of 1, 2 or 5 times a power of ten. */
#pragma once

#include "core/base/status.h"

typedef struct
{
  guint  n;
  double values[64];
  char   labels[64][24]; /* without the common exponent if @exponent is not 0 */
  int    exponent;       /* values are labels times 10^exponent */
} LsTicks;

/* Linear: about @wanted ticks within [@min, @max]. */
void ls_ticks_linear (LsTicks *self, double min, double max, guint wanted);
/* Logarithmic: decades (and 2, 5 when there is room) within [@min, @max], both positive. Labels
 * have the form "10^−3" and "2·10^−3", with the exponent to be drawn as superscript; a range far
 * below a decade has the ticks of a linear axis. */
void ls_ticks_logarithmic (LsTicks *self, double min, double max, guint wanted);
/* Leaves out every second tick until they are at least @least apart on the axis, in decades on a
 * logarithmic one. Of an even number of ticks, the half with 0 stays. */
void ls_ticks_thin (LsTicks *self, gboolean logarithmic, double least);
