#include "app/variations/variation-process.h"
#include <glib-unix.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include "core/base/executable.h"
#include "core/base/number.h"
#include "core/ssp/ssp.h"

/* Interval of looking for new rows where the folder cannot be watched, as others watch too many,
 * ms. */
#define UNWATCHED 500
/* Last part of what the process says that is shown, bytes. */
#define MAX_WORDS 2000

static void
add (GPtrArray *arguments, const char *option, const char *value)
{
  g_ptr_array_add (arguments, g_strdup (option));
  if (value != NULL)
    g_ptr_array_add (arguments, g_strdup (value));
}

static void
add_number (GPtrArray *arguments, const char *option, double value)
{
  char text[LS_NUMBER_SIZE];
  g_autofree char *argument = g_strdup_printf ("%s=%s", option, ls_number_format (value, text));

  add (arguments, argument, NULL);
}

/* The plan, explicitly: the file may be edited meanwhile. */
static void
add_plan (const LsVariationProcess *self, GPtrArray *arguments)
{
  const LsVariationPlan *plan = self->plan;
  g_autofree char *method = ls_method_choice_to_text (self->settings->choice);

  add (arguments, "-m", method);
  add_number (arguments, "--step-size", self->settings->step_size);
  add_number (arguments, "--start-time", self->settings->start_time);
  add_number (arguments, "--stop-time", self->settings->stop_time);
  if (self->settings->tolerance > 0)
    add_number (arguments, "--tolerance", self->settings->tolerance);
  for (guint i = 0; i < plan->parameters->len; i++)
    {
      g_autofree char *range = ls_varied_make_range_text (plan->parameters->pdata[i]);

      add (arguments, "-p", self->calibrates ? range : plan->parameters->pdata[i]);
    }
  for (guint i = 0; i < plan->measures->len && !self->calibrates; i++)
    add (arguments, "--measure", plan->measures->pdata[i]);
  if (self->calibrates)
    add (arguments, "--data", plan->data);
  else
    add (arguments, "--sample", plan->sample);
  add_number (arguments, "--seed", plan->seed);
  add_number (arguments, "--jobs", plan->n_jobs > 0 ? plan->n_jobs : g_get_num_processors ());
}

char *
ls_variation_process_make_command (const LsVariationProcess *self, const char *model)
{
  g_return_val_if_fail (self != NULL && model != NULL, NULL);

  g_autoptr (GPtrArray) arguments = g_ptr_array_new_with_free_func (g_free);
  GString *text = g_string_new ("lockstep");

  add (arguments, self->calibrates ? "calibrate" : "vary", model);
  add_plan (self, arguments);
  add (arguments, "-o", self->calibrates ? "fit.csv" : "table.csv");
  for (guint i = 0; i < arguments->len; i++)
    {
      const char *argument = arguments->pdata[i];
      g_autofree char *quoted = g_shell_quote (argument);
      const gboolean plain
          = strspn (argument, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                              "-_./=:,+")
            == strlen (argument);

      g_string_append_printf (text, " %s", plain ? argument : quoted);
    }
  return g_string_free (text, FALSE);
}

/* In the child, after the fork: ends with the thread that began it. */
static void
child_setup (G_GNUC_UNUSED gpointer user_data)
{
  prctl (PR_SET_PDEATHSIG, SIGTERM);
}

typedef struct
{
  const LsVariationProcess *self;
  LsVariationLineFunc func;
  gpointer user_data;
  GPid pid;
  int words; /* its standard error */
  GString *said;
  FILE *stream; /* (nullable): the table */
  ino_t inode;
  GString *line;
} Process;

static char *
find_program (void)
{
  char *built = ls_executable_find_built ("src/cli/lockstep");
  g_autofree char *folder = ls_executable_get_folder ();

  return built != NULL ? built : g_build_filename (folder, "lockstep", NULL);
}

