/* List of commands, their lookup and error messages. */
#include "cli/command.h"

#include "core/base/language.h"
#include "core/base/number.h"
#include "core/base/reader.h"
#include "core/base/status.h"
#include "core/base/suggest.h"
#include "core/base/team.h"
#include "core/helper/isolation.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ENTRY(record) &record,

static const LsCommand *const commands[] = { LS_COMMANDS (ENTRY) NULL };

static void
print_help (FILE *stream)
{
  fprintf (stream, "%s\n  lockstep %s\n\n", _ ("Usage:"), _ ("COMMAND [OPTION…] [FILE]"));
  fprintf (stream, "%s\n\n", _ ("Couples FMUs and measures the coupling error."));
  fprintf (stream, "%s\n", _ ("Commands:"));
  for (guint i = 0; commands[i] != NULL; i++)
    fprintf (stream, "  %-10s %s\n", commands[i]->name, _ (commands[i]->summary));
  fprintf (stream, "\n%s\n", _ ("“lockstep COMMAND --help” describes one command."));
}

static const LsCommand *
find (const char *name)
{
  for (guint i = 0; commands[i] != NULL; i++)
    {
      if (strcmp (commands[i]->name, name) == 0)
        return commands[i];
    }
  return NULL;
}

static int
fail_unknown (const char *name)
{
  g_autoptr (GString) known = g_string_new (NULL);
  const char *names[G_N_ELEMENTS (commands)] = { NULL };
  const char *best;

  for (guint i = 0; commands[i] != NULL; i++)
    {
      names[i] = commands[i]->name;
      g_string_append_printf (known, "%s%s", i > 0 ? ", " : "", commands[i]->name);
    }
  best = ls_suggest (name, names);
  if (best != NULL)
    return ls_command_fail (
        2, _ ("there is no command “%s”; the commands are: %s (did you mean “%s”?)"), name,
        known->str, best);
  return ls_command_fail (2, _ ("there is no command “%s”; the commands are: %s"), name,
                          known->str);
}

static gboolean
is_help (const char *word)
{
  return strcmp (word, "--help") == 0 || strcmp (word, "-h") == 0 || strcmp (word, "help") == 0;
}

/* Where FMUs run unless an option says so. */
static gboolean
suggest_isolation (GError **error)
{
  const char *wanted = g_getenv ("LOCKSTEP_ISOLATION");
  LsIsolation isolation = LS_ISOLATION_GROUPED;

  if (wanted != NULL && *wanted != '\0' && strcmp (wanted, "auto") != 0
      && !ls_isolation_parse (wanted, &isolation, error))
    {
      g_prefix_error (error, "LOCKSTEP_ISOLATION: ");
      return FALSE;
    }
  ls_isolation_suggest (isolation);
  return TRUE;
}

static int
dispatch (int argc, char **argv)
{
  const LsCommand *command;
  g_autoptr (GError) error = NULL;
  g_autofree char *program = NULL;
  char *help[] = { argv[0], NULL, (char *)"--help", NULL };

  if (argc < 2)
    {
      print_help (stderr);
      return 2;
    }
  if (strcmp (argv[1], "help") == 0 && argc > 2 && !is_help (argv[2]))
    {
      /* "help run" is an alias of "run --help". */
      help[1] = argv[2];
      argv = help;
      argc = 3;
    }
  else if (is_help (argv[1]))
    {
      print_help (stdout);
      return 0;
    }
  if (strcmp (argv[1], "--version") == 0)
    {
      printf ("lockstep %s\n", LS_VERSION);
      return 0;
    }
  command = find (argv[1]);
  if (command == NULL)
    return fail_unknown (argv[1]);
  if (!suggest_isolation (&error))
    return ls_command_fail (2, "%s", error->message);
  /* Start of the usage line in the command's help. */
  program = g_strdup_printf ("lockstep %s", command->name);
  g_set_prgname (program);
  return command->run (argc - 1, argv + 1);
}

static gboolean
take_isolation (const char *option G_GNUC_UNUSED,
                const char *value,
                gpointer data G_GNUC_UNUSED,
                GError **error)
{
  LsIsolation isolation;

  if (strcmp (value, "auto") == 0)
    {
      ls_isolation_suggest (LS_ISOLATION_GROUPED);
      return TRUE;
    }
  if (!ls_isolation_parse (value, &isolation, error))
    return FALSE;
  ls_isolation_set (isolation);
  return TRUE;
}

