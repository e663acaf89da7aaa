/* ModelVariables of FMI 1.0. It has no ModelStructure: direct dependencies stand at the outputs,
 * and the states of Model Exchange are no variables, so that variables are added for them. */
#include "core/fmi/description-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>

static const char *const causalities[] = { "input", "output", "internal", "none" };
static const char *const variabilities[] = { "constant", "parameter", "discrete", "continuous" };
static const char *const aliases[] = { "noAlias", "alias", "negatedAlias" };

/* Parameters become those of later versions in settle(), which knows whether they have a start
 * value. */
static gboolean
read_head (LsVariable *self, LsPlace *place, GError **error)
{
  static const LsCausality causality_of[]
      = { LS_CAUSALITY_INPUT, LS_CAUSALITY_OUTPUT, LS_CAUSALITY_LOCAL, LS_CAUSALITY_LOCAL };
  static const LsVariability variability_of[]
      = { LS_VARIABILITY_CONSTANT, LS_VARIABILITY_FIXED, LS_VARIABILITY_DISCRETE,
          LS_VARIABILITY_CONTINUOUS };
  guint causality = 2, variability = 3, alias = 0;

  if (!ls_scalar_read_identity (self, place, error)
      || !ls_place_get_choice (place, "causality", causalities, G_N_ELEMENTS (causalities),
                               &causality, NULL, error)
      || !ls_place_get_choice (place, "variability", variabilities, G_N_ELEMENTS (variabilities),
                               &variability, NULL, error)
      || !ls_place_get_choice (place, "alias", aliases, G_N_ELEMENTS (aliases), &alias, NULL,
                               error))
    return FALSE;
  self->causality = causality_of[causality];
  self->variability = variability_of[variability];
  self->is_alias = alias > 0;
  self->is_negated = alias == 2;
  return TRUE;
}

/* Whether the start value is fixed, which it is by default; otherwise it is a guess. */
static gboolean
has_fixed_start (LsDescription *description, const LsVariable *self, const LsPlace *place)
{
  const LsPlace type
      = { ls_xml_child (place->node, ls_type_name (self->type)), place->what, place->name };
  g_autofree char *text = ls_xml_get (type.node, "fixed");
  gboolean fixed = TRUE;

  if (text == NULL)
    return TRUE;
  if (self->start == NULL)
    ls_place_remark (place, description->remarks, LS_FINDING_ERROR, "fixed-needs-start",
                     _ ("the attribute fixed is for variables with a start value"));
  /* Another text is a fault of the schema. */
  return !ls_text_to_boolean (text, &fixed) || fixed;
}

static void
settle_parameter (LsVariable *self)
{
  if (self->variability != LS_VARIABILITY_FIXED)
    return;
  if (self->causality == LS_CAUSALITY_LOCAL)
    self->causality
        = self->start != NULL ? LS_CAUSALITY_PARAMETER : LS_CAUSALITY_CALCULATED_PARAMETER;
  else
    self->variability = LS_VARIABILITY_DISCRETE;
}

static void
settle (LsDescription *description, LsVariable *self, const LsPlace *place)
{
  const gboolean fixed = has_fixed_start (description, self, place);
  g_autofree char *written = ls_xml_get (place->node, "variability");

  if (self->type != LS_TYPE_REAL && self->variability == LS_VARIABILITY_CONTINUOUS)
    {
      if (written != NULL)
        ls_place_remark (place, description->remarks, LS_FINDING_ERROR, "continuous-is-real",
                         _ ("a variable of type %s cannot be continuous; it is taken as discrete"),
                         ls_type_name (self->type));
      self->variability = LS_VARIABILITY_DISCRETE;
    }
  settle_parameter (self);
  if (self->causality == LS_CAUSALITY_PARAMETER && !fixed)
    self->causality = LS_CAUSALITY_CALCULATED_PARAMETER;
  if (self->causality == LS_CAUSALITY_INPUT)
    self->initial = LS_INITIAL_NONE;
  else if (self->start != NULL)
    self->initial = fixed ? LS_INITIAL_EXACT : LS_INITIAL_APPROX;
  else
    self->initial = ls_initial_default (self->causality, self->variability);
}

