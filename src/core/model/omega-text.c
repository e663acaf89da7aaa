/* The connection matrix as text. */
#include "core/model/omega-text.h"

#include <string.h>

static const char *
component_name (const LsModel *model, const LsPort *port)
{
  return ls_model_find_component (model, port->component)->name;
}

static char *
port_name (const LsModel *model, const LsPort *port)
{
  return g_strconcat (component_name (model, port), ".", port->variable->name, NULL);
}

/* Whether a group of ports of one component begins at this index. */
static gboolean
begins_group (const LsPort ports[], guint i)
{
  return i == 0 || ports[i].component != ports[i - 1].component;
}

static char
cell (const LsOmega *self, guint row, guint column)
{
  return self->sources[column] == (int)row ? '1' : '0';
}

static void
pad (GString *text, const char *word, guint width)
{
  g_string_append (text, word);
  for (glong n = g_utf8_strlen (word, -1); n < (glong)width; n++)
    g_string_append_c (text, ' ');
}

/* Removes trailing spaces. */
static void
end_line (GString *text)
{
  while (text->len > 0 && text->str[text->len - 1] == ' ')
    g_string_truncate (text, text->len - 1);
  g_string_append_c (text, '\n');
}

static guint
width_of (const char *text)
{
  return (guint)g_utf8_strlen (text, -1);
}

/* A column is as wide as its name; the last one of a group is widened if the name of the component
 * is longer than the group. */
static guint *
measure_columns (const LsOmega *self, const LsModel *model)
{
  guint *widths = g_new0 (guint, self->n_inputs + 1);

  for (guint first = 0, end; first < self->n_inputs; first = end)
    {
      guint wanted = width_of (component_name (model, &self->inputs[first])), room = 0;

      for (end = first; end == first || (end < self->n_inputs && !begins_group (self->inputs, end));
           end++)
        {
          widths[end] = width_of (self->inputs[end].variable->name);
          room += widths[end] + (end > first);
        }
      if (room < wanted)
        widths[end - 1] += wanted - room;
    }
  return widths;
}

static void
add_plain_heads (
    GString *text, const LsOmega *self, const LsModel *model, const guint widths[], guint margin)
{
  guint at = 0, used = 0;

  pad (text, "", margin);
  for (guint i = 0; i < self->n_inputs; i++)
    {
      at += begins_group (self->inputs, i) ? 2 : 1;
      if (begins_group (self->inputs, i))
        {
          const char *name = component_name (model, &self->inputs[i]);

          pad (text, "", at - used);
          g_string_append (text, name);
          used = at + width_of (name);
        }
      at += widths[i];
    }
  end_line (text);
  pad (text, "", margin);
  for (guint i = 0; i < self->n_inputs; i++)
    {
      pad (text, "", begins_group (self->inputs, i) ? 2 : 1);
      pad (text, self->inputs[i].variable->name, widths[i]);
    }
  end_line (text);
}

static char *
format_plain (const LsOmega *self, const LsModel *model)
{
  g_autofree guint *widths = measure_columns (self, model);
  GString *text = g_string_new (NULL);
  guint margin = 0;

  for (guint i = 0; i < self->n_outputs; i++)
    {
      g_autofree char *name = port_name (model, &self->outputs[i]);

      margin = MAX (margin, width_of (name));
    }
  add_plain_heads (text, self, model, widths, margin);
  for (guint i = 0; i < self->n_outputs; i++)
    {
      g_autofree char *name = port_name (model, &self->outputs[i]);

      if (i > 0 && begins_group (self->outputs, i))
        end_line (text);
      pad (text, name, margin);
      for (guint j = 0; j < self->n_inputs; j++)
        {
          const char digit[] = { cell (self, i, j), '\0' };

          pad (text, "", begins_group (self->inputs, j) ? 2 : 1);
          pad (text, digit, widths[j]);
        }
      end_line (text);
    }
  return g_string_free (text, FALSE);
}

static char *
format_tabs (const LsOmega *self, const LsModel *model)
{
  GString *text = g_string_new (NULL);

  for (guint j = 0; j < self->n_inputs; j++)
    {
      g_autofree char *name = port_name (model, &self->inputs[j]);

      g_string_append_printf (text, "\t%s", name);
    }
  g_string_append_c (text, '\n');
  for (guint i = 0; i < self->n_outputs; i++)
    {
      g_autofree char *name = port_name (model, &self->outputs[i]);

      g_string_append (text, name);
      for (guint j = 0; j < self->n_inputs; j++)
        g_string_append_printf (text, "\t%c", cell (self, i, j));
      g_string_append_c (text, '\n');
    }
  return g_string_free (text, FALSE);
}

/* Escapes special characters of LaTeX. */
static void
add_escaped (GString *text, const char *word)
{
  for (; *word != '\0'; word++)
    switch (*word)
      {
      case '\\':
        g_string_append (text, "\\textbackslash{}");
        break;
      case '~':
        g_string_append (text, "\\textasciitilde{}");
        break;
      case '^':
        g_string_append (text, "\\textasciicircum{}");
        break;
      case '#':
      case '$':
      case '%':
      case '&':
      case '_':
      case '{':
      case '}':
        g_string_append_c (text, '\\');
        G_GNUC_FALLTHROUGH;
      default:
        g_string_append_c (text, *word);
      }
}

static void
add_latex_name (GString *text, const LsModel *model, const LsPort *port)
{
  g_autofree char *name = port_name (model, port);

  g_string_append (text, "\\text{");
  add_escaped (text, name);
  g_string_append_c (text, '}');
}

static char *
format_latex (const LsOmega *self, const LsModel *model)
{
  GString *text = g_string_new ("\\begin{array}{r");

  for (guint j = 0; j < self->n_inputs; j++)
    g_string_append (text, begins_group (self->inputs, j) ? "|c" : "c");
  g_string_append (text, "}\n");
  for (guint j = 0; j < self->n_inputs; j++)
    {
      g_string_append (text, " & ");
      add_latex_name (text, model, &self->inputs[j]);
    }
  g_string_append (text, " \\\\\n");
  for (guint i = 0; i < self->n_outputs; i++)
    {
      if (begins_group (self->outputs, i))
        g_string_append (text, "\\hline\n");
      add_latex_name (text, model, &self->outputs[i]);
      for (guint j = 0; j < self->n_inputs; j++)
        g_string_append_printf (text, " & %c", cell (self, i, j));
      g_string_append (text, i + 1 < self->n_outputs ? " \\\\\n" : "\n");
    }
  g_string_append (text, "\\end{array}\n");
  return g_string_free (text, FALSE);
}

char *
ls_omega_format (const LsOmega *self, const LsModel *model, LsOmegaFormat format)
{
  g_return_val_if_fail (self != NULL && model != NULL, NULL);

  switch (format)
    {
    case LS_OMEGA_TABS:
      return format_tabs (self, model);
    case LS_OMEGA_LATEX:
      return format_latex (self, model);
    case LS_OMEGA_PLAIN:
    default:
      return format_plain (self, model);
    }
}
