/* The predator of Lotka and Volterra where encounters change with time:
 * P' = P (delta s(t) p - gamma), s(t) = s_mean + s_amplitude sin (2 pi t / s_period). */
#define FMU_NAME "predator_time"
#define FMU_GUID "{f2b21f1e-6b3c-4a0e-9a55-3d1c5f0b7a08}"
#define SIGN (-1)
#define START_ALONE 1
#define START_MEETING 1
#include "../prey-time/model.c"
