/* Starting the programs of Lockstep's own processes. */
#pragma once

#include <glib.h>
#include <sys/types.h>

/**
 * ls_spawn:
 * @pid: (out):
 * @arguments, @environment: %NULL-terminated
 * @fds: descriptors that become 0, 1, ... @n_fds - 1 of the process; -1: /dev/null. Those from 3 on are
 *   beyond @n_fds already, so that none is overwritten before it is taken
 *
 * Starts a process group of its own, with the usual answers to signals and no other descriptors.
 *
 * Returns: 0, or the number of the error (errno)
 */
int ls_spawn (pid_t *pid, const char *program, char *const arguments[], char *const environment[],
              const int fds[], guint n_fds);
