/* What the base layer costs. */
#include "bench.h"

#include "core/base/number.h"
#include "core/base/xml.h"

#include <math.h>
#include <string.h>

#define N_NUMBERS 100000

static double numbers[N_NUMBERS];

static void
format_shortest (gpointer data G_GNUC_UNUSED)
{
  char text[LS_NUMBER_SIZE];

  for (guint i = 0; i < N_NUMBERS; i++)
    ls_number_format (numbers[i], text);
}

static void
format_17 (gpointer data G_GNUC_UNUSED)
{
  char text[LS_NUMBER_SIZE];

  for (guint i = 0; i < N_NUMBERS; i++)
    g_ascii_formatd (text, sizeof text, "%.17g", numbers[i]);
}

/* The price of the shortest text that reads back, against seventeen digits always. */
static double
measure_format (gpointer data G_GNUC_UNUSED, GError **error G_GNUC_UNUSED)
{
  for (guint i = 0; i < N_NUMBERS; i++)
    numbers[i] = sin (0.001 * i);
  return ls_bench_ratio (format_shortest, format_17, NULL, 3);
}

/* A model description of ten thousand variables is a large one. */
static double
measure_xml (gpointer data G_GNUC_UNUSED, GError **error)
{
  g_autoptr (GString) text = g_string_new ("<fmiModelDescription>");
  double start;
  xmlDoc *doc;

  for (guint i = 0; i < 10000; i++)
    g_string_append_printf (text,
                            "<ScalarVariable name=\"v%u\" valueReference=\"%u\">"
                            "<Real start=\"0\" unit=\"m/s\"/></ScalarVariable>\n",
                            i, i);
  g_string_append (text, "</fmiModelDescription>");
  start = ls_bench_wall_time ();
  doc = ls_xml_read_memory (text->str, text->len, "bench", NULL, error);
  g_clear_pointer (&doc, xmlFreeDoc);
  return 1e3 * (ls_bench_wall_time () - start);
}

const LsBench ls_bench_base[] = {
  { "base/number-format against %.17g", "", 6, 5, measure_format, NULL },
  { "base/xml-10000-variables", "ms", 100, 5, measure_xml, NULL },
  { NULL, NULL, 0, 0, NULL, NULL },
};
