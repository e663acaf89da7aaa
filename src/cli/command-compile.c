/* lockstep compile: binaries for this machine from the sources of FMUs. */
#include "cli/command.h"
#include "cli/json.h"

#include "core/fmi/compile.h"

#include <glib/gi18n-lib.h>
#include <stdio.h>

static int
print_json (const char *path, guint n, const char *output, const GError *error)
{
  g_autoptr (LsJson) json = ls_json_new ();

  ls_json_begin_object (json, NULL);
  ls_json_add_text (json, "fmu", path);
  ls_json_add_integer (json, "binaries", n);
  ls_json_add_text (json, "output", output);
  ls_json_add_text (json, "error", error != NULL ? error->message : NULL);
  ls_json_end (json);
  ls_json_print (json);
  return n > 0 ? 0 : 1;
}

static int
compile (const char *path, gboolean as_json)
{
  g_autoptr (LsFmu) fmu = NULL;
  g_autofree char *output = NULL, *shown = NULL;
  g_autoptr (GError) error = NULL;
  guint n;

  if ((fmu = ls_fmu_open (path, &error)) == NULL)
    return ls_command_fail_error (1, g_steal_pointer (&error));
  n = ls_fmu_compile (fmu, NULL, &output, &error);
  if (as_json)
    return print_json (path, n, output, error);
  shown = ls_command_make_printable (output, TRUE);
  fputs (shown, stderr);
  if (n == 0)
    return ls_command_fail_error (1, g_steal_pointer (&error));
  printf (ngettext ("%s: %u binary compiled\n", "%s: %u binaries compiled\n", n), path, n);
  return 0;
}

static int
run (int argc, char **argv)
{
  gboolean json = FALSE;
  const GOptionEntry entries[] = {
    { "json", 0, 0, G_OPTION_ARG_NONE, &json, N_ ("Print the result as JSON"), NULL },
    { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL },
  };
  g_autoptr (GOptionContext) context = ls_command_new_context (&ls_command_compile, entries);
  GError *error = NULL;

  if (!ls_command_parse (context, &argc, &argv, &error))
    return ls_command_fail_error (2, error);
  if (argc != 2)
    return ls_command_fail (2, _ ("compile needs one FMU"));
  return compile (argv[1], json);
}

const LsCommand ls_command_compile = {
  .name = "compile",
  .arguments = N_ ("FMU"),
  .summary = N_ ("Compile the sources of an FMU that has no binary for this machine"),
  .run = run,
};
