/* Translations of a lesson: NAME.md, and beside it NAME.de.md, NAME.fr.md. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>
#include "core/base/number.h"
#include "core/lesson/lesson-impl.h"
#include "core/base/places.h"

#define SUFFIX ".md"

/* ---- File names ------------------------------------------------------------------------- */

/* Accepts "de", "pt_BR"; not "v2" or "Part". */
static gboolean
is_language (const char *word, gsize length)
{
  return length >= 2 && g_ascii_islower (word[0]) && g_ascii_islower (word[1])
         && (length == 2
             || (length == 5 && word[2] == '_' && g_ascii_isupper (word[3])
                 && g_ascii_isupper (word[4])));
}

char *
ls_lesson_get_language (const char *path)
{
  g_return_val_if_fail (path != NULL, NULL);

  g_autofree char *base = g_path_get_basename (path);
  const char *dot;

  if (!g_str_has_suffix (base, SUFFIX))
    return NULL;
  base[strlen (base) - strlen (SUFFIX)] = '\0';
  dot = strrchr (base, '.');
  return dot != NULL && dot > base && is_language (dot + 1, strlen (dot + 1)) ? g_strdup (dot + 1)
                                                                              : NULL;
}

static char *
find_original (const char *path)
{
  g_autofree char *language = ls_lesson_get_language (path);

  if (language == NULL)
    return g_strdup (path);
  return g_strdup_printf ("%.*s" SUFFIX,
                          (int)(strlen (path) - strlen (language) - strlen ("." SUFFIX)), path);
}

static char *
make_path (const char *original, const char *language)
{
  return g_strdup_printf ("%.*s.%s" SUFFIX, (int)(strlen (original) - strlen (SUFFIX)), original,
                          language);
}

char *
ls_lesson_find_version (const char *path, const char *const *languages)
{
  g_return_val_if_fail (path != NULL, NULL);

  g_autofree char *original = find_original (path);

  for (guint i = 0; languages[i] != NULL; i++)
    {
      g_autofree char *version = is_language (languages[i], strlen (languages[i]))
                                     ? make_path (original, languages[i])
                                     : NULL;

      if (version != NULL && g_file_test (version, G_FILE_TEST_EXISTS))
        return g_steal_pointer (&version);
      /* For English readers the original needs no translation. */
      if (g_str_equal (languages[i], "C") || g_str_has_prefix (languages[i], "en"))
        break;
    }
  return g_strdup (g_file_test (original, G_FILE_TEST_EXISTS) ? original : path);
}

static int
compare_paths (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *)a, *(char *const *)b);
}

GPtrArray *
ls_lesson_list_versions (const char *path)
{
  g_return_val_if_fail (path != NULL, NULL);

  GPtrArray *versions = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *own = ls_lesson_get_language (path);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (GDir) dir = own == NULL ? g_dir_open (folder, 0, NULL) : NULL;
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *language = ls_lesson_get_language (name);
      g_autofree char *version = language != NULL ? make_path (path, language) : NULL;
      g_autofree char *base = version != NULL ? g_path_get_basename (version) : NULL;

      if (base != NULL && g_str_equal (base, name))
        g_ptr_array_add (versions, g_steal_pointer (&version));
    }
  g_ptr_array_sort (versions, compare_paths);
  return versions;
}

/* ---- Included lessons ------------------------------------------------------------------- */

typedef struct
{
  char *path;
  double number;
} Place;

static void
place_free (Place *self)
{
  g_free (self->path);
  g_free (self);
}

/* Lessons without a number come last. */
static Place *
place_new (const char *path)
{
  g_autoptr (LsMarkup) markup = ls_markup_read_own (path, NULL);
  const char *text = markup != NULL ? ls_markup_get_field (markup, "number") : NULL;
  Place *self = g_new0 (Place, 1);

  self->path = g_strdup (path);
  if (text == NULL || !ls_number_parse (text, &self->number))
    self->number = G_MAXDOUBLE;
  return self;
}

static int
compare_places (gconstpointer a, gconstpointer b)
{
  const Place *first = *(Place *const *)a, *second = *(Place *const *)b;

  if (first->number != second->number)
    return first->number < second->number ? -1 : 1;
  return strcmp (first->path, second->path);
}

