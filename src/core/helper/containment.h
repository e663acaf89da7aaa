/* What the sandbox of helpers holds back from FMUs on this system: it depends on the kernel. */
#pragma once

#include <glib.h>

/**
 * ls_containment_probe:
 * @holds: (out): bits HOST_HOLDS_…
 *
 * Asks a helper that is started for it, once per program. Takes milliseconds; any thread.
 *
 * Returns: %FALSE with %LS_ERROR_FILE if no helper starts
 */
gboolean ls_containment_probe (guint *holds, GError **error);

/* The kinds of things that can be held back, as in JSON, and whether each is; at most
 * LS_N_CONTAINMENTS. */
#define LS_N_CONTAINMENTS 4
const char *ls_containment_get_name (guint kind);
gboolean    ls_containment_holds (guint holds, guint kind);

/* Returns: (transfer full): one line for users, "FMUs contained: files, network, programs, other
 * processes". */
char    *ls_containment_describe (guint holds);
/* Returns: (transfer full) (nullable): what is not held back, as a warning; %NULL: nothing. */
char    *ls_containment_describe_gaps (guint holds);
