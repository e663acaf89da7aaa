/* The predator of Lotka and Volterra: P' = P (delta p - gamma), p being the input. */
#ifndef FMU_NAME /* other FMUs are built from this file */
#define FMU_NAME "predator"
#define FMU_GUID "{f2b21f1e-6b3c-4a0e-9a55-3d1c5f0b7a02}"
#endif
#define SIGN (-1)
#define START_ALONE 1
#define START_MEETING 1
#include "../prey/model.c"
