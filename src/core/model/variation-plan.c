#include "core/model/variation-plan.h"

#include "core/base/texts.h"

#include <string.h>

LsVariationPlan *
ls_variation_plan_new (void)
{
  LsVariationPlan *self = g_new0 (LsVariationPlan, 1);

  self->parameters = g_ptr_array_new_with_free_func (g_free);
  self->measures = g_ptr_array_new_with_free_func (g_free);
  self->sample = g_strdup ("lhs:100");
  self->seed = 1;
  self->traces = TRUE;
  return self;
}

void
ls_variation_plan_free (LsVariationPlan *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->parameters);
  g_ptr_array_unref (self->measures);
  g_free (self->sample);
  g_free (self->method);
  g_free (self->data);
  g_free (self);
}

LsVariationPlan *
ls_variation_plan_copy (const LsVariationPlan *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  LsVariationPlan *copy = ls_variation_plan_new ();

  g_ptr_array_unref (copy->parameters);
  g_ptr_array_unref (copy->measures);
  copy->parameters = ls_texts_copy (self->parameters);
  copy->measures = ls_texts_copy (self->measures);
  g_free (copy->sample);
  copy->sample = g_strdup (self->sample);
  copy->seed = self->seed;
  copy->n_jobs = self->n_jobs;
  copy->traces = self->traces;
  copy->method = g_strdup (self->method);
  copy->step_size = self->step_size;
  copy->tolerance = self->tolerance;
  copy->data = g_strdup (self->data);
  return copy;
}

gboolean
ls_variation_plan_equal (const LsVariationPlan *a, const LsVariationPlan *b)
{
  g_return_val_if_fail (a != NULL && b != NULL, FALSE);

  return strcmp (a->sample, b->sample) == 0 && a->seed == b->seed && a->n_jobs == b->n_jobs
         && a->traces == b->traces && g_strcmp0 (a->method, b->method) == 0
         && a->step_size == b->step_size && a->tolerance == b->tolerance
         && g_strcmp0 (a->data, b->data) == 0 && ls_texts_equal (a->parameters, b->parameters)
         && ls_texts_equal (a->measures, b->measures);
}

gboolean
ls_variation_plan_is_default (const LsVariationPlan *self)
{
  g_autoptr (LsVariationPlan) plain = ls_variation_plan_new ();

  return ls_variation_plan_equal (self, plain);
}

/* Length of the name in a definition: numbers have no "=", names may. */
static gsize
get_name_length (const char *definition)
{
  const char *equals = strrchr (definition, '=');

  return equals != NULL ? (gsize)(equals - definition) : strlen (definition);
}

char *
ls_variation_plan_get_name (const LsVariationPlan *self, guint parameter)
{
  g_return_val_if_fail (self != NULL && parameter < self->parameters->len, NULL);

  const char *definition = self->parameters->pdata[parameter];

  return g_strndup (definition, get_name_length (definition));
}

int
ls_variation_plan_find (const LsVariationPlan *self, const char *name)
{
  g_return_val_if_fail (self != NULL && name != NULL, -1);

  for (guint i = 0; i < self->parameters->len; i++)
    {
      const char *definition = self->parameters->pdata[i];
      const gsize length = get_name_length (definition);

      if (length == strlen (name) && strncmp (definition, name, length) == 0)
        return (int)i;
    }
  return -1;
}

void
ls_variation_plan_set (LsVariationPlan *self, const char *name, const char *definition)
{
  g_return_if_fail (self != NULL && name != NULL);

  const int index = ls_variation_plan_find (self, name);

  if (index >= 0)
    g_ptr_array_remove_index (self->parameters, (guint)index);
  if (definition != NULL)
    g_ptr_array_insert (self->parameters, index, g_strdup (definition));
}

void
ls_variation_plan_choose_steps (const LsVariationPlan *self, double *step_size, double *tolerance)
{
  g_return_if_fail (self != NULL && step_size != NULL && tolerance != NULL);

  if (self->tolerance > 0 || self->step_size > 0)
    *tolerance = self->tolerance;
  if (self->step_size > 0)
    *step_size = self->step_size;
}

/* The component stands at the beginning of a parameter, and after "(" of a measure. */
static void
rename_in (GPtrArray *texts, char before, const char *old, const char *name)
{
  for (guint i = 0; i < texts->len; i++)
    {
      char *text = texts->pdata[i];
      const char *bracket = before != '\0' ? strchr (text, before) : NULL;
      const gsize start = bracket != NULL ? (gsize)(bracket + 1 - text) : 0;
      const gsize length = strlen (old);

      if ((before != '\0' && bracket == NULL) || strncmp (text + start, old, length) != 0
          || text[start + length] != '.')
        continue;
      texts->pdata[i] = g_strdup_printf ("%.*s%s%s", (int)start, text, name, text + start + length);
      g_free (text);
    }
}

void
ls_variation_plan_rename (LsVariationPlan *self, const char *old, const char *name)
{
  g_return_if_fail (self != NULL && old != NULL && name != NULL);

  rename_in (self->parameters, '\0', old, name);
  rename_in (self->measures, '(', old, name);
}
