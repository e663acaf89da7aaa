#include "instances.h"

#include <math.h>

/* Directories of FMUs, %NULL-terminated: of the examples and of the faulty ones. */
static char **directories;

LsFmu *
open_fmu (const char *name)
{
  for (char **d = directories; *d != NULL; d++)
    {
      g_autofree char *path = g_build_filename (*d, name, NULL);
      g_autoptr (GError) error = NULL;
      LsFmu *fmu;

      if (!g_file_test (path, G_FILE_TEST_EXISTS))
        continue;
      fmu = ls_fmu_open (path, &error);
      g_assert_no_error (error);
      return fmu;
    }
  g_error ("%s is in none of the directories", name);
}

LsInstance *
start (const char *name, LsKind kind, LsLog *log)
{
  g_autoptr (LsFmu) fmu = open_fmu (name);
  g_autoptr (GError) error = NULL;
  LsInstance *self = ls_instance_new (fmu, kind, "x", log, FALSE, &error);

  g_assert_no_error (error);
  g_assert_nonnull (self);
  return self;
}

void
initialise (LsInstance *self)
{
  g_assert_cmpint (ls_instance_setup (self, NAN, 0, NAN), ==, LS_OK);
  g_assert_cmpint (ls_instance_enter_initialization (self), ==, LS_OK);
  g_assert_cmpint (ls_instance_exit_initialization (self), ==, LS_OK);
}

const guint32 *
reference (LsInstance *self, const char *name)
{
  const LsVariable *variable = ls_description_find (ls_instance_get_description (self), name);

  g_assert_nonnull (variable);
  return &variable->value_reference;
}

double
get (LsInstance *self, const char *name)
{
  double value = NAN;

  g_assert_cmpint (ls_instance_get_real (self, reference (self, name), 1, &value), ==, LS_OK);
  return value;
}

/* Entries of the log, one text per line. */
void
collect (const LsLogEntry *entry, gpointer user_data)
{
  g_autofree char *line = ls_log_entry_format (entry);

  g_string_append_printf (user_data, "%s: %s\n", ls_log_level_name (entry->level), line);
}

/* An instance of the FMU that fails on demand: from 0.5 s on with @fault. */
LsInstance *
start_faulty (const char *fault, LsKind kind, LsLog *log)
{
  LsInstance *self = start ("faulty.fmu", kind, log);
  const LsDescription *description = ls_instance_get_description (self);
  g_autoptr (GError) error = NULL;

  ls_instance_set_text (self, ls_description_find (description, "fault"), fault, &error);
  g_assert_no_error (error);
  initialise (self);
  return self;
}

LsIsolation
init_instances (int *argc, char ***argv)
{
  LsIsolation isolation = LS_ISOLATION_NONE;

  g_test_init (argc, argv, NULL);
  /* The same in helper processes: what a test expects does not depend on where an FMU runs. */
  if (*argc > 1 && ls_isolation_parse ((*argv)[1], &isolation, NULL))
    ++*argv;
  ls_isolation_set (isolation);
  directories = *argv + 1;
  return isolation;
}
