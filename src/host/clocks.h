/* Clocks that an FMU of Scheduled Execution reports within a partition, in its clock update: only
 * there may they be asked for, so the helper asks and passes on what was new. C library only. */
#pragma once

#include <stdint.h>

/**
 * HostClocks: followed by the value references of the output Clocks, @n_outs, and of the countdown
 * Clocks, @n_countdowns
 * @environment, @component: given to the FMU, and by it
 * @get_clock, @get_interval: fmi3GetClock, fmi3GetIntervalDecimal; 0: it has none
 */
typedef struct
{
  uint64_t environment, component, get_clock, get_interval;
  uint32_t n_outs, n_countdowns;
} HostClocks;
