/* The loop that a person would write by hand around prey and predator of Lotka-Volterra: what runs
 * are measured against. */
#pragma once

#include <glib.h>

/* Macro step, s. */
#define LS_BARE_STEP 1e-3
/* What is compared runs in many short pairs: so many steps that the beginning of a run, with cold
 * caches and the first samples of its profile, counts for less than a hundredth, and so few that
 * what else the machine does spoils but some pairs. */
#define LS_BARE_N_STEPS 20000

typedef struct LsBare LsBare;

/**
 * ls_bare_new:
 * @folder: of the FMUs, below the build: "models" are of FMI 2.0, "models/fmi3" of FMI 3.0
 *
 * Loads both FMUs.
 * Returns: (transfer full): the loop, or %NULL with an error.
 */
LsBare *ls_bare_new (const char *folder, GError **error);
void ls_bare_free (LsBare *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsBare, ls_bare_free)

/**
 * ls_bare_run:
 * @saves: whether states are saved now and then, as a run does for a step that is refused
 *
 * Steps new instances of both FMUs %LS_BARE_N_STEPS times, results kept.
 * Returns: processor time of the steps, s.
 */
double ls_bare_run (LsBare *self, gboolean saves);
