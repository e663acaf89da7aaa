/* FMI 2.0: types. */
#pragma once

#include "fmi2-api.h"
