/* The command line as a whole: help, version, wrong usage. */
#include <glib.h>
#include <string.h>

/* Runs the program with @arguments ("" for none); returns the exit status. */
static int
run (const char *arguments, char **output, char **messages)
{
  g_autofree char *line = g_strdup_printf ("%s %s", TEST_PROGRAM, arguments);
  g_autoptr (GError) error = NULL;
  int status = 0;

  g_assert_true (g_spawn_command_line_sync (line, output, messages, &status, &error));
  g_assert_no_error (error);
  if (g_spawn_check_wait_status (status, &error))
    return 0;
  g_assert_true (error->domain == G_SPAWN_EXIT_ERROR);
  return error->code;
}

static void
test_help (void)
{
  const char *const forms[] = { "--help", "-h" };

  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    {
      g_autofree char *output = NULL;
      g_autofree char *messages = NULL;

      g_assert_cmpint (run (forms[i], &output, &messages), ==, 0);
      g_assert_nonnull (strstr (output, "Usage:"));
      g_assert_nonnull (strstr (output, "\n  info "));
      g_assert_cmpstr (messages, ==, "");
    }
}

static void
test_version (void)
{
  g_autofree char *output = NULL;
  g_autofree char *messages = NULL;

  g_assert_cmpint (run ("--version", &output, &messages), ==, 0);
  g_assert_cmpstr (output, ==, "lockstep " LS_VERSION "\n");
}

static void
test_wrong_usage (void)
{
  g_autofree char *output = NULL;
  g_autofree char *messages = NULL;
  g_autofree char *no_output = NULL;
  g_autofree char *help = NULL;

  g_assert_cmpint (run ("frobnicate", &output, &messages), ==, 2);
  g_assert_cmpstr (output, ==, "");
  g_assert_true (g_str_has_prefix (messages, "lockstep: there is no command “frobnicate”"));
  g_assert_nonnull (strstr (messages, "info"));
  g_assert_cmpint (run ("", &no_output, &help), ==, 2);
  g_assert_cmpstr (no_output, ==, "");
  g_assert_nonnull (strstr (help, "Usage:"));
}

/* A command's own help begins with how it is called. */
static void
test_command_help (void)
{
  g_autofree char *output = NULL;
  g_autofree char *messages = NULL;

  g_assert_cmpint (run ("info --help", &output, &messages), ==, 0);
  g_assert_nonnull (strstr (output, "lockstep info"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  /* Messages are compared in the language they are written in. */
  g_setenv ("LC_ALL", "C.UTF-8", TRUE);
  g_test_add_func ("/cli/dispatch/help", test_help);
  g_test_add_func ("/cli/dispatch/version", test_version);
  g_test_add_func ("/cli/dispatch/wrong-usage", test_wrong_usage);
  g_test_add_func ("/cli/dispatch/command-help", test_command_help);
  return g_test_run ();
}