static gboolean
take_time_limit (const char *option, const char *value, gpointer data G_GNUC_UNUSED, GError **error)
{
  double limit;

  if (!ls_number_parse (value, &limit) || !(limit > 0.0))
    return ls_fail (error, LS_ERROR_ARGUMENT, _ ("%s: “%s” is not a number of seconds above 0"),
                    option, value);
  ls_isolation_set_time_limit (limit);
  return TRUE;
}

static gboolean
take_memory_limit (const char *option,
                   const char *value,
                   gpointer data G_GNUC_UNUSED,
                   GError **error)
{
  double limit;

  if (!ls_number_parse (value, &limit) || !(limit >= 16.0 && limit < 1e12))
    return ls_fail (error, LS_ERROR_ARGUMENT, _ ("%s: “%s” is not a number of MiB from 16"), option,
                    value);
  ls_isolation_set_memory_limit ((guint64)(limit * 1048576.0));
  return TRUE;
}

static gboolean
take_permissions (const char *option G_GNUC_UNUSED,
                  const char *value,
                  gpointer data G_GNUC_UNUSED,
                  GError **error)
{
  return ls_isolation_allow (value, error);
}

static gboolean
take_threads (const char *option G_GNUC_UNUSED,
              const char *value,
              gpointer data G_GNUC_UNUSED,
              GError **error)
{
  guint n;

  if (!ls_team_parse_threads (value, &n, error))
    return FALSE;
  ls_team_set_threads (n);
  return TRUE;
}

static const GOptionEntry fmu_entries[] = {
  { "threads", 0, 0, G_OPTION_ARG_CALLBACK, take_threads,
    N_ ("Threads of each run; auto (default): up to the number of processors, if they save time"),
    "N" },
  { "isolation", 0, 0, G_OPTION_ARG_CALLBACK, take_isolation,
    N_ ("Where FMUs run: in this process (none), in shared helper processes (grouped), or each in "
        "its own (each); auto (default): grouped if possible"),
    N_ ("none|grouped|each|auto") },
  { "allow", 0, 0, G_OPTION_ARG_CALLBACK, take_permissions,
    N_ ("Permissions of FMUs in helper processes, separated by commas"),
    N_ ("network|programs|files|all") },
  { "time-limit", 0, 0, G_OPTION_ARG_CALLBACK, take_time_limit,
    N_ ("Maximum time of a call to an FMU in a helper process, in seconds"), N_ ("T") },
  { "memory-limit", 0, 0, G_OPTION_ARG_CALLBACK, take_memory_limit,
    N_ ("Maximum memory of FMUs in a helper process, in MiB"), N_ ("MIB") },
  { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL },
};

gboolean
ls_command_take_fmu_options (int argc, char **argv, GError **error)
{
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_auto (GStrv) copy = g_strdupv (argv);
  g_autofree char **arguments = g_memdup2 (copy, ((gsize)argc + 1) * sizeof *copy);

  g_option_context_set_help_enabled (context, FALSE);
  g_option_context_set_ignore_unknown_options (context, TRUE);
  g_option_context_add_main_entries (context, fmu_entries, GETTEXT_PACKAGE);
  return g_option_context_parse (context, &argc, &arguments, error);
}

static const GOptionEntry *more_entries;

void
ls_command_set_more_entries (const GOptionEntry entries[])
{
  more_entries = entries;
}

GOptionContext *
ls_command_new_context (const LsCommand *self, const GOptionEntry entries[])
{
  GOptionContext *context
      = g_option_context_new (*self->arguments != '\0' ? _ (self->arguments) : NULL);

  g_option_context_set_summary (context, _ (self->summary));
  ls_command_add_entries (context, entries);
  if (self->calls_fmus)
    ls_command_add_entries (context, fmu_entries);
  if (self->calls_fmus && more_entries != NULL)
    ls_command_add_entries (context, more_entries);
  return context;
}

/* Option names of the running command, which GLib does not provide. */
static GPtrArray *option_names;

