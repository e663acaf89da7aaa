/* lockstep methods: available coupling methods and their options. */
#include "cli/command.h"
#include "cli/job-options.h"
#include "cli/methods-model.h"
#include "cli/json.h"

#include "core/base/number.h"
#include "core/coupling/coupling.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdio.h>

static const char *
get_type_name (LsOptionType type)
{
  static const char *const names[] = { "switch", "choice", "integer", "real", "text" };

  return names[type];
}

/* Allowed values of an option: "on | off", "exact | stehfest", "0 to 3". */
static char *
format_range (const LsOption *option)
{
  char minimum[LS_NUMBER_SIZE], maximum[LS_NUMBER_SIZE];

  switch (option->type)
    {
    case LS_OPTION_SWITCH:
      return g_strdup ("on | off");
    case LS_OPTION_CHOICE:
      return g_strjoinv (" | ", (char **)option->choices);
    case LS_OPTION_TEXT:
      return g_strdup (_ ("text"));
    default:
      return g_strdup_printf (
          _ ("%s to %s"),
          isfinite (option->minimum) ? ls_number_format (option->minimum, minimum) : "−∞",
          isfinite (option->maximum) ? ls_number_format (option->maximum, maximum) : "∞");
    }
}

static void
print_option (const LsOption *option)
{
  g_autofree char *range = format_range (option);

  printf ("    %s=%s  (%s%s%s)\n        %s\n", option->name, option->initial, range,
          option->unit != NULL && *option->unit != '\0' ? " " : "",
          option->unit != NULL ? option->unit : "", _ (option->summary));
}

static void
print_text (void)
{
  for (guint i = 0; i < ls_coupling_method_get_n (); i++)
    {
      const LsCouplingMethod *method = ls_coupling_method_get (i);
      guint n;
      const LsOption *options = ls_coupling_method_get_options (method, &n);

      printf ("%s%s: %s\n    %s\n    %s\n", i > 0 ? "\n" : "", ls_coupling_method_get_id (method),
              ls_coupling_method_get_name (method), ls_coupling_method_get_summary (method),
              ls_coupling_method_get_source (method));
      if (ls_coupling_method_get_estimate (method) != NULL)
        /* Translators: by what the error is estimated. */
        printf (_ ("    Step size control: %s.\n"), ls_coupling_method_get_estimate (method));
      for (guint k = 0; k < n; k++)
        print_option (&options[k]);
    }
}

static void
add_option (LsJson *json, const LsOption *option)
{
  ls_json_begin_object (json, NULL);
  ls_json_add_text (json, "name", option->name);
  ls_json_add_text (json, "type", get_type_name (option->type));
  ls_json_add_text (json, "default", option->initial);
  if (option->type == LS_OPTION_CHOICE)
    {
      ls_json_begin_array (json, "choices");
      for (guint i = 0; option->choices[i] != NULL; i++)
        ls_json_add_text (json, NULL, option->choices[i]);
      ls_json_end (json);
    }
  if (option->type == LS_OPTION_INTEGER || option->type == LS_OPTION_REAL)
    {
      ls_json_add_real (json, "minimum", option->minimum);
      ls_json_add_real (json, "maximum", option->maximum);
      ls_json_add_text (json, "unit", option->unit);
    }
  ls_json_add_text (json, "summary", _ (option->summary));
  ls_json_end (json);
}

static void
add_method (LsJson *json, const LsCouplingMethod *method)
{
  guint n;
  const LsOption *options = ls_coupling_method_get_options (method, &n);

  ls_json_begin_object (json, NULL);
  ls_json_add_text (json, "id", ls_coupling_method_get_id (method));
  ls_json_add_text (json, "name", ls_coupling_method_get_name (method));
  ls_json_add_text (json, "summary", ls_coupling_method_get_summary (method));
  ls_json_add_text (json, "source", ls_coupling_method_get_source (method));
  ls_json_add_text (json, "estimate", ls_coupling_method_get_estimate (method));
  ls_json_add_boolean (json, "asynchronous", ls_coupling_method_is_asynchronous (method));
  ls_json_begin_array (json, "options");
  for (guint k = 0; k < n; k++)
    add_option (json, &options[k]);
  ls_json_end (json);
  ls_json_end (json);
}

static void
print_json (void)
{
  g_autoptr (LsJson) json = ls_json_new ();

  ls_json_begin_array (json, NULL);
  for (guint i = 0; i < ls_coupling_method_get_n (); i++)
    add_method (json, ls_coupling_method_get (i));
  ls_json_end (json);
  ls_json_print (json);
}

static int
run (int argc, char **argv)
{
  gboolean json = FALSE;
  g_autofree char *model = NULL;
  LsJobOptions options = { .quiet = TRUE };
  const GOptionEntry entries[] = {
    { "json", 0, 0, G_OPTION_ARG_NONE, &json, N_ ("Print all as JSON"), NULL },
    { "model", 'm', 0, G_OPTION_ARG_FILENAME, &model,
      N_ ("Show what the components of this model lack for each method, and the substitute"),
      N_ ("MODEL") },
    LS_JOB_OPTION_WITHOUT (&options.without),
    LS_JOB_OPTIONS_STEPS (&options),
    LS_JOB_OPTION_END,
  };
  g_autoptr (GOptionContext) context = ls_command_new_context (&ls_command_methods, entries);
  GError *error = NULL;
  int status = 0;

  if (!ls_command_parse (context, &argc, &argv, &error))
    status = ls_command_fail_error (2, error);
  else if (argc != 1)
    status = ls_command_fail (2, _ ("methods takes no arguments; --model names a model"));
  else if (model == NULL && options.without != NULL)
    status = ls_command_fail (2, _ ("--without requires --model"));
  else if (model == NULL && options.inner_steps != NULL)
    status = ls_command_fail (2, _ ("--inner-steps requires --model"));
  else if (model == NULL && options.own_steps != NULL)
    status = ls_command_fail (2, _ ("--own-step requires --model"));
  else if (model != NULL)
    status = ls_methods_print_model (model, &options, json);
  else if (json)
    print_json ();
  else
    print_text ();
  ls_job_options_clear (&options);
  return status;
}

const LsCommand ls_command_methods = {
  .name = "methods",
  .arguments = "",
  .summary = N_ ("List the coupling methods and their options"),
  .run = run,
  .calls_fmus = TRUE,
};
