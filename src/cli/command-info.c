/* lockstep info: data from the description of an FMU. */
#include "cli/command.h"
#include "cli/info.h"
#include "cli/json.h"

#include "core/helper/containment.h"
#include "core/ssp/ssp.h"

#include <glib/gi18n-lib.h>
#include <stdio.h>

/* What holds FMUs back on this system. */
static int
show_containment (gboolean as_json)
{
  g_autofree char *text = NULL;
  GError *error = NULL;
  guint holds;

  if (!ls_containment_probe (&holds, &error))
    return ls_command_fail_error (1, error);
  text = ls_containment_describe (holds);
  if (as_json)
    {
      g_autoptr (LsJson) json = ls_json_new ();

      ls_json_begin_object (json, NULL);
      ls_json_add_text (json, "containment", text);
      ls_json_begin_object (json, "contained");
      for (guint i = 0; i < LS_N_CONTAINMENTS; i++)
        ls_json_add_boolean (json, ls_containment_get_name (i), ls_containment_holds (holds, i));
      ls_json_end (json);
      ls_json_end (json);
      ls_json_print (json);
    }
  else
    printf ("%s\n", text);
  return 0;
}

static int
run (int argc, char **argv)
{
  gboolean json = FALSE, containment = FALSE;
  const GOptionEntry entries[] = {
    { "json", 0, 0, G_OPTION_ARG_NONE, &json, N_ ("Print all as JSON"), NULL },
    { "containment", 0, 0, G_OPTION_ARG_NONE, &containment,
      N_ ("Show the restrictions of FMUs on this system"), NULL },
    { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL },
  };
  g_autoptr (GOptionContext) context = ls_command_new_context (&ls_command_info, entries);
  g_autoptr (LsFmu) fmu = NULL;
  GError *error = NULL;

  if (!ls_command_parse (context, &argc, &argv, &error))
    return ls_command_fail_error (2, error);
  if (containment && argc == 1)
    return show_containment (json);
  if (argc != 2 || containment)
    return ls_command_fail (2, _ ("info needs one file, or --containment"));
  if (ls_ssp_is_model (argv[1]))
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
  .summary = N_ ("Show FMU metadata, or what is saved with a model"),
  .run = run,
};
