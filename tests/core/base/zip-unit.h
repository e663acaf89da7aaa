/* A folder with the path of an archive, for the tests of archives. */
#pragma once

#include "core/base/tempdir.h"

#include <glib/gstdio.h>

typedef struct
{
  LsTempdir *directory;
  char *path;   /* of an archive */
  char *target; /* an empty folder */
} Fixture;

static inline void
set_up (Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  const char *base;

  fixture->directory = ls_tempdir_new (NULL);
  base = ls_tempdir_get_path (fixture->directory);
  fixture->path = g_build_filename (base, "archive.zip", NULL);
  fixture->target = g_build_filename (base, "target", NULL);
  g_assert_cmpint (g_mkdir (fixture->target, 0755), ==, 0);
}

static inline void
tear_down (Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  g_free (fixture->path);
  g_free (fixture->target);
  ls_tempdir_unref (fixture->directory);
}

static inline void
add (const char *name, void (*test) (Fixture *, gconstpointer))
{
  g_test_add (name, Fixture, NULL, set_up, test, tear_down);
}
