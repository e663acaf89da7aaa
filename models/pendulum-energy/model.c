/* The pendulum with its energy as a third constraint. */
#define FMU_NAME "pendulum_energy"
#define FMU_GUID "{f2b21f1e-6b3c-4a0e-9a55-3d1c5f0b7a41}"
#define N_CONSTRAINTS 3
#include "../pendulum/model.c"
