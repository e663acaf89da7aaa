/* Steps of a component other than the macro steps. */
#pragma once

#include "core/model/model.h"

/* Most steps inside a macro step that are chosen in a run. */
#define LS_PACE_MOST_INNER 8u

typedef enum
{
  LS_PACE_MACRO, /* one step in each macro step */
  LS_PACE_INNER, /* several equal steps inside each macro step */
  LS_PACE_OWN    /* steps on a grid of its own */
} LsPaceKind;

/**
 * LsPace:
 * @inner: %LS_PACE_INNER: number of steps in each macro step; 0: chosen in the run
 * @step: %LS_PACE_OWN: length of its steps, s; NaN: a multiple of the macro step, which is unknown
 * @meets: %LS_PACE_OWN: its steps end at macro steps, whatever their number; else at multiples of
 *   @step only
 */
typedef struct
{
  LsPaceKind kind;
  guint      inner;
  double     step;
  gboolean   meets;
} LsPace;

/* Accepted texts of the setting "inner-steps", %NULL-terminated. */
const char *const *ls_pace_list_inner (void);
/**
 * ls_component_get_pace:
 *
 * The steps that @component is set to, or that the file of another tool suggests for it; in a run
 * (@macro_step of @component) steps that divide the macro step are %LS_PACE_INNER, and equal ones
 * %LS_PACE_MACRO. %FALSE with %LS_ERROR_MODEL, a sentence that names the component, if a setting is
 * invalid or the component cannot take such steps.
 */
gboolean ls_component_get_pace (const LsComponent *component, LsPace *pace, GError **error);
