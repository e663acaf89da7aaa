/* Pace of a run: as fast as possible, or a multiple of real time. */
#pragma once

#include <gtk/gtk.h>

#define LS_TYPE_PACE_BOX (ls_pace_box_get_type ())
G_DECLARE_FINAL_TYPE (LsPaceBox, ls_pace_box, LS, PACE_BOX, GtkBox)

/* Signal "changed". */
/* Times as fast as the clock; 0: as fast as possible, also for text that is no pace */
double ls_pace_box_get (LsPaceBox *self);
/* (nullable): why what is typed is no pace */
const char *ls_pace_box_get_problem (LsPaceBox *self);
