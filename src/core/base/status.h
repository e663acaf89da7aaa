/* Results of calls: LsStatus inside a step, GError around a run. */
#pragma once

#include <glib.h>

/**
 * LsStatus:
 * @LS_OK: done
 * @LS_RETRY: not done, nothing changed; a smaller step may succeed
 * @LS_STOP: not done; the run cannot go on
 *
 * Result of a call inside a macro step. Details go to the log.
 */
typedef enum
{
  LS_OK = 0,
  LS_RETRY = 1,
  LS_STOP = -1
} LsStatus;

/**
 * LsError:
 * @LS_ERROR_FILE: a file cannot be read or written
 * @LS_ERROR_FORMAT: a file has invalid content
 * @LS_ERROR_LIMIT: a file exceeds a safety limit
 * @LS_ERROR_BINARY: an FMU's shared library is missing, does not load or lacks a function
 * @LS_ERROR_FMU: a call of an FMU failed
 * @LS_ERROR_MODEL: a model is not consistent (connection, parameter, component)
 * @LS_ERROR_ARGUMENT: a setting is out of range or unknown
 * @LS_ERROR_RUN: a run failed
 * @LS_ERROR_CANCELLED: a run was cancelled
 */
typedef enum
{
  LS_ERROR_FILE,
  LS_ERROR_FORMAT,
  LS_ERROR_LIMIT,
  LS_ERROR_BINARY,
  LS_ERROR_FMU,
  LS_ERROR_MODEL,
  LS_ERROR_ARGUMENT,
  LS_ERROR_RUN,
  LS_ERROR_CANCELLED
} LsError;

#define LS_ERROR (ls_error_quark ())
GQuark ls_error_quark (void);