/* ---- Variables that are not in the file -------------------------------------------------- */

/* Numbers that no variable has as value reference, from the largest down. */
typedef struct
{
  GHashTable *taken;
  guint32 next;
} References;

static guint32
find_free (References *self)
{
  /* The largest number is the undefined value reference. */
  do
    self->next--;
  while (g_hash_table_contains (self->taken, GUINT_TO_POINTER (self->next)));
  return self->next;
}

/* A negated alias is a value of its own. */
static void
number_negated (LsDescription *self, References *references)
{
  for (guint i = 0; i < self->n_variables; i++)
    {
      LsVariable *variable = &self->variables[i];

      if (!variable->is_negated)
        continue;
      variable->negates = variable->value_reference;
      variable->value_reference = find_free (references);
    }
}

/* Adds the state @k, or its derivative. */
static void
add_state (LsDescription *self, References *references, const char *word, const char *form, guint k)
{
  LsVariable *variable = &self->variables[self->n_variables];
  g_autofree char *name = g_strdup_printf ("%s[%u]", word, k + 1);

  *variable = (LsVariable){ .index = self->n_variables++,
                            .name = g_strdup_printf (form, name),
                            .value_reference = find_free (references),
                            .variability = LS_VARIABILITY_CONTINUOUS,
                            .initial = LS_INITIAL_CALCULATED,
                            .can_handle_multiple_set = TRUE,
                            .min = -INFINITY,
                            .max = INFINITY,
                            .nominal = 1,
                            .declared_type = -1,
                            .unit = -1,
                            .derivative_of = -1,
                            .line = self->model_exchange.line };
  g_hash_table_insert (self->by_name, variable->name, variable);
}

static gboolean
has_name (const LsDescription *self, const char *word, const char *form)
{
  g_autofree char *first = g_strdup_printf ("%s[1]", word);
  g_autofree char *name = g_strdup_printf (form, first);

  return g_hash_table_contains (self->by_name, name);
}

static void
add_states (LsDescription *self, References *references, guint n)
{
  g_autoptr (GString) word = g_string_new ("state");

  while (has_name (self, word->str, "%s") || has_name (self, word->str, "der(%s)"))
    g_string_append_c (word, '_');
  for (guint k = 0; k < n; k++)
    add_state (self, references, word->str, "%s", k);
  self->derivatives.items = g_new0 (LsUnknown, n);
  for (guint k = 0; k < n; k++)
    {
      LsVariable *variable = &self->variables[self->n_variables];

      add_state (self, references, word->str, "der(%s)", k);
      variable->derivative_of = (int)(variable->index - n);
      self->derivatives.items[self->derivatives.n++]
          = (LsUnknown){ .variable = variable->index, .line = variable->line };
    }
}

/* ---- Direct dependencies ----------------------------------------------------------------- */

static void
add_dependency (LsDescription *description, LsUnknown *self, const LsPlace *place, const char *name)
{
  const LsVariable *input = ls_description_find (description, name);

  if (input != NULL && input->causality == LS_CAUSALITY_INPUT)
    self->dependencies[self->n_dependencies++] = input->index;
  else
    ls_place_remark (place, description->remarks, LS_FINDING_ERROR, "direct-dependency-is-input",
                     _ ("DirectDependency: “%s” is not an input"), name);
}

/* An output depends on the inputs that are listed, and on all states. */
static void
read_dependencies (LsDescription *description,
                   LsUnknown *self,
                   const LsPlace *place,
                   const xmlNode *list)
{
  const guint n = ls_count_children (list, "Name"), n_states = description->derivatives.n;

  self->has_dependencies = TRUE;
  self->dependencies = g_new0 (guint, n + n_states + 1);
  self->kinds = g_new0 (LsDependencyKind, n + n_states + 1);
  for (const xmlNode *c = ls_xml_child (list, "Name"); c != NULL; c = ls_xml_next (c, "Name"))
    {
      xmlChar *text = xmlNodeGetContent (c);

      add_dependency (description, self, place, g_strstrip ((char *)text));
      xmlFree (text);
    }
  for (guint k = 0; k < n_states; k++)
    self->dependencies[self->n_dependencies++]
        = (guint)description->variables[description->derivatives.items[k].variable].derivative_of;
}

