/* FMI 3.0: types. */
#pragma once

#include "fmi3-api.h"
