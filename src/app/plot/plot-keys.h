/* A plot by keys. */
#pragma once

#include "app/plot/plot-area.h"

/* Zoom by plus, minus, Backspace, Home, pan by arrows, cursor by arrows with Shift, mark by M. */
void ls_plot_keys_attach (LsPlotArea *area);