/* Failed rows would hide their repetition: each row is published once. */
static gboolean
drop_failed (const LsVariationProcess *self, GError **error)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  g_autoptr (GString) kept = g_string_new (NULL);

  if (!g_file_get_contents (self->table, &text, NULL, error))
    return FALSE;
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      const guint64 row = g_ascii_strtoull (lines[i], NULL, 10);

      if (*lines[i] != '\0' && (i == 0 || (row < self->n_rows && self->is_known[row])))
        g_string_append_printf (kept, "%s\n", lines[i]);
    }
  return g_file_set_contents (self->table, kept->str, (gssize)kept->len, error);
}

static gboolean
start (Process *process, GError **error)
{
  const LsVariationProcess *self = process->self;
  g_autoptr (GPtrArray) arguments = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *model = g_build_filename (self->folder, "model.ssp", NULL);
  g_autoptr (GError) reason = NULL;

  if (g_mkdir_with_parents (self->folder, 0700) != 0)
    return ls_fail (error, LS_ERROR_FILE, _ ("the folder %s cannot be made"), self->folder);
  if (!ls_ssp_write (self->model, model, error)
      || (!self->calibrates && self->retry && g_file_test (self->table, G_FILE_TEST_EXISTS)
          && !drop_failed (self, error)))
    return FALSE;
  g_ptr_array_add (arguments, find_program ());
  add (arguments, self->calibrates ? "calibrate" : "vary", model);
  add_plan (self, arguments);
  add (arguments, "-o", self->table);
  if (!self->calibrates && self->plan->traces)
    add (arguments, "--traces", self->traces);
  add (arguments, "--quiet", "--allow-incomplete");
  g_ptr_array_add (arguments, NULL);
  if (g_spawn_async_with_pipes (NULL, (char **)arguments->pdata, NULL,
                                G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_STDOUT_TO_DEV_NULL, child_setup,
                                NULL, &process->pid, NULL, NULL, &process->words, &reason))
    return TRUE;
  return ls_fail (error, LS_ERROR_RUN, "%s", reason->message);
}

static void
publish (Process *process, const char *line)
{
  const LsVariationProcess *self = process->self;
  char *end;
  const guint64 row = g_ascii_strtoull (line, &end, 10);

  if (end == line || *end != ',' || row >= self->n_rows || self->is_known[row])
    return;
  self->is_known[row] = TRUE;
  process->func (line, process->user_data);
}

/* Reads what was appended; the process replaces the file at its start and at its end. */
static void
read_rows (Process *process)
{
  struct stat info;
  int c;

  if (g_stat (process->self->table, &info) == 0
      && (process->stream == NULL || info.st_ino != process->inode))
    {
      g_clear_pointer (&process->stream, fclose);
      process->stream = g_fopen (process->self->table, "re");
      process->inode = info.st_ino;
      g_string_truncate (process->line, 0);
    }
  if (process->stream == NULL)
    return;
  clearerr (process->stream);
  while ((c = getc_unlocked (process->stream)) != EOF)
    if (c != '\n')
      g_string_append_c (process->line, (char)c);
    else
      {
        publish (process, process->line->str);
        g_string_truncate (process->line, 0);
      }
}

/* Replaced as a whole after each step. */
static void
read_fit (Process *process)
{
  struct stat info;
  g_autofree char *text = NULL;

  if (g_stat (process->self->table, &info) != 0 || info.st_ino == process->inode
      || !g_file_get_contents (process->self->table, &text, NULL, NULL))
    return;
  process->inode = info.st_ino;
  process->func (text, process->user_data);
}

static void
read_table (Process *process)
{
  if (process->self->calibrates)
    read_fit (process);
  else
    read_rows (process);
}

static void
read_words (Process *process)
{
  char buffer[1024];
  ssize_t n;

  while ((n = read (process->words, buffer, sizeof buffer)) > 0)
    g_string_append_len (process->said, buffer, n);
  if (process->said->len > MAX_WORDS)
    g_string_erase (process->said, 0, (gssize)(process->said->len - MAX_WORDS));
}