static void
read_outputs (LsDescription *self, const xmlNode *root, guint n)
{
  const xmlNode *list = ls_xml_child (root, "ModelVariables");
  const xmlNode *node = list != NULL ? ls_xml_child (list, "ScalarVariable") : NULL;

  self->outputs.items = g_new0 (LsUnknown, n);
  for (guint i = 0; i < n; i++, node = ls_xml_next (node, "ScalarVariable"))
    {
      const LsVariable *variable = &self->variables[i];
      const LsPlace place = { node, "variable", variable->name };
      const xmlNode *dependencies = ls_xml_child (node, "DirectDependency");
      LsUnknown *unknown = &self->outputs.items[self->outputs.n];

      if (variable->causality != LS_CAUSALITY_OUTPUT)
        {
          if (dependencies != NULL)
            ls_place_remark (&place, self->remarks, LS_FINDING_ERROR, "direct-dependency-of-output",
                             _ ("DirectDependency is for outputs"));
          continue;
        }
      self->outputs.n++;
      *unknown = (LsUnknown){ .variable = i, .line = variable->line };
      if (dependencies != NULL)
        read_dependencies (self, unknown, &place, dependencies);
    }
}

/* What is not said about dependencies is taken for one on everything. */
static void
remark_dependencies (LsDescription *self, const xmlNode *root)
{
  const LsPlace place = { root, "fmiModelDescription", NULL };
  const LsUnknown *first = NULL;
  guint n_inputs = 0, n = 0;

  for (guint i = 0; i < self->n_variables; i++)
    n_inputs += self->variables[i].causality == LS_CAUSALITY_INPUT;
  for (guint i = self->outputs.n; i-- > 0;)
    if (!self->outputs.items[i].has_dependencies)
      {
        first = &self->outputs.items[i];
        n++;
      }
  if (n > 0 && n_inputs > 0)
    ls_place_remark (&place, self->remarks, LS_FINDING_NOTE, "direct-dependency",
                     _ ("outputs without DirectDependency: %u of %u, starting with %s; they are "
                        "taken to depend on all inputs"),
                     n, self->outputs.n, self->variables[first->variable].name);
}

static void
add_variables (LsDescription *self, guint n_states)
{
  References references = { g_hash_table_new (NULL, NULL), G_MAXUINT32 };

  for (guint i = 0; i < self->n_variables; i++)
    g_hash_table_add (references.taken, GUINT_TO_POINTER (self->variables[i].value_reference));
  number_negated (self, &references);
  add_states (self, &references, n_states);
  g_hash_table_unref (references.taken);
}

gboolean
ls_description_read_fmi1_variables (LsDescription *self, const xmlNode *root, GError **error)
{
  static const LsScalarForm form
      = { .read_head = read_head, .settle = settle, .may_be_absent = TRUE };
  const LsPlace place = { root, "fmiModelDescription", NULL };
  gint64 n_states = 0;
  guint n;

  if (!ls_place_get_integer (&place, "numberOfContinuousStates", 0,
                             LS_DESCRIPTION_MAX_VARIABLES / 4, &n_states, NULL, error))
    return FALSE;
  /* Slaves have no functions for them. */
  if (!self->model_exchange.present)
    n_states = 0;
  if (!ls_description_read_scalars (self, root, &form, 2 * (guint)n_states, error))
    return FALSE;
  n = self->n_variables;
  add_variables (self, (guint)n_states);
  read_outputs (self, root, n);
  remark_dependencies (self, root);
  return TRUE;
}
