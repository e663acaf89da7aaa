/* Steps of a component other than the macro steps. */
#pragma once

#include "core/model/model.h"

/* Most steps inside a macro step that are chosen in a run. */
#define LS_PACE_MOST_INNER 8u

typedef enum
{
  LS_PACE_MACRO, /* one step in each macro step */
  LS_PACE_INNER  /* several equal steps inside each macro step */
} LsPaceKind;

/**
 * LsPace:
 * @inner: %LS_PACE_INNER: number of steps in each macro step: 2, 4 or 8; 0: chosen in the run
 */
typedef struct
{
  LsPaceKind kind;
  guint      inner;
} LsPace;

/* Accepted texts of the setting "inner-steps", %NULL-terminated. */
const char *const *ls_pace_list_inner (void);
/**
 * ls_pace_parse:
 * @inner_steps: (nullable): "1", "2", "4", "8" or "auto"
 *
 * %FALSE with %LS_ERROR_ARGUMENT, a sentence that lists what is accepted.
 */
gboolean ls_pace_parse (const char *inner_steps, LsPace *pace, GError **error);
/**
 * ls_component_get_pace:
 *
 * The steps that @component is set to. %FALSE with %LS_ERROR_MODEL, a sentence that names the
 * component, if the setting is invalid or the component cannot take such steps.
 */
gboolean ls_component_get_pace (const LsComponent *component, LsPace *pace, GError **error);
/* Whether it has one step in each macro step. */
gboolean ls_component_steps_with_master (const LsComponent *component);
