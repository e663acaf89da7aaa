/* lockstep allow: what single FMUs may do that their sandbox denies, kept for the user. */
#include "cli/command.h"
#include "cli/json.h"

#include "core/fmi/fmu.h"
#include "core/helper/permissions.h"

#include <glib/gi18n-lib.h>
#include <stdio.h>
#include <string.h>

#define DIGEST_LENGTH 64

static gboolean
is_digest (const char *text)
{
  return strlen (text) == DIGEST_LENGTH && strspn (text, "0123456789abcdef") == DIGEST_LENGTH;
}

/* @text: an FMU, or its digest. @file: (out): name of its file, "" if unknown. Returns: (transfer
 * full) (nullable) */
static char *
find_digest (const char *text, char **file, GError **error)
{
  g_autoptr (LsFmu) fmu = NULL;

  *file = NULL;
  if (is_digest (text))
    {
      *file = g_strdup ("");
      return g_strdup (text);
    }
  if ((fmu = ls_fmu_open (text, error)) == NULL)
    return NULL;
  *file = g_path_get_basename (text);
  return ls_fmu_make_digest (fmu);
}

static void
add_one (LsJson *json, const LsPermission *permission, const char *text)
{
  ls_json_begin_object (json, NULL);
  ls_json_add_text (json, "digest", permission->digest);
  ls_json_add_text (json, "file", permission->file);
  ls_json_add_text (json, "allowed", text);
  ls_json_end (json);
}

static int
list (gboolean as_json)
{
  g_autoptr (GPtrArray) all = ls_permissions_list ();
  g_autoptr (LsJson) json = ls_json_new ();

  ls_json_begin_object (json, NULL);
  ls_json_begin_array (json, "allowed");
  for (guint i = 0; i < all->len; i++)
    {
      const LsPermission *one = all->pdata[i];
      g_autofree char *text = ls_permission_describe (one);

      add_one (json, one, text);
      if (!as_json)
        printf ("%s %s: %s\n", one->digest, one->file, text);
    }
  ls_json_end (json);
  ls_json_end (json);
  if (as_json)
    ls_json_print (json);
  return 0;
}

static int
run (int argc, char **argv)
{
  gboolean json = FALSE, revoke = FALSE;
  const GOptionEntry entries[] = {
    { "revoke", 0, 0, G_OPTION_ARG_NONE, &revoke, N_ ("Remove the permissions of the FMU"), NULL },
    { "json", 0, 0, G_OPTION_ARG_NONE, &json, N_ ("Print the list as JSON"), NULL },
    { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL },
  };
  g_autoptr (GOptionContext) context = ls_command_new_context (&ls_command_allow, entries);
  g_autofree char *digest = NULL, *file = NULL;
  GError *error = NULL;

  if (!ls_command_parse (context, &argc, &argv, &error))
    return ls_command_fail_error (2, error);
  if (argc == 1 && !revoke)
    return list (json);
  if (json || argc < 2 || (argc == 2) != revoke)
    return ls_command_fail (2, _ ("allow needs an FMU and a permission, --revoke an FMU only"));
  if ((digest = find_digest (argv[1], &file, &error)) == NULL)
    return ls_command_fail_error (1, error);
  if (revoke)
    return ls_permissions_revoke (digest, &error) ? 0 : ls_command_fail_error (1, error);
  for (int i = 2; i < argc; i++)
    if (!ls_permissions_grant (digest, file, argv[i], &error))
      return ls_command_fail_error (1, error);
  return 0;
}

const LsCommand ls_command_allow = {
  .name = "allow",
  .arguments = N_ ("[FMU [network|programs|files|folder=PATH|all]…]"),
  .summary = N_ ("Grant an FMU permissions that its sandbox denies, or list permissions"),
  .run = run,
};
