/* FMI 2.0: types of functions and callbacks. */
#pragma once

#include "fmi2TypesPlatform.h"

typedef void (*fmi2CallbackLogger) (fmi2ComponentEnvironment, fmi2String instance_name, fmi2Status,
                                    fmi2String category, fmi2String message, ...);
typedef void *(*fmi2CallbackAllocateMemory) (size_t n_objects, size_t size);
typedef void (*fmi2CallbackFreeMemory) (void *object);
typedef void (*fmi2StepFinished) (fmi2ComponentEnvironment, fmi2Status);
