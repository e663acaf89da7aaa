/* What a dialog computes on a thread of its own, with progress, until the dialog is closed. */
#pragma once

#include <gtk/gtk.h>

typedef struct LsWork LsWork;

/* All functions but work() run on the main thread. */
typedef struct
{
  const char *name; /* of the data of the dialog */
  /* Worker thread. Ends soon once ls_work_publish() returns %FALSE or @cancelled is not 0. */
  void (*work) (LsWork *self);
  /* Of what work() has published: only the last. Optional. Not called after done(). */
  void (*show) (LsWork *self, double fraction, const char *what);
  /* After each start; not called if the dialog has been closed. */
  void (*done) (LsWork *self);
  /* When the dialog is closed and no work is left. */
  void (*free) (LsWork *self);
} LsWorkClass;

/* The first member of what is computed. @cancelled: atomic; @dialog: (nullable): %NULL once closed;
 * the rest is private. */
struct LsWork
{
  const LsWorkClass *klass;
  GtkWidget *dialog;
  gboolean is_working;
  gint cancelled;
  gatomicrefcount references;
  GMutex lock; /* of all that follows */
  double fraction;
  char *what;   /* (nullable) */
  guint source; /* 0: no notification is pending */
};

/* @dialog: owns @self, and cancels it when it is closed */
void ls_work_init (LsWork *self, const LsWorkClass *klass, GtkWidget *dialog);
/* While none is under way. */
void ls_work_start (LsWork *self);
void ls_work_cancel (LsWork *self);
/* Worker thread. @what: (transfer full) (nullable). Returns: %FALSE if it is cancelled */
gboolean ls_work_publish (LsWork *self, double fraction, char *what);
