/* What faults.py and the preloaded library share, as a file of this size. */
#pragma once

#include <stdint.h>

enum
{
  FAULT_CALL = 1, /* opens, maps, writes, starts a process */
  FAULT_MEMORY = 2
};

/**
 * Faults:
 * @kind: what is counted
 * @at: which of them fails, from 1; 0: none
 * @n: how many there have been, of all processes
 * @what: the function that failed
 */
typedef struct
{
  uint64_t kind, at, n;
  char what[40];
} Faults;
