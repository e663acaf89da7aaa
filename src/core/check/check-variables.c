/* Rules for variables (FMI 2.0, sections 2.2.7 and 2.2.9). */
#include "core/check/check-impl.h"
#include "core/fmi/description-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

typedef struct
{
  const LsDescription *description;
  GPtrArray *findings;
  gboolean *states; /* per variable */
} Checker;

static void G_GNUC_PRINTF (4, 5)
    report (Checker *self, const LsVariable *variable, const char *rule, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  ls_finding_add (self->findings, LS_FINDING_ERROR, rule, variable->line, variable->name, "%s",
                  message);
}

/* Each of these parses one part of the grammar and returns the rest of the text, or NULL if the
 * part is missing. */
static const char *
skip_number (const char *p)
{
  if (!g_ascii_isdigit (*p))
    return NULL;
  while (g_ascii_isdigit (*p))
    p++;
  return p;
}

static const char *
skip_quoted (const char *p)
{
  if (*p++ != '\'')
    return NULL;
  for (const char *start = p; *p != '\0'; p++)
    {
      if (*p == '\'')
        return p > start ? p + 1 : NULL;
      if (*p == '\\' && strchr ("'\"?\\abfnrtv", p[1]) != NULL && p[1] != '\0')
        p++;
      else if (!g_ascii_isalnum (*p) && strchr ("_!#$%&()*+,-./:;<>=?@[]^{}|~ ", *p) == NULL)
        return NULL;
    }
  return NULL;
}

static const char *
skip_name (const char *p)
{
  if (*p == '\'')
    return skip_quoted (p);
  if (!g_ascii_isalpha (*p) && *p != '_')
    return NULL;
  while (g_ascii_isalnum (*p) || *p == '_')
    p++;
  return p;
}

static const char *
skip_indices (const char *p)
{
  if (*p != '[')
    return p;
  do
    p = skip_number (p + 1);
  while (p != NULL && *p == ',');
  return p != NULL && *p == ']' ? p + 1 : NULL;
}

static const char *
skip_identifier (const char *p)
{
  for (;;)
    {
      if ((p = skip_name (p)) == NULL || (p = skip_indices (p)) == NULL)
        return NULL;
      if (*p != '.')
        return p;
      p++;
    }
}

gboolean
ls_check_is_structured_name (const char *name)
{
  const char *p;

  if (!g_str_has_prefix (name, "der("))
    {
      p = skip_identifier (name);
      return p != NULL && *p == '\0';
    }
  if ((p = skip_identifier (name + 4)) != NULL && *p == ',')
    p = skip_number (p + 1);
  return p != NULL && g_str_equal (p, ")");
}

static void
check_name (Checker *self, const LsVariable *variable)
{
  const char *convention = self->description->naming_convention;
  const LsVariable *first = ls_description_find (self->description, variable->name);

  if (*variable->name == '\0')
    report (self, variable, "variable-name-not-empty", _ ("the name is empty"));
  if (first != variable)
    report (self, variable, "variable-name-unique", _ ("line %d has a variable of this name, too"),
            first->line);
  if (g_strcmp0 (convention, "structured") == 0)
    {
      if (!ls_check_is_structured_name (variable->name))
        report (self, variable, "structured-name",
                _ ("the name does not follow the syntax of structured names"));
    }
  else if (strpbrk (variable->name, "\r\n\t") != NULL)
    report (self, variable, "flat-name", _ ("the name contains a line break or tab"));
}

static gboolean
is_initial_possible (const LsVariable *variable, guint version)
{
  switch (variable->causality)
    {
    case LS_CAUSALITY_PARAMETER:
      return variable->initial == LS_INITIAL_EXACT;
    case LS_CAUSALITY_CALCULATED_PARAMETER:
      return variable->initial != LS_INITIAL_EXACT;
    case LS_CAUSALITY_INPUT:
      return version == 3 && variable->initial == LS_INITIAL_EXACT;
    case LS_CAUSALITY_INDEPENDENT:
      return FALSE;
    case LS_CAUSALITY_OUTPUT:
    case LS_CAUSALITY_LOCAL:
    default:
      if (variable->variability == LS_VARIABILITY_CONSTANT)
        return variable->initial == LS_INITIAL_EXACT;
      if (variable->variability == LS_VARIABILITY_FIXED
          || variable->variability == LS_VARIABILITY_TUNABLE)
        return variable->initial != LS_INITIAL_EXACT;
      return TRUE;
    }
}

static void
check_kind (Checker *self, const LsVariable *variable)
{
  if (!ls_causality_allows (variable->causality, variable->variability))
    report (self, variable, "causality-variability",
            _ ("causality %s does not go with variability %s"),
            ls_causality_name (variable->causality), ls_variability_name (variable->variability));
  else if (variable->has_initial
           && !is_initial_possible (variable, ls_description_get_major (self->description)))
    report (self, variable, "initial-allowed",
            _ ("initial %s does not go with causality %s and variability %s"),
            ls_initial_name (variable->initial), ls_causality_name (variable->causality),
            ls_variability_name (variable->variability));
  if (variable->causality == LS_CAUSALITY_INDEPENDENT && variable->type != LS_TYPE_REAL)
    report (self, variable, "independent-is-real", _ ("the independent variable is not a Real"));
  if (variable->has_can_handle_multiple_set && ls_description_get_major (self->description) < 3
      && (variable->causality != LS_CAUSALITY_INPUT || !self->description->model_exchange.present))
    report (self, variable, "multiple-set-is-input",
            _ ("canHandleMultipleSetPerTimeInstant is for inputs of Model Exchange only"));
}

