/* What a job says on stderr: notes, the log, and a status line on a terminal. */
#include "cli/job-impl.h"

#include "cli/command.h"

#include <glib/gi18n-lib.h>
#include <stdio.h>
#include <unistd.h>

static gboolean progress_shown;

void
ls_job_show_progress (const LsJob *self, const char *format, ...)
{
  va_list arguments;

  if (self->quiet || !isatty (STDERR_FILENO))
    return;
  va_start (arguments, format);
  fputs ("\r\033[K", stderr);
  vfprintf (stderr, format, arguments);
  va_end (arguments);
  fflush (stderr);
  progress_shown = TRUE;
}

void
ls_job_clear_progress (void)
{
  if (progress_shown)
    fputs ("\r\033[K", stderr);
  progress_shown = FALSE;
}

void
ls_job_note (const LsJob *self, const char *format, ...)
{
  g_autofree char *message = NULL, *shown = NULL;
  va_list arguments;

  if (self->quiet)
    return;
  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  shown = ls_command_make_printable (message, TRUE);
  ls_job_clear_progress ();
  /* Translators: the message follows. */
  fprintf (stderr, "%s%s\n", _ ("note: "), shown);
}

static void
print_entry (const LsLogEntry *entry, gpointer user_data)
{
  const LsJob *self = user_data;
  g_autofree char *line = NULL, *shown = NULL;

  if (self->quiet || entry->level < LS_LOG_INFO)
    return;
  line = ls_log_entry_format (entry);
  shown = ls_command_make_printable (line, TRUE);
  ls_job_clear_progress ();
  fprintf (stderr, "%s: %s\n", ls_log_level_name (entry->level), shown);
}

LsLog *
ls_job_log_new (LsJob *self)
{
  return ls_log_new (print_entry, self);
}
