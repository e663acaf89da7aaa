/* Every wired model of the build opens without a problem, says nothing that is not known of it,
 * and lies on the canvas without overlap. */
#include "core/ssp/ssp.h"

#include "../core/support/unit.h"

#include <string.h>

/* Models with remarks: how many there are, and what each holds. */
static const struct
{
  const char *name;
  unsigned n_remarks;
  const char *text;
} remarks[] = {
  { "chain-10.ssp", 2, "x_" },
  { "chain-100.ssp", 2, "x_" },
  { "chain-1000.ssp", 2, "x_" },
  { "resistor-bridge.ssp", 1, "left.v_2" },
  { "resistor-ladder-2.ssp", 2, "v_" },
  { "resistor-ladder-10.ssp", 2, "v_" },
  { "resistor-ladder-50.ssp", 2, "v_" },
  { "pressure-network-2.ssp", 1, "q_out" },
  { "pressure-network-10.ssp", 1, "q_out" },
  { "pressure-network-50.ssp", 1, "q_out" },
  { "building-10.ssp", 2, "T_" },
  { "transitions.ssp", 1, "x1.u" },
};

static void
check_remarks (const char *name, LsModel *model)
{
  g_autoptr (GPtrArray) found = ls_model_list_remarks (model);
  unsigned n = 0;
  const char *text = "";

  for (size_t i = 0; i < G_N_ELEMENTS (remarks); i++)
    if (strcmp (remarks[i].name, name) == 0)
      {
        n = remarks[i].n_remarks;
        text = remarks[i].text;
      }
  for (unsigned i = 0; i < found->len; i++)
    {
      const char *remark = g_ptr_array_index (found, i);

      g_test_message ("%s: %s", name, remark);
      g_assert_nonnull (strstr (remark, text));
    }
  g_assert_cmpuint (found->len, ==, n);
}

static gboolean
overlap (const LsComponent *a, const LsComponent *b)
{
  return a->x < b->x + b->width && b->x < a->x + a->width && a->y < b->y + b->height
         && b->y < a->y + a->height;
}

static void
check_geometry (LsModel *model)
{
  const guint n = ls_model_get_n_components (model);

  for (guint i = 0; i < n; i++)
    {
      const LsComponent *component = ls_model_get_component (model, i);

      g_assert_null (component->problem);
      g_assert_cmpfloat (component->width, >, 0);
      g_assert_cmpfloat (component->height, >, 0);
      for (guint j = 0; j < i; j++)
        g_assert_false (overlap (component, ls_model_get_component (model, j)));
    }
}

/* OMSimulator opens only what is named by identifiers. */
static void
check_names (LsModel *model)
{
  for (guint i = 0; i < ls_model_get_n_components (model); i++)
    {
      const char *name = ls_model_get_component (model, i)->name;

      if (!g_regex_match_simple ("^[A-Za-z_][A-Za-z0-9_]*$", name, 0, 0))
        g_error ("“%s” is no identifier", name);
    }
}

/* What the experiment names is there. */
static void
check_experiment (LsModel *model)
{
  const LsExperiment *experiment = ls_model_get_experiment (model);
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (experiment->methods->len, >, 0);
  g_assert_cmpuint (experiment->signals->len, >, 0);
  g_assert_cmpuint (experiment->step_sizes->len, >, 0);
  g_assert_cmpfloat (experiment->stop_time, >, experiment->start_time);
  for (unsigned i = 0; i < experiment->signals->len; i++)
    {
      ls_model_find_signal (model, g_ptr_array_index (experiment->signals, i), NULL, NULL, &error);
      g_assert_no_error (error);
    }
}

static void
test_models (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("BUILD_ROOT"), "models", NULL);
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  const char *name;
  unsigned n = 0;

  g_assert_nonnull (folder);
  while ((name = g_dir_read_name (folder)) != NULL)
    if (g_str_has_suffix (name, ".ssp"))
      {
        g_autoptr (LsModel) model = unit_open (name);
        g_autoptr (GError) error = NULL;

        ls_model_check (model, &error);
        g_assert_no_error (error);
        check_remarks (name, model);
        check_geometry (model);
        check_names (model);
        check_experiment (model);
        n++;
      }
  g_assert_cmpuint (n, >=, 11);
}

/* The one start value that makes the chain move. */
static void
test_chain_start (void)
{
  g_autoptr (LsModel) model = unit_open ("chain-1000.ssp");
  const LsComponent *first = ls_model_find_component_by_name (model, "body_0001");
  const LsComponent *second = ls_model_find_component_by_name (model, "body_0002");

  g_assert_cmpuint (ls_model_get_n_components (model), ==, 1000);
  g_assert_cmpstr (ls_model_get_value (model, first->id, "x"), ==, "1");
  g_assert_cmpstr (ls_model_get_value (model, second->id, "x"), ==, "0");
  /* All share one FMU. */
  g_assert_true (first->fmu == second->fmu);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/open/models", test_models);
  g_test_add_func ("/open/chain-start", test_chain_start);
  return g_test_run ();
}
