/* A body on a spring and a damper at the wall, pushed back by the force F:
 * m v' = -c x - d v - F, COSTARICA equation 91. */
#define FMU_NAME "heavy_body"
#define FMU_GUID "{f2b21f1e-6b3c-4a0e-9a55-3d1c5f0b7a05}"
#define PULL (-1)
#define V_NOMINAL 1
#define START_F 1000
#define START_M 1e4
#define START_C 1000
#define START_D 100
#include "../left-body/model.c"
