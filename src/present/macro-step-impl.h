/* Shared by the source files of the macro step plot. */
#pragma once

#include "draw/ticks.h"
#include "present/macro-step.h"

typedef struct
{
  double x, y, width, height;
} LsMacroBox;

typedef struct
{
  const LsMacroStep *step;
  const LsMacroView *view;
  const LsMacroStepIteration *iteration;
  cairo_t *cr;
  const LsTheme *theme;
  double line; /* line height */
} LsMacroPicture;

/* @index: of the input or output; @n_hidden: number of further ones without room below it */
typedef struct
{
  gboolean of_input;
  guint index, n_hidden;
} LsMacroRow;

/* Widths of the labels beside the frames of lanes below each other, px. */
typedef struct
{
  double name, start, ticks, end;
} LsMacroColumns;

/* macro-step-row.c */
/* Widens @columns for these lanes; @width, @height: of a lane */
void ls_macro_rows_measure (const LsMacroPicture *self,
                            const LsMacroRow rows[],
                            guint n,
                            double width,
                            double height,
                            LsMacroColumns *columns);
void
ls_macro_columns_get_frame (const LsMacroColumns *self, const LsMacroBox *box, LsMacroBox *frame);
void ls_macro_row_draw (const LsMacroPicture *self,
                        const LsMacroRow *row,
                        const LsMacroColumns *columns,
                        const LsMacroBox *box);

/* macro-step-view.c */
const LsMacroStepIteration *ls_macro_view_get_iteration (const LsMacroStep *step, const LsMacroView *view);
gboolean ls_macro_iteration_is_estimated (const LsMacroStep *step, const LsMacroStepIteration *iteration);
/* Whether the residual of @iteration is already displayed. */
gboolean ls_macro_view_has_final_inputs (const LsMacroView *view, guint iteration);

/* macro-step-frame.c */
double ls_macro_box_to_x (const LsMacroBox *box, double share);
double ls_macro_box_to_y (const LsMacroBox *box, const double range[2], double value);
void ls_macro_picture_stroke (const LsMacroPicture *self,
                              const LsColor *color,
                              double width,
                              gboolean dashed);
void ls_macro_picture_dot (
    const LsMacroPicture *self, double x, double y, const LsColor *color, gboolean hollow);
/* Draws @title (markup) above the frame, where no curve crosses it, and reduces @box to the rest. */
void ls_macro_picture_title (const LsMacroPicture *self, LsMacroBox *box, const char *title);
/* Draws the frame of @box and the ticks of its values, to the left of it; @exponent: common
 * exponent of all labels. */
void ls_macro_picture_frame (const LsMacroPicture *self,
                             const LsMacroBox *box,
                             const double range[2],
                             const LsTicks *ticks);
/* Width of the tick labels including the gap to the frame. */
double ls_macro_picture_measure (const LsMacroPicture *self, const LsTicks *ticks);

/* macro-step-side.c */
void ls_macro_picture_draw_side (const LsMacroPicture *self, const LsMacroBox *box);
