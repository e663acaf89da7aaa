/* Edit distances of words: substituted, missing, additional or swapped letters. */
#include "core/base/suggest.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Longer words are not compared. */
#define MAX_LENGTH 64u

static guint
least (guint a, guint b, guint c)
{
  return MIN (MIN (a, b), c);
}

/* Case-insensitive. */
static guint
get_distance (const char *a, const char *b)
{
  const gsize n = strlen (a), m = strlen (b);
  guint rows[3][MAX_LENGTH + 1];

  for (gsize j = 0; j <= m; j++)
    rows[0][j] = (guint)j;
  for (gsize i = 1; i <= n; i++)
    {
      guint *row = rows[i % 3], *last = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];

      row[0] = (guint)i;
      for (gsize j = 1; j <= m; j++)
        {
          const char x = g_ascii_tolower (a[i - 1]), y = g_ascii_tolower (b[j - 1]);

          row[j] = least (last[j] + 1, row[j - 1] + 1, last[j - 1] + (x != y));
          if (i > 1 && j > 1 && x == g_ascii_tolower (b[j - 2]) && y == g_ascii_tolower (a[i - 2]))
            row[j] = MIN (row[j], before[j - 2] + 1);
        }
    }
  return rows[n % 3][m];
}

/* A beginning of @known is close too. Separators between parts of a word are alike. */
static guint
judge (const char *word, const char *known)
{
  g_autofree char *a = g_strdelimit (g_strdup (word), "_. ", '-');
  g_autofree char *b = g_strdelimit (g_strdup (known), "_. ", '-');
  const gsize n = strlen (a), m = strlen (b);

  if (n == 0 || n > MAX_LENGTH || m > MAX_LENGTH || g_str_equal (word, known))
    return G_MAXUINT;
  if (n >= 3 && m > n && g_ascii_strncasecmp (a, b, n) == 0)
    return 1;
  return get_distance (a, b);
}

const char *
ls_suggest (const char *word, const char *const known[])
{
  const guint limit = 1 + (guint)strlen (word) / 4;
  const char *best = NULL;
  guint least_distance = limit + 1;

  for (guint i = 0; known[i] != NULL; i++)
    {
      const guint distance = judge (word, known[i]);

      if (distance >= least_distance)
        continue;
      least_distance = distance;
      best = known[i];
    }
  return best;
}

void
ls_suggest_add (GError **error, const char *word, const char *const known[])
{
  g_return_if_fail (word != NULL);

  const char *best = error != NULL && *error != NULL ? ls_suggest (word, known) : NULL;
  char *message;

  if (best == NULL)
    return;
  /* Translators: a message about a word that is not known, and the word that was meant. */
  message = g_strdup_printf (_ ("%s (did you mean “%s”?)"), (*error)->message, best);
  g_free ((*error)->message);
  (*error)->message = message;
}
