/* The plots of a window: how they stand in layouts with tabs, one of them alone, others in windows of
 * their own. Layouts are stored in the model. */
#pragma once

#include "app/plot/plot-grid.h"
#include "app/plot/plot-panel.h"
#include "app/window/frame.h"
#include "app/window/layout-tabs.h"

#define LS_TYPE_PLOT_DESK (ls_plot_desk_get_type ())
G_DECLARE_FINAL_TYPE (LsPlotDesk, ls_plot_desk, LS, PLOT_DESK, GObject)

/* What leaves room for few buttons beside the plots. */
typedef enum
{
  LS_BRIEF_IN_LECTURE = 1 << 0,
  LS_BRIEF_IN_LESSON = 1 << 1
} LsBriefReason;

/* Signals: "panel-added" (LsPlotPanel): a new panel, still empty; "alone-changed" (gboolean): a plot has
 * the window alone, or no longer; "arranged": other panels, or the same in another order. */
LsPlotDesk *ls_plot_desk_new (const LsFrame *frame);
/* The panels of the layout shown, from left to right and down; at least one. (transfer none)
 * (element-type LsPlotPanel) */
GPtrArray *ls_plot_desk_get_panels (LsPlotDesk *self);
/* Shows the layout of the model, if it is another one than before. */
void ls_plot_desk_follow (LsPlotDesk *self);
/* Shows another view, which is not stored in the model. */
void ls_plot_desk_set_view (LsPlotDesk *self, guint index, LsPlotView view);
/* Hides plots after the second, unless the user has arranged them. */
void ls_plot_desk_set_few (LsPlotDesk *self, gboolean few);
void ls_plot_desk_set_brief (LsPlotDesk *self, LsBriefReason reason, gboolean brief);
/* The panel that commands are for: focused, or focused last. (transfer none) */
LsPlotPanel *ls_plot_desk_get_used (LsPlotDesk *self);
LsPlotPanel *ls_plot_desk_find (LsPlotDesk *self, guint place); /* (transfer none) (nullable) */

/* Gives a plot all the room. @panel: (nullable): %NULL: all plots are shown */
void ls_plot_desk_set_alone (LsPlotDesk *self, LsPlotPanel *panel);
LsPlotPanel *ls_plot_desk_get_alone (LsPlotDesk *self); /* (transfer none) (nullable) */
/* The same, or its window to the size of the screen. */
void ls_plot_desk_maximise (LsPlotDesk *self, LsPlotPanel *panel, gboolean maximise);
/* To a window of its own, or back from it. */
void ls_plot_desk_switch_window (LsPlotDesk *self, LsPlotPanel *panel);
gboolean ls_plot_desk_is_detached (LsPlotDesk *self, LsPlotPanel *panel);
/* Back from its window; it is shown at the next change of the layout. */
void ls_plot_desk_attach (LsPlotDesk *self, LsPlotPanel *panel);

/* For edits of the layout */
const LsLayout *ls_plot_desk_get_layout (LsPlotDesk *self);
/* The layout is shown already: it has been read from the grid. */
void ls_plot_desk_adopt (LsPlotDesk *self, const LsLayout *layout);
/* Whether views of panels change because the layout does. */
gboolean ls_plot_desk_is_following (LsPlotDesk *self);
LsPlotGrid *ls_plot_desk_get_grid (LsPlotDesk *self);   /* (transfer none) */
LsLayoutTabs *ls_plot_desk_get_tabs (LsPlotDesk *self); /* (transfer none) */
