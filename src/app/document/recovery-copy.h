/* Files that a program leaves which does not exit normally, or which goes on with a run after its
 * window was closed: STEM.ssp, the model, STEM.ini, a note, STEM.runs-N.ssp, the runs of comparison
 * N, and STEM.kept where they are left on purpose. */
#pragma once

#include <glib.h>

/**
 * LsRecoveryCopy: a copy left by a program that did not exit normally, or on purpose
 * @copy: (nullable): path of the .ssp copy; %NULL: only the runs were unsaved
 * @path: (nullable): of the file that was edited; never %NULL if @copy is %NULL
 * @title: title of the window
 * @runs: (element-type filename): files of finished runs
 * @kept: left on purpose: the window was closed during a run, which has ended since
 * @when: Unix time, s; 0: unknown
 */
typedef struct
{
  char *copy, *path, *title;
  GPtrArray *runs;
  gboolean kept;
  gint64 when;
  char *stem; /* (nullable): %NULL: the files cannot be adopted */
  int lock;
} LsRecoveryCopy;

/* Returns: (transfer full) (element-type LsRecoveryCopy): copies without an owner; this process
 * owns them now. Those left on purpose more than 30 days ago are removed, and temporaries of programs
 * that were killed while they wrote one. */
GPtrArray *ls_recovery_copy_list (void);
/* Keeps the files for the next start. */
void ls_recovery_copy_free (LsRecoveryCopy *self);
/* Deletes the files. */
void ls_recovery_copy_discard (LsRecoveryCopy *self);
/* Writes a note beside the copy with the title and path of the document; any thread. */
gboolean ls_recovery_copy_write_note (const char *stem, const char *title, const char *path);
void ls_recovery_copy_read_note (LsRecoveryCopy *self, const char *stem);
/* Removes the model, its runs and the note. */
void ls_recovery_copy_remove_files (const char *stem);

/* Marks the files as left on purpose. */
void ls_recovery_copy_set_kept (const char *stem, gboolean kept);
/* Returns: (transfer full) (element-type filename): stems of the copies of programs that go on
 * without a window */
GPtrArray *ls_recovery_copy_list_going (void);
gboolean ls_recovery_copy_is_going (const char *stem);
/* Returns: (transfer full): the title in the note */
char *ls_recovery_copy_get_title (const char *stem);
/* Asks such a program to show its window; it looks for that by ls_recovery_copy_take_request(). */
void ls_recovery_copy_request_window (const char *stem);
gboolean ls_recovery_copy_take_request (const char *stem);

/* Where copies are; (transfer full). */
char *ls_recovery_get_folder (void);
/* Returns: a descriptor that holds the lock; -1 if another program has it. @flags: of open() */
int ls_recovery_lock (const char *path, int flags);
void ls_recovery_copy_remove_file (const char *stem, const char *ending);

/* Runs; (transfer full). */
char *ls_recovery_copy_get_runs_path (const char *stem, guint number);
/* The number in such a path. */
guint ls_recovery_copy_get_runs_number (const char *path);
/* Whether @name is the name of such a file. */
gboolean ls_recovery_copy_is_runs (const char *name);
/* Returns: (transfer full) (element-type filename): newest comparison first. */
GPtrArray *ls_recovery_copy_list_runs (const char *stem);
void ls_recovery_copy_remove_runs (const char *stem);
