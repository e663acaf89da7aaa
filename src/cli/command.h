/* Commands of the command line: one file each, listed in command.c. */
#pragma once

#include "core/base/item.h"

/**
 * LsCommand:
 * @name: what the user types ("info")
 * @arguments: after the options, as in the usage line ("FILE.fmu")
 * @summary: one line, translatable (marked with N_())
 * @run: parses what comes after the name (argv[0] is the command's name) with
 *   GOptionContext and does it. Results to stdout, progress and messages to
 *   stderr. Returns the exit status: 0 done, 1 failed, 2 wrong usage.
 */
typedef struct
{
  const char *name;
  const char *arguments;
  const char *summary;
  int (*run) (int argc, char **argv);
} LsCommand;

extern const LsCommand ls_command_info;
extern const LsCommand ls_command_check;
extern const LsCommand ls_command_run;
extern const LsCommand ls_command_compare;
extern const LsCommand ls_command_plot;
extern const LsCommand ls_command_report;
extern const LsCommand ls_command_methods;
extern const LsCommand ls_command_reproduce;
extern const LsCommand ls_command_stability;

/* Returns: (transfer full): with the usage line and the summary of @self, and @entries, which end
 * with %NULL and are translated. */
GOptionContext *ls_command_new_context (const LsCommand *self, const GOptionEntry entries[]);

/* g_option_context_parse() of such a context; asks what was meant by an option that there is not. */
gboolean ls_command_parse (GOptionContext *context, int *argc, char ***argv, GError **error);
/* Options of the context of a command that ls_command_new_context() was not given. */
void ls_command_add_entries (GOptionContext *context, const GOptionEntry entries[]);

/* Behind the options in the help text: @title, and a line for each of @items. */
void ls_command_describe (GOptionContext *context, const char *title, LsItemList items);

/* Runs the command that argv[1] names, or prints help or version; returns the exit status. */
int ls_command_dispatch (int argc, char **argv);

/* @text for a terminal (transfer full): what is no UTF-8 is replaced, and control characters,
 * which names in a file can hold, are written as \x1b; line ends stay when @lines is %TRUE. */
char *ls_command_make_printable (const char *text, gboolean lines);
/* Flushes the standard output. A result that did not arrive, on a full disk say, is a failure
 * of any command: returns @status, or 1 with a message. */
int ls_command_end_output (int status);
/* Prints "lockstep: message" to stderr and returns @status. */
int ls_command_fail (int status, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* The same with an error's message; frees @error. */
int ls_command_fail_error (int status, GError *error);
