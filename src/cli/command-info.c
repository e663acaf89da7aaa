/* lockstep info: data from the description of an FMU. */
#include "cli/command.h"
#include "cli/info.h"

#include <glib/gi18n-lib.h>

static int
run (int argc, char **argv)
{
  gboolean json = FALSE;
  const GOptionEntry entries[] = {
    { "json", 0, 0, G_OPTION_ARG_NONE, &json, N_ ("Print all as JSON"), NULL },
    { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL },
  };
  g_autoptr (GOptionContext) context = ls_command_new_context (&ls_command_info, entries);
  g_autoptr (LsFmu) fmu = NULL;
  GError *error = NULL;

  if (!ls_command_parse (context, &argc, &argv, &error))
    return ls_command_fail_error (2, error);
  if (argc != 2)
    return ls_command_fail (2, _ ("info needs one file"));
  if (g_str_has_suffix (argv[1], ".ssp") || g_str_has_suffix (argv[1], ".ssd"))
    return ls_info_print_model (argv[1], json, &error) ? 0 : ls_command_fail_error (1, error);
  if ((fmu = ls_fmu_open (argv[1], &error)) == NULL)
    return ls_command_fail_error (1, error);
  if (json)
    ls_info_print_json (fmu);
  else
    ls_info_print_text (fmu);
  return 0;
}

const LsCommand ls_command_info = {
  .name = "info",
  .arguments = N_ ("FILE.fmu | MODEL.ssp"),
  .summary = N_ ("Show what an FMU says of itself, or what is saved with a model"),
  .run = run,
};