void
ls_command_add_entries (GOptionContext *context, const GOptionEntry entries[])
{
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  if (option_names == NULL)
    option_names = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; entries[i].long_name != NULL; i++)
    g_ptr_array_add (option_names, g_strconcat ("--", entries[i].long_name, NULL));
}

void
ls_command_describe (GOptionContext *context, const char *title, LsItemList items)
{
  const char *before = g_option_context_get_description (context);
  g_autofree char *lines = ls_items_describe (items);
  g_autofree char *text = g_strdup_printf ("%s%s%s\n%s", before != NULL ? before : "",
                                           before != NULL ? "\n" : "", title, lines);

  g_option_context_set_description (context, text);
}

/* The first unknown option, without its value. */
static char *
find_unknown (int argc, char *const argv[])
{
  for (int i = 1; i < argc && strcmp (argv[i], "--") != 0; i++)
    {
      g_autofree char *name = g_strndup (argv[i], strcspn (argv[i], "="));

      if (g_str_has_prefix (name, "--")
          && !g_ptr_array_find_with_equal_func (option_names, name, g_str_equal, NULL))
        return g_steal_pointer (&name);
    }
  return NULL;
}

gboolean
ls_command_parse (GOptionContext *context, int *argc, char ***argv, GError **error)
{
  g_autoptr (GError) local_error = NULL;

  if (g_option_context_parse (context, argc, argv, &local_error))
    return TRUE;
  if (g_error_matches (local_error, G_OPTION_ERROR, G_OPTION_ERROR_UNKNOWN_OPTION))
    {
      g_autofree char *name = find_unknown (*argc, *argv);

      g_ptr_array_add (option_names, NULL);
      if (name != NULL)
        ls_suggest_add (&local_error, name, (const char *const *)option_names->pdata);
    }
  g_propagate_error (error, g_steal_pointer (&local_error));
  return FALSE;
}

void
ls_command_set_up (void)
{
  setlocale (LC_ALL, "");
  /* A file above the size limit (SIGXFSZ) is an error like a full disk and must not end the
   * program. */
  signal (SIGXFSZ, SIG_IGN);
  /* Messages are in the user's language; numbers have a decimal point, so that output can be read
   * by this and other programs. */
  setlocale (LC_NUMERIC, "C");
  ls_language_bind (LS_LOCALE_DIR);
  textdomain (GETTEXT_PACKAGE); /* for ngettext() */
  ls_reader_set_contained (TRUE);
}

int
ls_command_dispatch (int argc, char **argv)
{
  return ls_command_end_output (dispatch (argc, argv));
}

int
ls_command_end_output (int status)
{
  if ((fflush (stdout) != 0 || ferror (stdout) != 0) && status == 0)
    return ls_command_fail (1, _ ("the standard output cannot be written: %s"), g_strerror (errno));
  return status;
}

char *
ls_command_make_printable (const char *text, gboolean lines)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  g_autoptr (GString) shown = g_string_new (NULL);

  for (const char *c = valid; *c != '\0'; c = g_utf8_next_char (c))
    {
      const gunichar code = g_utf8_get_char (c);

      if ((lines && code == '\n') || !g_unichar_iscntrl (code))
        g_string_append_unichar (shown, code);
      else
        g_string_append_printf (shown, "\\x%02x", code);
    }
  return g_string_free (g_steal_pointer (&shown), FALSE);
}

void
ls_command_print_table (const LsTable *table, const char *said)
{
  g_autoptr (GString) out = g_string_new (NULL);
  g_autofree char *shown = NULL;

  ls_table_append_text (table, out);
  g_string_append_printf (out, "\n%s", said);
  shown = ls_command_make_printable (out->str, TRUE);
  fputs (shown, stdout);
}

int
ls_command_fail (int status, const char *format, ...)
{
  g_autofree char *message = NULL, *shown = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  /* Keeps the order of output and message if both have the same destination. */
  fflush (stdout);
  shown = ls_command_make_printable (message, TRUE);
  fprintf (stderr, "lockstep: %s\n", shown);
  return status;
}

int
ls_command_fail_error (int status, GError *error)
{
  if (status == 1 && error->domain == LS_ERROR && ls_error_get_fault_id (error->code) != NULL)
    status = LS_COMMAND_FAULTS + error->code - LS_ERROR_CRASHED;
  ls_command_fail (status, "%s", error->message);
  g_error_free (error);
  return status;
}
