/* Commands of the command line: one file each. */
#pragma once

#include "core/base/item.h"
#include "core/text/table.h"

/**
 * LsCommand:
 * @name: what the user types ("info")
 * @arguments: arguments after the options, as in the usage line ("FILE.fmu")
 * @summary: one line, translatable (marked with N_())
 * @run: parses the arguments (argv[0] is the command's name) with GOptionContext and executes the
 *   command. Results to stdout, progress and messages to stderr. Returns the exit status: 0 done, 1
 *   failed, 2 wrong usage.
 */
typedef struct
{
  const char *name;
  const char *arguments;
  const char *summary;
  int (*run) (int argc, char **argv);
  gboolean calls_fmus; /* has the options that say where FMUs run */
} LsCommand;

/* Declares and lists those that meson.build names. */
#include "cli/commands.h"

/* At the beginning of main(): the language of messages, signals, how files are read. */
void ls_command_set_up (void);
/* Takes the options that say where FMUs run from the command line of another program of this kind and
 * leaves the others. */
gboolean ls_command_take_fmu_options (int argc, char **argv, GError **error);
/* @entries: further options of the commands that have those; borrowed, %NULL-terminated */
void ls_command_set_more_entries (const GOptionEntry entries[]);

/* Returns: (transfer full): context with the usage line and summary of @self, and @entries
 * (%NULL-terminated, translated) */
GOptionContext *ls_command_new_context (const LsCommand *self, const GOptionEntry entries[]);

/* g_option_context_parse() for such a context; suggests similar names for an unknown option. */
gboolean ls_command_parse (GOptionContext *context, int *argc, char ***argv, GError **error);
/* Adds options to a context of ls_command_new_context(). */
void ls_command_add_entries (GOptionContext *context, const GOptionEntry entries[]);

/* Appends to the help text, after the options: @title, and a line for each of @items. */
void ls_command_describe (GOptionContext *context, const char *title, LsItemList items);

/* Runs the command argv[1], or prints help or version; returns the exit status. */
int ls_command_dispatch (int argc, char **argv);

/* @text for a terminal (transfer full): invalid UTF-8 is replaced, and control characters, which
 * names in files may contain, are written as \x1b; line ends are kept if @lines is %TRUE. */
char *ls_command_make_printable (const char *text, gboolean lines);
/* Prints @table and below it @said. */
void ls_command_print_table (const LsTable *table, const char *said);
/* Flushes the standard output. An incomplete result, e.g. on a full disk, is a failure of any
 * command: returns @status, or 1 with a message. */
int ls_command_end_output (int status);
/* Prints "lockstep: message" to stderr and returns @status. */
int ls_command_fail (int status, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* Exit status of an FMU that crashed; the next ones: hung, denied, out of memory, values that are no
 * numbers (ls_error_get_fault_id()). */
#define LS_COMMAND_FAULTS 5
/* The same with an error's message; frees @error. A @status of 1 becomes that of the fault, if an FMU
 * ended with one. */
int ls_command_fail_error (int status, GError *error);
