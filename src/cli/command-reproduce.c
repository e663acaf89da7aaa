/* lockstep reproduce: tables and figures of the papers compared with our results. */
#include "cli/command.h"
#include "cli/reproduce/papers.h"

#include "core/base/places.h"
#include "draw/export.h"

#include <glib/gi18n-lib.h>
#include <stdio.h>
#include <string.h>

static char *
find_models (GError **error)
{
  char *models = ls_places_find_models ();

  if (models == NULL)
    g_set_error (error, LS_ERROR, LS_ERROR_FILE,
                 _ ("the example models are not installed; LOCKSTEP_MODELS names another folder"));
  return models;
}

static int
print_list (void)
{
  for (guint i = 0; i < ls_published_get_n (); i++)
    printf ("%-18s %s\n", ls_published_get (i)->id, _ (ls_published_get (i)->title));
  return 0;
}

static int
find_and_reproduce (const char *id, const char *output)
{
  LsReproduction wanted = { .published = ls_published_find (id), .output = output };
  g_autofree char *folder = NULL;
  GError *error = NULL;

  if (wanted.published == NULL)
    return ls_command_fail (
        2, _ ("“%s” cannot be reproduced; “lockstep reproduce list” lists the names"), id);
  if (output != NULL && !ls_export_check_path (output, &error))
    return ls_command_fail_error (2, error);
  if (output != NULL && wanted.published->is_text)
    return ls_command_fail (2, _ ("%s are tables: there is nothing to draw"), id);
  wanted.folder = folder = find_models (&error);
  return folder != NULL && wanted.published->run (&wanted, &error)
             ? 0
             : ls_command_fail_error (1, error);
}

static int
run (int argc, char **argv)
{
  g_autofree char *output = NULL;
  const GOptionEntry entries[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &output,
      N_ ("Draw the figure to this file, .png, .svg or .pdf"), N_ ("FILE") },
    { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL },
  };
  g_autoptr (GOptionContext) context = ls_command_new_context (&ls_command_reproduce, entries);
  GError *error = NULL;

  if (!ls_command_parse (context, &argc, &argv, &error))
    return ls_command_fail_error (2, error);
  if (argc != 2)
    return ls_command_fail (2, _ ("reproduce needs the name of a table or figure, or “list”"));
  return strcmp (argv[1], "list") == 0 ? print_list () : find_and_reproduce (argv[1], output);
}

const LsCommand ls_command_reproduce = {
  .name = "reproduce",
  .arguments = N_ ("NAME | list"),
  .summary = N_ ("Compute tables and figures of the papers again"),
  .run = run,
  .calls_fmus = TRUE,
};