static void
check_start (Checker *self, const LsVariable *variable)
{
  /* In FMI 1.0 the start values of inputs may be missing. */
  gboolean required = variable->initial == LS_INITIAL_EXACT
                      || variable->initial == LS_INITIAL_APPROX
                      || (variable->causality == LS_CAUSALITY_INPUT
                          && ls_description_get_major (self->description) > 1)
                      || variable->causality == LS_CAUSALITY_PARAMETER
                      || variable->variability == LS_VARIABILITY_CONSTANT;
  gboolean forbidden = variable->causality == LS_CAUSALITY_INDEPENDENT
                       || (variable->initial == LS_INITIAL_CALCULATED && !required);

  /* FMI 3.0: a Clock has none, and an alias that of its variable. */
  if (variable->clock != NULL || variable->is_alias)
    return;
  if (required && variable->start == NULL)
    report (self, variable, "start-required",
            _ ("a start value is missing (causality %s, initial %s)"),
            ls_causality_name (variable->causality), ls_initial_name (variable->initial));
  if (forbidden && variable->start != NULL)
    report (self, variable, "start-forbidden",
            _ ("a start value is not allowed (causality %s, initial %s)"),
            ls_causality_name (variable->causality), ls_initial_name (variable->initial));
  if (variable->start != NULL && !isfinite (variable->start_real))
    report (self, variable, "start-finite", _ ("the start value is not a finite number"));
}

static void
check_bounds (Checker *self, const LsVariable *variable)
{
  if (!(variable->min <= variable->max))
    report (self, variable, "bounds-order", _ ("the minimum %g is above the maximum %g"),
            variable->min, variable->max);
  else if (variable->start != NULL && variable->type != LS_TYPE_STRING
           && (variable->start_real < variable->min || variable->start_real > variable->max))
    report (self, variable, "start-in-bounds", _ ("the start value %s is not from %g to %g"),
            variable->start, variable->min, variable->max);
}

static void
check_declared_type (Checker *self, const LsVariable *variable)
{
  const LsDeclaredType *type;

  if (variable->declared_type_name == NULL)
    return;
  if (variable->declared_type < 0)
    {
      for (guint i = 0; i < self->description->n_declared_types; i++)
        /* A declared type of another base type was already remarked by the reader. */
        if (g_str_equal (self->description->declared_types[i].name, variable->declared_type_name))
          return;
      report (self, variable, "declared-type-exists",
              _ ("the declared type %s is not in TypeDefinitions"), variable->declared_type_name);
      return;
    }
  type = &self->description->declared_types[variable->declared_type];
  if (type->type != LS_TYPE_ENUMERATION || variable->start == NULL)
    return;
  for (guint i = 0; i < type->n_items; i++)
    if (type->items[i].value == (gint64)variable->start_real)
      return;
  report (self, variable, "start-is-item", _ ("the start value %s is no item of the type %s"),
          variable->start, type->name);
}

static void
check_derivative (Checker *self, const LsVariable *variable)
{
  const LsVariable *of;

  if (variable->has_reinit && !self->states[variable->index])
    report (self, variable, "reinit-is-state",
            _ ("reinit is for continuous-time states only, those of Derivatives"));
  if (variable->has_reinit && !self->description->model_exchange.present)
    report (self, variable, "reinit-is-model-exchange", _ ("reinit is for Model Exchange only"));
  if (self->states[variable->index] && variable->causality != LS_CAUSALITY_LOCAL
      && variable->causality != LS_CAUSALITY_OUTPUT)
    report (self, variable, "state-causality", _ ("a state has to be local or output, not %s"),
            ls_causality_name (variable->causality));
  if (variable->derivative_of < 0)
    return;
  of = &self->description->variables[variable->derivative_of];
  if (variable->variability != LS_VARIABILITY_CONTINUOUS)
    report (self, variable, "derivative-continuous",
            _ ("a derivative has to be continuous, not %s"),
            ls_variability_name (variable->variability));
  if (of->type != LS_TYPE_REAL || of->variability != LS_VARIABILITY_CONTINUOUS)
    report (self, variable, "derivative-of-continuous",
            _ ("it is the derivative of %s, which is not a continuous Real"), of->name);
  if (of == variable)
    report (self, variable, "derivative-of-other", _ ("it is the derivative of itself"));
}

void
ls_check_variables (const LsDescription *description, GPtrArray *findings)
{
  g_autofree gboolean *states = ls_check_find_states (description);
  Checker checker = { description, findings, states };
  const LsVariable *independent = NULL;

  if (description->n_variables == 0)
    ls_finding_add (findings, LS_FINDING_ERROR, "variables-present", 0, "ModelVariables",
                    _ ("there is no variable"));
  for (guint i = 0; i < description->n_variables; i++)
    {
      const LsVariable *variable = &description->variables[i];

      check_name (&checker, variable);
      check_kind (&checker, variable);
      check_start (&checker, variable);
      check_bounds (&checker, variable);
      check_declared_type (&checker, variable);
      check_derivative (&checker, variable);
      if (variable->causality != LS_CAUSALITY_INDEPENDENT)
        continue;
      if (independent != NULL)
        report (&checker, variable, "independent-once", _ ("%s is an independent variable already"),
                independent->name);
      independent = variable;
    }
}