/* What is waited for. */
enum
{
  FD_END,    /* of the process */
  FD_WORDS,  /* its standard error */
  FD_TABLE,  /* changes in the folder of the table */
  FD_CANCEL, /* last: not any more once the process has been asked to end */
  N_FDS
};

static void
drain (int fd)
{
  char buffer[4096];

  while (read (fd, buffer, sizeof buffer) > 0)
    ;
}

/* Reads what comes until the process ends. Returns: whether it was asked to */
static gboolean
read_all (Process *process, struct pollfd fds[N_FDS])
{
  gboolean asked = FALSE;

  do
    {
      poll (fds, asked ? FD_CANCEL : N_FDS, fds[FD_TABLE].fd >= 0 ? -1 : UNWATCHED);
      if (!asked && g_cancellable_is_cancelled (process->self->cancellable))
        {
          kill (process->pid, SIGTERM);
          asked = TRUE;
        }
      drain (fds[FD_TABLE].fd);
      read_words (process);
      /* Closed before the process ends: ready for ever. */
      if ((fds[FD_WORDS].revents & POLLHUP) != 0)
        fds[FD_WORDS].fd = -1;
      read_table (process);
    }
  while (fds[FD_END].fd >= 0 ? (fds[FD_END].revents & POLLIN) == 0 : fds[FD_WORDS].fd >= 0);
  return asked;
}

/* Until the process ends. Returns: (transfer full) (nullable): why it failed */
static char *
follow (Process *process)
{
  GPollFD cancel = { .fd = -1 };
  struct pollfd fds[N_FDS];
  const gboolean can_wait = g_cancellable_make_pollfd (process->self->cancellable, &cancel);
  gboolean asked;
  int status = 0;

  fds[FD_END] = (struct pollfd){ (int)syscall (SYS_pidfd_open, process->pid, 0), POLLIN, 0 };
  fds[FD_WORDS] = (struct pollfd){ process->words, POLLIN, 0 };
  fds[FD_TABLE] = (struct pollfd){ inotify_init1 (IN_NONBLOCK | IN_CLOEXEC), POLLIN, 0 };
  fds[FD_CANCEL] = (struct pollfd){ can_wait ? cancel.fd : -1, POLLIN, 0 };
  inotify_add_watch (fds[FD_TABLE].fd, process->self->folder, IN_MODIFY | IN_MOVED_TO);
  g_unix_set_fd_nonblocking (process->words, TRUE, NULL);
  asked = read_all (process, fds);
  waitpid (process->pid, &status, 0);
  read_words (process);
  /* The last one may have the number of an earlier one again. */
  process->inode = process->self->calibrates ? 0 : process->inode;
  read_table (process);
  close (fds[FD_TABLE].fd);
  close (fds[FD_END].fd);
  if (can_wait)
    g_cancellable_release_fd (process->self->cancellable);
  /* 1 after failed runs as well: they are in the table. */
  if (asked || (WIFEXITED (status) && WEXITSTATUS (status) == 0))
    return NULL;
  return g_strstrip (g_utf8_make_valid (process->said->str, (gssize)process->said->len));
}

char *
ls_variation_process_execute (const LsVariationProcess *self,
                              LsVariationLineFunc func,
                              gpointer user_data)
{
  g_return_val_if_fail (self != NULL && func != NULL, NULL);

  Process process = { .self = self, .func = func, .user_data = user_data };
  g_autoptr (GError) error = NULL;
  char *problem;

  process.said = g_string_new (NULL);
  process.line = g_string_new (NULL);
  if (start (&process, &error))
    {
      problem = follow (&process);
      close (process.words);
    }
  else
    problem = g_strdup (error->message);
  g_clear_pointer (&process.stream, fclose);
  g_string_free (process.said, TRUE);
  g_string_free (process.line, TRUE);
  return problem;
}
