#include "core/base/places.h"

#include "core/base/executable.h"

/* In a build tree next to the folder of the executable, else in the data folder. */
static char *
find (const char *variable, const char *built, const char *installed, const char *fixed)
{
  g_autofree char *shared = g_build_filename ("lockstep", installed, NULL);
  g_autofree char *here = ls_executable_find_built (built);
  g_autofree char *there = ls_executable_find_shared (shared);
  const char *places[] = { g_getenv (variable), here, there, fixed };

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    if (places[i] != NULL && g_file_test (places[i], G_FILE_TEST_IS_DIR))
      return g_canonicalize_filename (places[i], NULL);
  return NULL;
}

char *
ls_places_find_models (void)
{
  return find ("LOCKSTEP_MODELS", "models", "models", LS_DATA_DIR "/models");
}

char *
ls_places_find_blocks (void)
{
  g_autofree char *models = ls_places_find_models ();
  g_autofree char *blocks = models != NULL ? g_build_filename (models, "blocks", NULL) : NULL;

  return blocks != NULL && g_file_test (blocks, G_FILE_TEST_IS_DIR) ? g_steal_pointer (&blocks)
                                                                    : NULL;
}

char *
ls_places_find_lessons (void)
{
  return find ("LOCKSTEP_LESSONS", "data/lessons", "lessons", LS_DATA_DIR "/lessons");
}

char *
ls_places_find_help (void)
{
  return find ("LOCKSTEP_HELP", "data/help", "help", LS_DATA_DIR "/help");
}

char *
ls_places_find_fmi_headers (void)
{
  return find ("LOCKSTEP_FMI_HEADERS", "data/fmi", "fmi", LS_DATA_DIR "/fmi");
}
