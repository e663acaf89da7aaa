/* The predator as a plain exporter would build it: without what FMI leaves optional. */
#define FMU_NAME "predator_basic"
#define FMU_GUID "{f2b21f1e-6b3c-4a0e-9a55-3d1c5f0b7a0a}"
#include "../predator/model.c"
