/* Rules for variables that share a value reference (FMI 1.0, section 3.3; FMI 2.0, end of section
 * 2.2.7). */
#include "core/check/check-impl.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Integers and enumerations share one space of value references. */
static guint
class_of (const LsVariable *variable)
{
  return variable->type == LS_TYPE_ENUMERATION ? LS_TYPE_INTEGER : variable->type;
}

/* The value reference in the file. */
static guint32
reference_of (const LsVariable *variable)
{
  return variable->is_negated ? variable->negates : variable->value_reference;
}

static int
compare (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const LsVariable *variables = user_data;
  const LsVariable *p = &variables[*(const guint *)a], *q = &variables[*(const guint *)b];

  if (class_of (p) != class_of (q))
    return class_of (p) < class_of (q) ? -1 : 1;
  if (reference_of (p) != reference_of (q))
    return reference_of (p) < reference_of (q) ? -1 : 1;
  return p->index < q->index ? -1 : p->index > q->index;
}

/* Whether the environment sets the value at some time. */
static gboolean
is_settable (const LsVariable *variable)
{
  return variable->variability != LS_VARIABILITY_CONSTANT
         && (variable->causality == LS_CAUSALITY_PARAMETER
             || variable->causality == LS_CAUSALITY_INPUT
             || variable->causality == LS_CAUSALITY_INDEPENDENT
             || variable->initial == LS_INITIAL_EXACT || variable->initial == LS_INITIAL_APPROX);
}

static gboolean
is_constant (const LsVariable *variable)
{
  return variable->variability == LS_VARIABILITY_CONSTANT;
}

/* @other follows @first in the file and has its value reference; @settable and @started are earlier
 * aliases, or %NULL. */
static void
check_alias (const LsVariable *first,
             const LsVariable *other,
             const LsVariable *settable,
             const LsVariable *started,
             GPtrArray *findings)
{
  if (is_constant (first) != is_constant (other))
    ls_finding_add (
        findings, LS_FINDING_ERROR, "value-reference-constant", other->line, other->name,
        _ ("it shares the value reference %u with %s, but only one of them is constant"),
        other->value_reference, first->name);
  else if (is_constant (first) && g_strcmp0 (first->start, other->start) != 0
           && (first->type == LS_TYPE_STRING || first->start_real != other->start_real))
    ls_finding_add (findings, LS_FINDING_ERROR, "value-reference-constant", other->line,
                    other->name,
                    _ ("it shares the value reference %u with the constant %s, but not its value"),
                    other->value_reference, first->name);
  if (settable != NULL && is_settable (other))
    ls_finding_add (findings, LS_FINDING_ERROR, "value-reference-unique", other->line, other->name,
                    _ ("it shares the value reference %u with %s, and both can be set"),
                    other->value_reference, settable->name);
  else if (started != NULL && other->start != NULL && !is_constant (other))
    ls_finding_add (findings, LS_FINDING_ERROR, "value-reference-start", other->line, other->name,
                    _ ("it shares the value reference %u with %s, and both have a start value"),
                    other->value_reference, started->name);
  if (g_strcmp0 (first->unit_name, other->unit_name) != 0)
    ls_finding_add (findings, LS_FINDING_ERROR, "value-reference-unit", other->line, other->name,
                    _ ("it shares the value reference %u with %s, but the units are %s and %s"),
                    other->value_reference, first->name,
                    other->unit_name != NULL ? other->unit_name : _ ("none"),
                    first->unit_name != NULL ? first->unit_name : _ ("none"));
}

/* FMI 1.0 names aliases: all but one of those that share a value reference. */
static void
check_declared (const LsVariable *first, const LsVariable *other, GPtrArray *findings)
{
  if (!first->is_alias && !other->is_alias)
    ls_finding_add (findings, LS_FINDING_ERROR, "value-reference-unique", other->line, other->name,
                    _ ("it shares the value reference %u with %s, but neither is declared as an "
                       "alias"),
                    reference_of (other), first->name);
}

void
ls_check_aliases (const LsDescription *description, GPtrArray *findings)
{
  guint n = description->n_variables;
  g_autofree guint *order = g_new (guint, n + 1);
  const LsVariable *first = NULL, *settable = NULL, *started = NULL;

  for (guint i = 0; i < n; i++)
    order[i] = i;
  if (n > 0)
    g_qsort_with_data (order, (int)n, sizeof *order, compare, description->variables);
  for (guint i = 0; i < n; i++)
    {
      const LsVariable *variable = &description->variables[order[i]];

      if (first == NULL || class_of (first) != class_of (variable)
          || reference_of (first) != reference_of (variable))
        {
          first = variable;
          settable = started = NULL;
        }
      else if (ls_description_get_major (description) == 1)
        check_declared (first, variable, findings);
      else
        check_alias (first, variable, settable, started, findings);
      if (settable == NULL && is_settable (variable))
        settable = variable;
      if (started == NULL && variable->start != NULL && !is_constant (variable))
        started = variable;
    }
}
