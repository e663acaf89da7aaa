/* What the sandbox of helpers holds back from FMUs on this system: it depends on the kernel. */
#pragma once

#include <glib.h>

/**
 * ls_containment_probe:
 * @holds: (out): bits HOST_HOLDS_…
 *
 * Of the helpers that were started; else one is started for it, once per program, which takes
 * milliseconds. Any thread.
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
/* Returns: (transfer full): the same of the runs of this program, with what all FMUs are allowed; or that
 * they are in this process. As slow as ls_containment_probe(). */
char    *ls_containment_describe_runs (void);
/* Returns: (transfer full) (nullable): what is not held back, as a warning; %NULL: nothing. */
char    *ls_containment_describe_gaps (guint holds);
