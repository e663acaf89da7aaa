/* Options as data. */
#include "core/base/option.h"
#include "core/base/status.h"

#include <math.h>
#include <string.h>

static const char *const kinds[] = { "exact", "laplace", NULL };

static const LsOption list[] = {
  { .name = "affine-term", .type = LS_OPTION_SWITCH, .initial = "on", .summary = "A switch." },
  { .name = "kind",
    .type = LS_OPTION_CHOICE,
    .initial = "exact",
    .choices = kinds,
    .summary = "A." },
  { .name = "order",
    .type = LS_OPTION_INTEGER,
    .initial = "2",
    .minimum = 0,
    .maximum = 4,
    .summary = "An integer." },
  { .name = "tolerance",
    .type = LS_OPTION_REAL,
    .initial = "0.0010",
    .minimum = 1e-14,
    .maximum = 1,
    .unit = "s",
    .summary = "A number." },
  { .name = "weight",
    .type = LS_OPTION_REAL,
    .initial = "0",
    .minimum = 0,
    .maximum = INFINITY,
    .summary = "A number." },
  { .name = "sequence", .type = LS_OPTION_TEXT, .initial = "graph", .summary = "A text." },
};

static LsOptions *
new_options (void)
{
  return ls_options_new (list, G_N_ELEMENTS (list));
}

static void
test_defaults (void)
{
  g_autoptr (LsOptions) options = new_options ();
  g_autoptr (LsOptions) none = ls_options_new (NULL, 0);
  g_autofree char *text = ls_options_to_text (options, ",");
  g_autofree char *nothing = ls_options_to_text (none, ",");

  g_assert_true (ls_options_get_switch (options, "affine-term"));
  g_assert_cmpstr (ls_options_get_text (options, "kind"), ==, "exact");
  g_assert_cmpint (ls_options_get_integer (options, "order"), ==, 2);
  g_assert_cmpfloat (ls_options_get_real (options, "tolerance"), ==, 1e-3);
  for (guint i = 0; i < G_N_ELEMENTS (list); i++)
    g_assert_true (ls_options_is_initial (options, list[i].name));
  g_assert_cmpstr (text, ==, "");
  g_assert_cmpstr (nothing, ==, "");
}

static void
test_set (void)
{
  g_autoptr (LsOptions) options = new_options ();
  g_autoptr (LsOptions) copy = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  g_autofree char *copied = NULL;

  g_assert_true (ls_options_set (options, "tolerance", "1e-6", &error));
  g_assert_true (ls_options_set (options, "affine-term", "off", &error));
  g_assert_true (ls_options_set (options, "order", " 4 ", &error));
  g_assert_no_error (error);
  copy = ls_options_copy (options);
  /* Another spelling of the default is the default. */
  g_assert_true (ls_options_set (options, "tolerance", "1e-3", &error));
  g_assert_true (ls_options_is_initial (options, "tolerance"));
  g_assert_false (ls_options_is_initial (options, "order"));
  text = ls_options_to_text (options, ":");
  g_assert_cmpstr (text, ==, "affine-term=off:order=4");
  copied = ls_options_to_text (copy, ",");
  g_assert_cmpstr (copied, ==, "affine-term=off,order=4,tolerance=1e-06");
}

/* A text is kept as it is, but for white space around it. */
static void
test_text (void)
{
  g_autoptr (LsOptions) options = new_options ();
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  g_assert_cmpstr (ls_options_get_text (options, "sequence"), ==, "graph");
  g_assert_true (ls_options_set (options, "sequence", " left/Größe 2/right ", &error));
  g_assert_no_error (error);
  g_assert_cmpstr (ls_options_get_text (options, "sequence"), ==, "left/Größe 2/right");
  text = ls_options_to_text (options, ",");
  g_assert_cmpstr (text, ==, "sequence=left/Größe 2/right");
  g_assert_true (ls_options_set (options, "sequence", "graph", &error));
  g_assert_true (ls_options_is_initial (options, "sequence"));
}

static void
check_refused (const char *name, const char *value, const char *expected)
{
  g_autoptr (LsOptions) options = new_options ();
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  g_assert_false (ls_options_set (options, name, value, &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_ARGUMENT);
  if (strstr (error->message, expected) == NULL)
    g_error ("“%s” does not say “%s”", error->message, expected);
  text = ls_options_to_text (options, ",");
  g_assert_cmpstr (text, ==, "");
}

static void
test_refused (void)
{
  check_refused ("no-such", "on", "affine-term, kind, order, tolerance, weight, sequence");
  check_refused ("affine-term", "maybe", "on or off");
  check_refused ("affine-term", "", "on or off");
  check_refused ("kind", "Exact", "exact, laplace");
  check_refused ("order", "5", "an integer from 0 to 4");
  check_refused ("order", "-1", "an integer from 0 to 4");
  check_refused ("order", "1.5", "an integer");
  check_refused ("order", "1e99", "an integer");
  check_refused ("tolerance", "0", "from 1e-14 to 1 s");
  check_refused ("tolerance", "nan", "a number");
  check_refused ("tolerance", "0,5", "a number");
  check_refused ("weight", "-1", "a number of at least 0");
  check_refused ("sequence", " ", "a text");
  check_refused ("sequence", "\xff", "a text");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/option/defaults", test_defaults);
  g_test_add_func ("/base/option/set", test_set);
  g_test_add_func ("/base/option/text", test_text);
  g_test_add_func ("/base/option/refused", test_refused);
  return g_test_run ();
}
