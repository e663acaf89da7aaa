/* Downgrades and joins findings by their practical relevance. */
#include "core/check/check-impl.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Maximum number of names in a joined finding. */
#define MAX_NAMES 3u

/* Rules whose violation does not affect runs, neither in this program nor in those that check a
 * description before a run: FMPy rejects unknown units, missing or forbidden start values, and
 * invalid combinations of causality and variability; it checks none of these rules. */
static const char *const harmless[] = {
  "bounds-order",
  "dependencies-kind-initial",
  "dependencies-kind-real",
  "dependencies-order",
  "derivative-of-other",
  "derivatives-unique",
  "display-unit-factor",
  "display-unit-unique",
  "experiment-finite",
  "experiment-interval",
  "experiment-step-size",
  "experiment-tolerance",
  "flat-name",
  "independent-is-real",
  "independent-once",
  "initial-unknowns-allowed",
  "initial-unknowns-complete",
  "initial-unknowns-order",
  "initial-unknowns-unique",
  "item-name-unique",
  "item-value-unique",
  "items-present",
  "log-category-unique",
  "multiple-set-is-input",
  "nominal-positive",
  "output-in-model-structure",
  "outputs-are-outputs",
  "outputs-unique",
  "reinit-is-model-exchange",
  "reinit-is-state",
  "serialize-needs-state",
  "start-in-bounds",
  "start-is-item",
  "state-causality",
  "structured-name",
  "type-name-differs",
  "type-unique",
  "unit-factor",
  "unit-unique",
  "value-reference-constant",
  "value-reference-start",
  "value-reference-unique",
  "value-reference-unit",
  "vendor-annotation-unique",
  NULL,
};

/* Joins the findings of @group into the first one. */
static void
join (LsFinding *first, const GPtrArray *group)
{
  g_autoptr (GString) names = g_string_new (NULL);
  char *message;

  for (guint i = 0; i < group->len && i < MAX_NAMES; i++)
    {
      const char *subject = ((const LsFinding *)group->pdata[i])->subject;

      g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", subject != NULL ? subject : "?");
    }
  if (group->len > MAX_NAMES)
    g_string_append (names, ", …");
  /* Translators: what is wrong with the first of them, and the names of some. */
  message = g_strdup_printf (_ ("%s (%s)"), first->message, names->str);
  g_free (first->message);
  first->message = message;
  g_free (first->subject);
  first->subject = g_strdup_printf (ngettext ("%u entry", "%u entries", group->len), group->len);
}

/* Joins the warnings of each rule into one, at the position of the first. */
static void
group_warnings (GPtrArray *findings)
{
  g_autoptr (GHashTable) groups
      = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify)g_ptr_array_unref);
  GHashTableIter iter;
  gpointer joined;
  guint kept = 0;

  for (guint i = 0; i < findings->len; i++)
    {
      LsFinding *finding = findings->pdata[i];
      GPtrArray *group;

      if (finding->level != LS_FINDING_WARNING)
        continue;
      if ((group = g_hash_table_lookup (groups, finding->rule)) == NULL)
        {
          group = g_ptr_array_new ();
          g_hash_table_insert (groups, (char *)finding->rule, group);
        }
      g_ptr_array_add (group, finding);
    }
  for (guint i = 0; i < findings->len; i++)
    {
      LsFinding *finding = findings->pdata[i];
      const GPtrArray *group = finding->level == LS_FINDING_WARNING
                                   ? g_hash_table_lookup (groups, finding->rule)
                                   : NULL;

      if (group != NULL && group->len > 1 && group->pdata[0] == finding)
        join (finding, group);
      findings->pdata[i] = NULL;
      if (group == NULL || group->pdata[0] == finding)
        findings->pdata[kept++] = finding;
    }
  /* Joined findings were kept for their names until here. */
  g_hash_table_iter_init (&iter, groups);
  while (g_hash_table_iter_next (&iter, NULL, &joined))
    for (guint k = 1; k < ((GPtrArray *)joined)->len; k++)
      ls_finding_free (((GPtrArray *)joined)->pdata[k]);
  g_ptr_array_set_size (findings, (gint)kept);
}

void
ls_findings_judge (GPtrArray *findings)
{
  g_return_if_fail (findings != NULL);

  for (guint i = 0; i < findings->len; i++)
    {
      LsFinding *finding = findings->pdata[i];

      if (finding->level == LS_FINDING_ERROR && g_strv_contains (harmless, finding->rule))
        finding->level = LS_FINDING_WARNING;
    }
  group_warnings (findings);
}
