/* The train of coupled-clutches with the normal force of its first clutch as an input. */
#define NORMAL_FORCE_INPUT 1
#include "../coupled-clutches/model.c"
