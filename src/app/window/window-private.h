/* Internals of the window, for tests and benchmarks. */
#pragma once

#include "app/window/background-control.h"
#include "app/window/edit-commands.h"
#include "app/window/file-control.h"
#include "app/window/first-frame.h"
#include "app/window/fmu-control.h"
#include "app/window/lead-control.h"
#include "app/window/lesson-control.h"
#include "app/window/play-control.h"
#include "app/window/queue-control.h"
#include "app/window/signals-control.h"
#include "app/window/stale-control.h"
#include "app/window/start-control.h"
#include "app/window/window.h"

struct _LsWindow
{
  GtkApplicationWindow parent_instance;

  LsFrame frame;

  /* In order of construction: each controller may use some of those above it. */
  LsPlots *plots;
  LsPlayControl *play;
  LsSignalsControl *signals;
  LsStaleControl *stale;
  LsRunControl *run;
  LsHistoryControl *history;
  LsQueueControl *queue;
  LsLeadControl *lead;
  LsImportControl *import;
  LsStoredRuns *stored;
  LsRecentMenu *recent;
  LsRecoveryControl *recovery;
  LsBackgroundControl *background;
  LsSaveControl *save;
  LsLoadControl *load;
  LsFileControl *file;
  LsFmuControl *fmus;
  LsStartControl *start;
  LsLectureControl *lecture;
  LsLessonControl *lesson;
  LsFirstFrame *first_frame;
  gboolean opened; /* whether the last file could be opened, as far as is known */
};
