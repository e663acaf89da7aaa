/* FMI 3.0: types of functions and callbacks. */
#pragma once

#include "fmi3PlatformTypes.h"
