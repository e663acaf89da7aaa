#include "wired.h"

#include <string.h>

#define MAX_PASSES 5 /* more than any chain of feed-through in the examples */

static char *
read_text (const char *root, const char *path)
{
  g_autofree char *full = g_build_filename (g_getenv (root), path, NULL);
  g_autoptr (GError) error = NULL;
  char *text = NULL;

  g_file_get_contents (full, &text, NULL, &error);
  g_assert_no_error (error);
  return text;
}

/* The group of @pattern in @text, which has to be there. */
static char *
find (const char *text, const char *pattern)
{
  g_autoptr (GRegex) regex = g_regex_new (pattern, 0, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;

  if (!g_regex_match (regex, text, 0, &match))
    g_error ("no %s in %s", pattern, text);
  return g_match_info_fetch (match, 1);
}

static unsigned
count (const char *text, const char *part)
{
  unsigned n = 0;

  for (const char *at = text; (at = strstr (at, part)) != NULL; at++)
    n++;
  return n;
}

/* Value reference of a variable; @more is a pattern for what follows it. */
static fmi2ValueReference
find_reference (Unit *unit, const char *variable, const char *more)
{
  g_autofree char *escaped = g_regex_escape_string (variable, -1);
  g_autofree char *pattern
      = g_strdup_printf ("name=\"%s\" valueReference=\"(\\d+)\"%s", escaped, more);
  g_autofree char *reference = find (unit->xml, pattern);

  return (fmi2ValueReference)g_ascii_strtoull (reference, NULL, 10);
}

/* Connectors have the causality and the unit of the variables they stand for. */
static void
check_connectors (Unit *unit, const char *component)
{
  g_autoptr (GRegex) regex = g_regex_new ("<ssd:Connector name=\"([^\"]+)\" kind=\"([^\"]+)\">\\s*"
                                          "<ssc:Real unit=\"([^\"]+)\"",
                                          0, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  unsigned n = 0;

  for (g_regex_match (regex, component, 0, &match); g_match_info_matches (match);
       g_match_info_next (match, NULL))
    {
      g_autofree char *name = g_match_info_fetch (match, 1);
      g_autofree char *kind = g_match_info_fetch (match, 2);
      g_autofree char *expected = g_match_info_fetch (match, 3);
      g_autofree char *pattern
          = g_strdup_printf ("name=\"%s\" valueReference=\"\\d+\" causality=\"%s\"[^>]*>\\s*<Real "
                             "declaredType=\"(\\w+)",
                             name, kind);
      g_autofree char *type = find (unit->xml, pattern);
      g_autofree char *type_pattern
          = g_strdup_printf ("<SimpleType name=\"%s\"[^>]*>\\s*<Real[^>]* unit=\"([^\"]+)\"", type);
      g_autofree char *unit_name = find (unit->xml, type_pattern);

      g_assert_cmpstr (unit_name, ==, expected);
      n++;
    }
  g_assert_cmpuint (n, ==, count (component, "<ssd:Connector "));
}

static void
set_parameters (Unit *unit, const char *component)
{
  g_autoptr (GRegex) regex
      = g_regex_new ("<ssv:Parameter name=\"([^\"]+)\"><ssv:Real value=\"([^\"]+)\"", 0, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;

  for (g_regex_match (regex, component, 0, &match); g_match_info_matches (match);
       g_match_info_next (match, NULL))
    {
      g_autofree char *name = g_match_info_fetch (match, 1);
      g_autofree char *value = g_match_info_fetch (match, 2);

      unit_set (unit, find_reference (unit, name, ""), g_ascii_strtod (value, NULL));
    }
}

static void
enter_continuous_time (Unit *unit)
{
  fmi2EventInfo info;

  do
    unit_ok (unit->NewDiscreteStates (unit->c, &info));
  while (info.newDiscreteStatesNeeded);
  unit_ok (unit->EnterContinuousTimeMode (unit->c));
}

static void
add_component (Wired *self, const char *text)
{
  WiredComponent component = { .name = find (text, "^ name=\"([^\"]+)\"") };
  g_autofree char *fmu = find (text, "source=\"resources/([^\"]+)\\.fmu\"");
  g_autofree char *library = g_strdup_printf ("models/%s.so", fmu);
  g_autofree char *xml = g_strdup_printf ("models/%s/modelDescription.xml", fmu);

  g_strdelimit (library, "-", '_');
  component.unit = unit_new (library, xml, fmi2ModelExchange);
  component.n_x = count (component.unit->xml, " derivative=\"");
  check_connectors (component.unit, text);
  set_parameters (component.unit, text);
  unit_start (component.unit);
  enter_continuous_time (component.unit);
  self->n_x += component.n_x;
  g_hash_table_insert (self->by_name, component.name, component.unit);
  g_array_append_val (self->components, component);
}

static void
add_connection (Wired *self, const char *text)
{
  static const char *const attributes[][3] = {
    { "startElement=\"([^\"]+)\"", "startConnector=\"([^\"]+)\"", " causality=\"output\"" },
    { "endElement=\"([^\"]+)\"", "endConnector=\"([^\"]+)\"", " causality=\"input\"" },
  };
  GArray *const ends[] = { self->sources, self->sinks };

  for (int i = 0; i < 2; i++)
    {
      g_autofree char *element = find (text, attributes[i][0]);
      g_autofree char *connector = find (text, attributes[i][1]);
      WiredVariable end = { .unit = g_hash_table_lookup (self->by_name, element) };

      g_assert_nonnull (end.unit);
      end.reference = find_reference (end.unit, connector, attributes[i][2]);
      g_array_append_val (ends[i], end);
    }
}

Wired *
wired_new (const char *root, const char *structure)
{
  Wired *self = g_new0 (Wired, 1);
  g_autofree char *text = read_text (root, structure);
  g_auto (GStrv) components = g_strsplit (text, "<ssd:Component", 0);
  g_auto (GStrv) connections = g_strsplit (text, "<ssd:Connection ", 0);
  double *x;

  self->components = g_array_new (FALSE, TRUE, sizeof (WiredComponent));
  self->sources = g_array_new (FALSE, TRUE, sizeof (WiredVariable));
  self->sinks = g_array_new (FALSE, TRUE, sizeof (WiredVariable));
  self->by_name = g_hash_table_new (g_str_hash, g_str_equal);
  for (char **part = components + 1; *part != NULL; part++)
    add_component (self, *part);
  for (char **part = connections + 1; *part != NULL; part++)
    add_connection (self, *part);

  x = self->x = g_new0 (double, self->n_x);
  self->work = g_new0 (double, 3 * self->n_x);
  for (unsigned i = 0; i < self->components->len; i++)
    {
      WiredComponent *component = &g_array_index (self->components, WiredComponent, i);
      component->x = x;
      x += component->n_x;
      unit_ok (
          component->unit->GetContinuousStates (component->unit->c, component->x, component->n_x));
    }
  return self;
}

void
wired_free (Wired *self)
{
  for (unsigned i = 0; i < self->components->len; i++)
    {
      WiredComponent *component = &g_array_index (self->components, WiredComponent, i);
      unit_free (component->unit);
      g_free (component->name);
    }
  g_hash_table_unref (self->by_name);
  g_array_unref (self->components);
  g_array_unref (self->sources);
  g_array_unref (self->sinks);
  g_free (self->x);
  g_free (self->work);
  g_free (self);
}

WiredVariable
wired_find (Wired *self, const char *name)
{
  g_auto (GStrv) parts = g_strsplit (name, ".", 2);
  WiredVariable variable = { .unit = g_hash_table_lookup (self->by_name, parts[0]) };

  g_assert_nonnull (variable.unit);
  variable.reference = find_reference (variable.unit, parts[1], "");
  return variable;
}

double
wired_get (Wired *self, const char *name)
{
  WiredVariable variable = wired_find (self, name);

  return unit_get (variable.unit, variable.reference);
}

void
wired_pass (Wired *self)
{
  for (int pass = 0; pass < MAX_PASSES; pass++)
    {
      gboolean changed = FALSE;

      for (unsigned i = 0; i < self->sinks->len; i++)
        {
          const WiredVariable *source = &g_array_index (self->sources, WiredVariable, i);
          const WiredVariable *sink = &g_array_index (self->sinks, WiredVariable, i);
          double value = unit_get (source->unit, source->reference);

          if (value != unit_get (sink->unit, sink->reference))
            {
              unit_set (sink->unit, sink->reference, value);
              changed = TRUE;
            }
        }
      if (!changed)
        return;
    }
  g_error ("the connections make an algebraic loop");
}

/* Writes dx/dt at time @t, s, and states @x, and leaves the components there. */
static void
slope_at (Wired *self, double t, const double x[], double dx[], void (*pass) (Wired *self))
{
  for (unsigned i = 0; i < self->components->len; i++)
    {
      const WiredComponent *component = &g_array_index (self->components, WiredComponent, i);
      Unit *unit = component->unit;

      unit_ok (unit->SetTime (unit->c, t));
      if (component->n_x > 0)
        unit_ok (unit->SetContinuousStates (unit->c, x + (component->x - self->x), component->n_x));
    }
  pass (self);
  for (unsigned i = 0; i < self->components->len; i++)
    {
      const WiredComponent *component = &g_array_index (self->components, WiredComponent, i);
      Unit *unit = component->unit;

      if (component->n_x > 0)
        unit_ok (unit->GetDerivatives (unit->c, dx + (component->x - self->x), component->n_x));
    }
}

void
wired_integrate (Wired *self, double t_end, int n, void (*pass) (Wired *self))
{
  static const double nodes[] = { 0, 0.5, 0.5, 1 };
  static const double weights[] = { 1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6 };
  const double t_start = self->t;
  const double h = (t_end - t_start) / n;
  double *slope = self->work;
  double *stage = slope + self->n_x;
  double *sum = stage + self->n_x;

  for (int i = 0; i < n; i++)
    {
      double t = t_start + i * h;

      memcpy (sum, self->x, self->n_x * sizeof (double));
      for (int k = 0; k < 4; k++)
        {
          for (unsigned j = 0; j < self->n_x; j++)
            stage[j] = self->x[j] + (k > 0 ? h * nodes[k] * slope[j] : 0);
          slope_at (self, t + nodes[k] * h, stage, slope, pass);
          for (unsigned j = 0; j < self->n_x; j++)
            sum[j] += h * weights[k] * slope[j];
        }
      memcpy (self->x, sum, self->n_x * sizeof (double));
    }
  self->t = t_end;
  slope_at (self, self->t, self->x, slope, pass);
}

void
wired_event (Wired *self)
{
  for (unsigned i = 0; i < self->components->len; i++)
    {
      Unit *unit = g_array_index (self->components, WiredComponent, i).unit;

      unit_ok (unit->EnterEventMode (unit->c));
      enter_continuous_time (unit);
    }
}
