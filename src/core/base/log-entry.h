/* A message of the log. */
#pragma once

#include <glib.h>

typedef enum
{
  LS_LOG_DEBUG,
  LS_LOG_INFO,
  LS_LOG_WARNING,
  LS_LOG_ERROR
} LsLogLevel;

/**
 * LsLogEntry:
 * @level: severity
 * @component: (nullable): name of the component, %NULL for the master
 * @call: (nullable): the FMI function or stage, %NULL when there is none
 * @time: simulated time, s; NaN when there is none
 * @message: one line or more, UTF-8, without trailing newline
 */
typedef struct
{
  LsLogLevel  level;
  const char *component;
  const char *call;
  double      time;
  const char *message;
} LsLogEntry;

/* Called on the thread that writes, one call at a time; @entry is valid during the call only. It
 * must not write to the log itself. */
typedef void (*LsLogFunc) (const LsLogEntry *entry, gpointer user_data);