GPtrArray *
ls_lesson_list (void)
{
  g_autofree char *folder = ls_places_find_lessons ();
  g_autoptr (GDir) dir = folder != NULL ? g_dir_open (folder, 0, NULL) : NULL;
  g_autoptr (GPtrArray) places = g_ptr_array_new_with_free_func ((GDestroyNotify)place_free);
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *language = ls_lesson_get_language (name);
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (ls_lesson_is_lesson (name) && language == NULL)
        g_ptr_array_add (places, place_new (path));
    }
  g_ptr_array_sort (places, compare_places);
  for (guint i = 0; i < places->len; i++)
    g_ptr_array_add (paths, ls_lesson_find_version (((Place *)g_ptr_array_index (places, i))->path,
                                                    g_get_language_names ()));
  return paths;
}

/* ---- Comparison of versions ------------------------------------------------------------- */

static void
complain (LsLesson *self, guint line, const char *what, const LsLesson *original, guint other_line)
{
  g_autofree char *base = g_path_get_basename (original->path);

  /* Translators: what is different, the file of the other language, a line of it */
  ls_markup_take_problem (self->markup, line,
                          g_strdup_printf (_ ("%s than in %s, line %u"), what, base, other_line));
}

static gboolean
are_equal (char *const *a, char *const *b)
{
  return g_strv_equal ((const char *const *)a, (const char *const *)b);
}

static gboolean
compare_buttons (LsLesson *self,
                 const LsLessonButton *mine,
                 const LsLesson *original,
                 const LsLessonButton *other)
{
  if (mine->page != other->page)
    {
      complain (self, mine->line, _ ("a button stands on another page"), original, other->line);
      return FALSE;
    }
  for (guint i = 0; i < MAX (mine->actions->len, other->actions->len); i++)
    {
      const LsLessonAction *action
          = i < mine->actions->len ? g_ptr_array_index (mine->actions, i) : NULL;
      const LsLessonAction *wanted
          = i < other->actions->len ? g_ptr_array_index (other->actions, i) : NULL;

      if (action != NULL && wanted != NULL && action->verb == wanted->verb
          && are_equal (action->words, wanted->words))
        continue;
      complain (self, action != NULL ? action->line : mine->line,
                _ ("a button does something else"), original,
                wanted != NULL ? wanted->line : other->line);
      return FALSE;
    }
  return TRUE;
}

static gboolean
compare_values (LsLesson *self,
                const LsLessonValue *mine,
                const LsLesson *original,
                const LsLessonValue *other)
{
  double number, wanted, half, half_wanted;

  if (!are_equal (mine->words, other->words))
    {
      complain (self, mine->line, _ ("a number is defined in another way"), original, other->line);
      return FALSE;
    }
  if (!ls_lesson_parse_quoted (mine->quoted, &number, &half)
      || !ls_lesson_parse_quoted (other->quoted, &wanted, &half_wanted))
    return TRUE;
  if (number == wanted && half == half_wanted)
    return TRUE;
  complain (self, mine->line, _ ("a number is different"), original, other->line);
  return FALSE;
}

static guint
get_line (const LsLessonEvent *event)
{
  return event->button != NULL ? event->button->line : event->value->line;
}

/* Reports the first difference only, since all later items would differ, too. */
static gboolean
compare_events (LsLesson *self, const LsLesson *original)
{
  const guint n = MIN (self->events->len, original->events->len);

  for (guint i = 0; i < n; i++)
    {
      const LsLessonEvent *mine = g_ptr_array_index (self->events, i);
      const LsLessonEvent *other = g_ptr_array_index (original->events, i);

      if ((mine->button != NULL) != (other->button != NULL))
        {
          complain (self, get_line (mine), _ ("buttons and numbers come in another order"),
                    original, get_line (other));
          return FALSE;
        }
      if (mine->button != NULL ? !compare_buttons (self, mine->button, original, other->button)
                               : !compare_values (self, mine->value, original, other->value))
        return FALSE;
    }
  if (self->events->len == original->events->len)
    return TRUE;
  complain (self, n > 0 ? get_line (g_ptr_array_index (self->events, n - 1)) : 1,
            self->events->len > n ? _ ("more buttons and numbers come afterwards")
                                  : _ ("fewer buttons and numbers come afterwards"),
            original, n > 0 ? get_line (g_ptr_array_index (original->events, n - 1)) : 1);
  return FALSE;
}

void
ls_lesson_compare (LsLesson *self)
{
  g_autofree char *path = find_original (self->path);
  LsLesson *original = g_str_equal (path, self->path) ? NULL : ls_lesson_read (path, NULL);

  if (original == NULL)
    return;
  if (g_strcmp0 (self->model, original->model) != 0)
    complain (self, 1, _ ("the header has another model"), original, 1);
  if (self->pages->len != original->pages->len)
    complain (self, 1, _ ("there are more or fewer pages"), original, 1);
  compare_events (self, original);
  ls_lesson_free (original);
}
