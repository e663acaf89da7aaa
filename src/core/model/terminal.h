/* What a wire between two terminals connects (FMI 3.0, section 2.4.9). Members that match are
 * connected from output to input, in both directions; connections of single members are all that
 * models and files know of it. */
#pragma once

#include "core/model/model.h"

/* Two variables that a wire connects, of the components at its ends. Of terminals: @back: the output is
 * at the end that the wire goes to; @is_negated: the input is the negative output. */
typedef struct
{
  const LsVariable *output, *input;
  gboolean          back, is_negated;
} LsPair;

/**
 * ls_model_match_terminals:
 * @a, @b: components, with terminals as the ports @x and @y
 * @left_out: (nullable): sentences on members that the rules allow to leave out are appended (char *)
 *
 * Each end is matched by its own rule: all its members by name (plug), those that both have (bus), or by
 * order (sequence); terminals in terminals likewise. Flows that both ends count into the FMU, or out of
 * it, are negated; streams that go out of one end come into the other.
 *
 * Returns: (transfer full) (element-type LsPair): in the order of @x; %NULL with %LS_ERROR_MODEL and
 * a sentence if a rule is not kept, or nothing is left.
 */
GArray    *ls_model_match_terminals (const LsComponent *a, const LsVariable *x, const LsComponent *b,
                                     const LsVariable *y, GPtrArray *left_out, GError **error);
