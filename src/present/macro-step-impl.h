/* What the files of the picture of a macro step share. */
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
  const LsMacroStepRound *round;
  cairo_t *cr;
  const LsTheme *theme;
  double line; /* height of a line of text */
} LsMacroPicture;

/* macro-step-view.c */
const LsMacroStepRound *ls_macro_view_get_round (const LsMacroStep *step, const LsMacroView *view);
gboolean ls_macro_round_is_estimated (const LsMacroStep *step, const LsMacroStepRound *round);
/* Whether what was found in @round has been told by now. */
gboolean ls_macro_view_has_told (const LsMacroView *view, guint round);

/* macro-step-frame.c */
double ls_macro_box_to_x (const LsMacroBox *box, double share);
double ls_macro_box_to_y (const LsMacroBox *box, const double range[2], double value);
void ls_macro_picture_stroke (const LsMacroPicture *self,
                              const LsColor *color,
                              double width,
                              gboolean dashed);
void ls_macro_picture_dot (
    const LsMacroPicture *self, double x, double y, const LsColor *color, gboolean hollow);
/* @title (markup) stands above, where no curve runs through it; @box becomes what is below. */
void ls_macro_picture_title (const LsMacroPicture *self, LsMacroBox *box, const char *title);
/* The frame of @box and the ticks of its values, to the left of it; @exponent: of all labels. */
void ls_macro_picture_frame (const LsMacroPicture *self,
                             const LsMacroBox *box,
                             const double range[2],
                             const LsTicks *ticks);
/* Ticks for values of @range over the height of @box. */
void ls_macro_picture_get_ticks (const LsMacroPicture *self,
                                 double height,
                                 const double range[2],
                                 LsTicks *ticks);
/* Width of their labels, and of the gap to the frame. */
double ls_macro_picture_measure (const LsMacroPicture *self, const LsTicks *ticks);
/* The value, beside its dot. */
void ls_macro_picture_value (const LsMacroPicture *self,
                             const LsMacroBox *box,
                             const double range[2],
                             double value,
                             double share);

/* macro-step-side.c */
void ls_macro_picture_draw_side (const LsMacroPicture *self, const LsMacroBox *box);
