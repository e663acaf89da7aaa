/* Shapes on the canvas, for diagrams and their routing. */
#pragma once

#include "core/model/arrange.h"

#define LS_DIAGRAM_GRID 10.0

typedef struct
{
  double x, y, width, height;
} LsRect;
