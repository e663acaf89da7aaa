/* A spread of runs on screen: choosing runs, limits on its axes. */
#pragma once

#include <gtk/gtk.h>
#include "draw/spread.h"

#define LS_TYPE_VARIATION_AREA (ls_variation_area_get_type ())
G_DECLARE_FINAL_TYPE (LsVariationArea, ls_variation_area, LS, VARIATION_AREA, GtkDrawingArea)

/**
 * LsVariationArea:
 *
 * Signals: "chosen" (int): a run was chosen; "limits-changed": limits of an axis were dragged or typed
 */
/* @spread: (transfer full) (nullable); @placeholder: text without it */
void
ls_variation_area_show (LsVariationArea *self, LsSpread *spread, const char *placeholder);
LsSpread *ls_variation_area_get_spread (LsVariationArea *self); /* (nullable) */
/* -1: none */
void ls_variation_area_choose (LsVariationArea *self, int row);
