/* Loads Python's shared library for FMUs that use it without declaring the dependency. */
#include "core/base/python-library.h"

#include <dlfcn.h>
#include <glib.h>
#include <stdlib.h>
#include <string.h>

/* Range of the minor versions of Python 3 that are searched, newest first. */
#define NEWEST 29
#define OLDEST 6

gboolean
ls_python_library_is_missed (const char *reason)
{
  g_return_val_if_fail (reason != NULL, FALSE);

  const char *words = "undefined symbol: ", *symbol = strstr (reason, words);

  if (symbol == NULL)
    return FALSE;
  symbol += strlen (words);
  return g_str_has_prefix (symbol, "Py") || g_str_has_prefix (symbol, "_Py");
}

/* RTLD_GLOBAL: libraries loaded later resolve symbols in it, as Python's extension modules
 * require. */
static gboolean
is_loaded (const char *name)
{
  return dlopen (name, RTLD_NOW | RTLD_GLOBAL) != NULL;
}

/* The installed modules belong to the program python3; its file name contains the version. */
static char *
name_after_program (void)
{
  g_autofree char *program = g_find_program_in_path ("python3");
  g_autofree char *file = program != NULL ? realpath (program, NULL) : NULL;
  g_autofree char *base = file != NULL ? g_path_get_basename (file) : NULL;

  return base != NULL && g_str_has_prefix (base, "python3.")
             ? g_strdup_printf ("lib%s.so.1.0", base)
             : NULL;
}

char **
ls_python_library_list_names (void)
{
  GPtrArray *names = g_ptr_array_new ();
  char *first = name_after_program ();

  if (first != NULL)
    g_ptr_array_add (names, first);
  for (int minor = NEWEST; minor >= OLDEST; minor--)
    g_ptr_array_add (names, g_strdup_printf ("libpython3.%d.so.1.0", minor));
  g_ptr_array_add (names, NULL);
  return (char **)g_ptr_array_free (names, FALSE);
}

static gpointer
load (gpointer data)
{
  g_auto (GStrv) names = ls_python_library_list_names ();

  (void)data;
  for (guint i = 0; names[i] != NULL; i++)
    if (is_loaded (names[i]))
      return g_strdup (names[i]);
  return NULL;
}

const char *
ls_python_library_load (void)
{
  static GOnce once = G_ONCE_INIT;

  return g_once (&once, load, NULL);
}
