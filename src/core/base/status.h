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
 * @LS_ERROR_SYSTEM: the system lacks what helper processes need
 * @LS_ERROR_CRASHED: an FMU has ended its helper process
 * @LS_ERROR_HUNG: an FMU gave no answer in time
 * @LS_ERROR_DENIED: an FMU ended as it was denied something
 * @LS_ERROR_MEMORY: an FMU ended for want of memory
 * @LS_ERROR_VALUES: an FMU gave values that are no numbers
 * @LS_ERROR_READER: the process that reads files failed on one: its content is unknown
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
  LS_ERROR_CANCELLED,
  LS_ERROR_SYSTEM,
  LS_ERROR_CRASHED,
  LS_ERROR_HUNG,
  LS_ERROR_DENIED,
  LS_ERROR_MEMORY,
  LS_ERROR_VALUES,
  LS_ERROR_READER
} LsError;

#define LS_ERROR (ls_error_quark ())
GQuark ls_error_quark (void);

/* Set @error (nullable) to @code and a message by a format with arguments, as g_set_error(), for a
 * function to return: ls_fail() is %FALSE, ls_fail_null() is %NULL. */
#define ls_fail(error, code, ...) (g_set_error (error, LS_ERROR, code, __VA_ARGS__), FALSE)
#define ls_fail_null(error, code, ...) (g_set_error (error, LS_ERROR, code, __VA_ARGS__), NULL)

/* Returns: (nullable): "crashed", "hung", "denied", "memory" or "values" for the ends of an FMU that
 * have a code of their own. */
const char *ls_error_get_fault_id (int code);
