/* Documents: edits, undo and redo, groups, files. */
#include <glib/gstdio.h>
#include <math.h>
#include "app/base/fmu-store.h"
#include "app/document/document.h"
#include "app/document/equal-names.h"
#include "core/base/tempdir.h"
#include "core/ssp/ssp.h"

#define N_EDITS 50

static gboolean
save (LsDocument *document, const char *path, GError **error)
{
  LsModel *copy = ls_document_begin_save (document);
  const gboolean written = ls_ssp_write (copy, path, error);

  ls_document_end_save (document, written ? copy : NULL, path);
  ls_model_free (copy);
  return written;
}

static LsFmu *
open_example (const char *name)
{
  g_autofree char *path = g_strdup_printf ("%s/%s.fmu", LS_EXAMPLES, name);
  g_autoptr (GError) error = NULL;
  LsFmu *fmu = ls_fmu_open (path, &error);

  g_assert_no_error (error);
  return fmu;
}

static guint
any_component (LsDocument *document, GRand *rand)
{
  LsModel *model = ls_document_get_model (document);
  guint n = ls_model_get_n_components (model);

  return n == 0 ? 0 : ls_model_get_component (model, (guint)g_rand_int_range (rand, 0, (int)n))->id;
}

static void
connect_any (LsDocument *document, GRand *rand)
{
  LsModel *model = ls_document_get_model (document);
  guint from = any_component (document, rand), to = any_component (document, rand);
  g_autoptr (GPtrArray) outputs = NULL;
  g_autoptr (GPtrArray) inputs = NULL;

  if (from == 0)
    return;
  outputs = ls_component_list_outputs (ls_model_find_component (model, from));
  inputs = ls_component_list_inputs (ls_model_find_component (model, to));
  if (outputs->len > 0 && inputs->len > 0)
    ls_document_connect (document, from, ((LsVariable *)outputs->pdata[0])->name, to,
                         ((LsVariable *)inputs->pdata[0])->name, NULL);
}

static void
remove_any (LsDocument *document, GRand *rand)
{
  LsModel *model = ls_document_get_model (document);
  g_autoptr (GArray) components = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) connections = g_array_new (FALSE, FALSE, sizeof (guint));
  guint id = any_component (document, rand);

  if (id != 0 && g_rand_boolean (rand))
    g_array_append_val (components, id);
  if (ls_model_get_n_connections (model) > 0)
    g_array_append_val (connections, ls_model_get_connection (model, 0)->id);
  ls_document_remove (document, components, connections);
}

static void
set_any (LsDocument *document, GRand *rand)
{
  guint id = any_component (document, rand);
  g_autofree char *value = g_strdup_printf ("%d", g_rand_int_range (rand, 1, 9));
  g_autoptr (GPtrArray) settable = NULL;

  if (id == 0)
    return;
  settable
      = ls_component_list_settable (ls_model_find_component (ls_document_get_model (document), id));
  if (settable->len > 0)
    ls_document_set_value (document, id, ((LsVariable *)settable->pdata[0])->name,
                           g_rand_boolean (rand) ? value : NULL, NULL);
}

static void
edit_experiment (LsDocument *document, GRand *rand)
{
  g_autoptr (LsExperiment) experiment
      = ls_experiment_copy (ls_model_get_experiment (ls_document_get_model (document)));

  experiment->stop_time = g_rand_double_range (rand, 1, 100);
  ls_document_set_experiment (document, experiment);
}

static void
edit (LsDocument *document, GRand *rand, LsFmu *fmus[2])
{
  guint id = any_component (document, rand);
  g_autofree char *name = g_strdup_printf ("part%d", g_rand_int_range (rand, 0, 1000));
  LsPoint place = { g_rand_int_range (rand, 0, 90) * 10, g_rand_int_range (rand, 0, 90) * 10 };

  switch (g_rand_int_range (rand, 0, 8))
    {
    case 0:
    case 1:
      ls_document_add_fmu (document, fmus[g_rand_int_range (rand, 0, 2)], 0, place.x, place.y);
      break;
    case 2:
      if (id != 0)
        ls_document_move (document, &id, &place, 1);
      break;
    case 3:
      if (id != 0)
        ls_document_rename (document, id, name, NULL);
      break;
    case 4:
      connect_any (document, rand);
      break;
    case 5:
      remove_any (document, rand);
      break;
    case 6:
      set_any (document, rand);
      break;
    default:
      edit_experiment (document, rand);
      break;
    }
}

/* Fifty edits of all kinds, all undone, all redone: the model is the same at
 * both ends and at every step between. */
static void
test_mixed_edits (gconstpointer seed)
{
  g_autoptr (LsDocument) document = ls_document_new ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (GPOINTER_TO_UINT (seed));
  g_autoptr (GPtrArray) states = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_model_free);
  LsFmu *fmus[] = { open_example ("prey"), open_example ("predator") };
  guint n = 0;

  g_ptr_array_add (states, ls_model_copy (ls_document_get_model (document)));
  for (guint i = 0; i < N_EDITS; i++)
    edit (document, rand, fmus);
  while (ls_document_get_undo_name (document) != NULL)
    {
      g_ptr_array_insert (states, 1, ls_model_copy (ls_document_get_model (document)));
      ls_document_undo (document);
      n++;
    }
  g_assert_cmpuint (n, >, N_EDITS / 3);
  g_assert_true (ls_model_equal (ls_document_get_model (document), states->pdata[0]));
  g_assert_false (ls_document_is_dirty (document));
  for (guint i = 1; i < states->len; i++)
    {
      g_assert_nonnull (ls_document_get_redo_name (document));
      ls_document_redo (document);
      g_assert_true (ls_model_equal (ls_document_get_model (document), states->pdata[i]));
    }
  g_assert_null (ls_document_get_redo_name (document));
  ls_fmu_unref (fmus[0]);
  ls_fmu_unref (fmus[1]);
}

static void
test_drag_is_one_entry (void)
{
  g_autoptr (LsDocument) document = ls_document_new ();
  g_autoptr (LsFmu) fmu = open_example ("prey");
  guint id = ls_document_add_fmu (document, fmu, 0, 0, 0);
  LsModel *model = ls_document_get_model (document);

  ls_document_begin_group (document, "Move");
  for (int i = 1; i <= 10; i++)
    ls_document_move (document, &id, &(LsPoint){ 10 * i, 20 * i }, 1);
  g_assert_null (ls_document_get_undo_name (document)); /* not in the middle of a drag */
  ls_document_end_group (document);
  g_assert_cmpfloat (ls_model_find_component (model, id)->x, ==, 100);
  ls_document_undo (document);
  g_assert_cmpfloat (ls_model_find_component (model, id)->x, ==, 0);
  g_assert_cmpuint (ls_model_get_n_components (model), ==, 1);

  ls_document_begin_group (document, "Move");
  ls_document_move (document, &id, &(LsPoint){ 70, 70 }, 1);
  ls_document_cancel_group (document);
  g_assert_cmpfloat (ls_model_find_component (model, id)->x, ==, 0);
  g_assert_nonnull (ls_document_get_redo_name (document)); /* the cancelled drag leaves no trace */
}

/* A refused edit leaves model and undo stack alone and says why. */
static void
test_refused (void)
{
  g_autoptr (LsDocument) document = ls_document_new ();
  g_autoptr (LsFmu) fmu = open_example ("prey");
  guint prey = ls_document_add_fmu (document, fmu, 0, 0, 0);
  guint other = ls_document_add_fmu (document, fmu, 0, 300, 0);
  g_autoptr (LsModel) before = ls_model_copy (ls_document_get_model (document));
  GError *error = NULL;

  g_assert_false (ls_document_rename (document, other, "prey", &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_MODEL);
  g_clear_error (&error);
  g_assert_cmpuint (ls_document_connect (document, prey, "population", other, "population", &error),
                    ==, 0);
  g_assert_error (error, LS_ERROR, LS_ERROR_MODEL);
  g_clear_error (&error);
  for (const char *const *value = (const char *const[]){ "abc", "", "1e400", "1,5", NULL };
       *value != NULL; value++)
    {
      g_assert_false (ls_document_set_value (document, prey, "predators", *value, &error));
      g_assert_error (error, LS_ERROR, LS_ERROR_MODEL);
      g_clear_error (&error);
    }
  g_assert_true (ls_model_equal (before, ls_document_get_model (document)));
}

/* A renamed component keeps its connections and the signals of the experiment, there and back. */
static void
test_rename (void)
{
  g_autoptr (LsDocument) document = ls_document_new ();
  g_autoptr (LsFmu) prey_fmu = open_example ("prey");
  g_autoptr (LsFmu) predator_fmu = open_example ("predator");
  LsModel *model = ls_document_get_model (document);
  g_autoptr (LsExperiment) experiment = ls_experiment_copy (ls_model_get_experiment (model));
  g_autoptr (LsModel) before = NULL;
  guint prey = ls_document_add_fmu (document, prey_fmu, 0, 0, 0);
  guint predator = ls_document_add_fmu (document, predator_fmu, 0, 300, 0);
  const LsOrbitChoice *orbit;

  g_assert_cmpuint (ls_document_connect (document, prey, "population", predator, "prey", NULL), !=,
                    0);
  g_ptr_array_add (experiment->signals, g_strdup ("prey.population"));
  ls_experiment_add_orbit (experiment, "prey.population", "predator.population");
  ls_document_set_experiment (document, experiment);
  before = ls_model_copy (model);

  g_assert_true (ls_document_rename (document, prey, "hares", NULL));
  orbit = g_ptr_array_index (ls_model_get_experiment (model)->orbits, 0);
  g_assert_cmpstr (g_ptr_array_index (ls_model_get_experiment (model)->signals, 0), ==,
                   "hares.population");
  g_assert_cmpstr (orbit->x, ==, "hares.population");
  g_assert_cmpstr (orbit->y, ==, "predator.population");
  g_assert_nonnull (ls_model_find_source (model, predator, "prey"));
  ls_document_undo (document);
  g_assert_true (ls_model_equal (before, model));
  ls_document_redo (document);
  g_assert_cmpstr (g_ptr_array_index (ls_model_get_experiment (model)->signals, 0), ==,
                   "hares.population");
}

/* What showed signals of a component that is deleted shows those of the others; one undo brings all
 * back. */
static void
test_delete_shown (void)
{
  g_autoptr (LsDocument) document = ls_document_new ();
  g_autoptr (LsFmu) prey_fmu = open_example ("prey");
  g_autoptr (LsFmu) predator_fmu = open_example ("predator");
  LsModel *model = ls_document_get_model (document);
  g_autoptr (LsExperiment) experiment = ls_experiment_copy (ls_model_get_experiment (model));
  g_autoptr (LsModel) before = NULL;
  g_autoptr (GArray) components = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) connections = g_array_new (FALSE, FALSE, sizeof (guint));
  guint prey = ls_document_add_fmu (document, prey_fmu, 0, 0, 0);
  LsPlotSetup *plot = ls_plot_setup_new ("trajectory");
  const LsExperiment *now;

  ls_document_add_fmu (document, predator_fmu, 0, 300, 0);
  g_ptr_array_add (experiment->signals, g_strdup ("prey.population"));
  g_ptr_array_add (experiment->signals, g_strdup ("predator.population"));
  ls_experiment_add_orbit (experiment, "prey.population", "predator.population");
  g_ptr_array_add (plot->panes, ls_pane_choice_new ());
  g_ptr_array_add (((LsPaneChoice *)plot->panes->pdata[0])->left, g_strdup ("prey.population"));
  ls_experiment_set_plot (experiment, plot);
  ls_document_set_experiment (document, experiment);
  before = ls_model_copy (model);

  g_array_append_val (components, prey);
  ls_document_remove (document, components, connections);
  now = ls_model_get_experiment (model);
  g_assert_cmpuint (now->signals->len, ==, 1);
  g_assert_cmpstr (now->signals->pdata[0], ==, "predator.population");
  g_assert_cmpuint (now->orbits->len, ==, 0);
  g_assert_cmpuint (ls_experiment_find_plot (now, "trajectory", 0)->panes->len, ==, 0);
  ls_document_undo (document);
  g_assert_true (ls_model_equal (before, model));
}

/* Equal names are suggested, those of components too; a choice between several is left open. */
static void
test_equal_names (void)
{
  g_autoptr (LsDocument) document = ls_document_new ();
  g_autoptr (LsFmu) prey = open_example ("prey");
  g_autoptr (LsFmu) predator = open_example ("predator");
  g_autoptr (LsFmu) left = open_example ("left-body");
  g_autoptr (LsFmu) right = open_example ("right-body");
  LsModel *model = ls_document_get_model (document);
  GPtrArray *list;
  const LsSuggestion *suggestion;

  ls_document_add_fmu (document, prey, 0, 0, 0);
  ls_document_add_fmu (document, predator, 0, 0, 0);
  list = ls_equal_names_list (model, 300);
  g_assert_cmpuint (list->len, ==, 1);
  suggestion = g_ptr_array_index (list, 0);
  g_assert_cmpstr (suggestion->output, ==, "population");
  g_assert_cmpstr (suggestion->input, ==, "prey");
  g_assert_true (suggestion->alone);
  g_assert_cmpuint (ls_document_connect (document, suggestion->from, suggestion->output,
                                         suggestion->to, suggestion->input, NULL),
                    !=, 0);
  g_ptr_array_unref (list);
  list = ls_equal_names_list (model, 300);
  g_assert_cmpuint (list->len, ==, 0); /* it is fed now */
  g_ptr_array_unref (list);

  ls_document_add_fmu (document, left, 0, 0, 0);
  ls_document_add_fmu (document, right, 0, 0, 0);
  ls_document_add_fmu (document, right, 0, 0, 0);
  list = ls_equal_names_list (model, 300);
  g_assert_cmpuint (list->len, ==, 2); /* F of either right body */
  for (guint i = 0; i < list->len; i++)
    {
      suggestion = g_ptr_array_index (list, i);
      g_assert_cmpstr (suggestion->output, ==, "F");
      g_assert_cmpstr (suggestion->input, ==, "F");
      g_assert_false (suggestion->alone);
    }
  g_ptr_array_unref (list);
}

/* Of very many the first ones, and no more work than for those: each of 1500 inputs fits 1500
 * outputs. */
static void
test_many_equal_names (void)
{
  g_autoptr (LsModel) model = ls_model_new ();
  g_autoptr (LsFmu) left = open_example ("left-body");
  g_autoptr (LsFmu) right = open_example ("right-body");
  const guint n = 1500;
  GPtrArray *list;
  gint64 begin;

  for (guint i = 0; i < n; i++)
    {
      ls_model_add_component (model, left, NULL, 0, 0);
      ls_model_add_component (model, right, NULL, 0, 0);
    }
  begin = g_get_monotonic_time ();
  list = ls_equal_names_list (model, 300);
  g_test_message ("%.3f s", 1e-6 * (double)(g_get_monotonic_time () - begin));
  g_assert_cmpuint (list->len, >=, 300);
  g_assert_cmpuint (list->len, <, 300 + n);
  g_ptr_array_unref (list);
}

/* What did not open on a thread is not opened again by who asks for it, but by the next try. */
static void
test_store (void)
{
  g_autofree char *path = g_strdup_printf ("%s/prey.fmu", LS_EXAMPLES);
  g_autoptr (GError) problem = g_error_new (LS_ERROR, LS_ERROR_FORMAT, "no");
  g_autoptr (GError) error = NULL;
  g_autoptr (LsFmu) fmu = NULL;

  ls_fmu_store_put_problem (path, problem);
  g_assert_true (ls_fmu_store_has (path));
  g_assert_null (ls_fmu_store_get (path, &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_FORMAT);
  g_assert_false (ls_fmu_store_has (path));
  fmu = ls_fmu_store_get (path, NULL);
  g_assert_nonnull (fmu);
  ls_fmu_store_clear ();
}

static void
test_dirty (void)
{
  g_autoptr (LsDocument) document = ls_document_new ();
  g_autoptr (LsTempdir) folder = ls_tempdir_new (NULL);
  g_autofree char *path = g_build_filename (ls_tempdir_get_path (folder), "m.ssp", NULL);
  g_autoptr (LsFmu) fmu = open_example ("prey");
  g_autoptr (GError) error = NULL;
  guint id;

  g_assert_false (ls_document_is_dirty (document));
  id = ls_document_add_fmu (document, fmu, 0, 0, 0);
  g_assert_true (ls_document_is_dirty (document));
  g_assert_true (save (document, path, &error));
  g_assert_no_error (error);
  g_assert_false (ls_document_is_dirty (document));
  g_assert_cmpstr (ls_document_get_title (document), ==, "m.ssp");
  ls_document_undo (document);
  g_assert_true (ls_document_is_dirty (document));
  ls_document_redo (document);
  g_assert_false (ls_document_is_dirty (document));
  ls_document_undo (document);
  /* Another future: the saved state cannot be reached any more. */
  id = ls_document_add_fmu (document, fmu, 0, 50, 50);
  g_assert_cmpuint (id, !=, 0);
  g_assert_true (ls_document_is_dirty (document));
  ls_document_undo (document);
  g_assert_true (ls_document_is_dirty (document));
}

/* Written on another thread say: what was edited meanwhile is not in the file. */
static void
test_save_apart (void)
{
  g_autoptr (LsDocument) document = ls_document_new ();
  g_autoptr (LsTempdir) folder = ls_tempdir_new (NULL);
  g_autofree char *path = g_build_filename (ls_tempdir_get_path (folder), "m.ssp", NULL);
  g_autoptr (LsFmu) fmu = open_example ("prey");
  LsModel *copy, *read;

  ls_document_add_fmu (document, fmu, 0, 0, 0);
  copy = ls_document_begin_save (document);
  ls_document_add_fmu (document, fmu, 0, 100, 0);
  g_assert_true (ls_ssp_write (copy, path, NULL));
  ls_document_end_save (document, copy, path);
  ls_model_free (copy);
  g_assert_cmpstr (ls_document_get_title (document), ==, "m.ssp");
  g_assert_cmpuint (ls_model_get_n_components (ls_document_get_model (document)), ==, 2);
  read = ls_ssp_read (path, NULL);
  g_assert_cmpuint (ls_model_get_n_components (read), ==, 1);
  ls_model_free (read);
  g_assert_true (ls_document_is_dirty (document));
  ls_document_undo (document);
  g_assert_false (ls_document_is_dirty (document));
  /* Where the FMU is within the file. */
  g_assert_cmpstr (ls_model_get_component (ls_document_get_model (document), 0)->source, ==,
                   "resources/prey.fmu");

  /* What was saved cannot be reached any more: another edit took its place meanwhile. */
  copy = ls_document_begin_save (document);
  ls_document_undo (document);
  ls_document_add_fmu (document, fmu, 0, 200, 0);
  g_assert_true (ls_ssp_write (copy, path, NULL));
  ls_document_end_save (document, copy, path);
  ls_model_free (copy);
  g_assert_true (ls_document_is_dirty (document));
  ls_document_undo (document);
  g_assert_true (ls_document_is_dirty (document));

  /* A failure, and a model that is another one by then, change nothing. */
  copy = ls_document_begin_save (document);
  ls_document_end_save (document, NULL, "/nowhere/m.ssp");
  g_assert_cmpstr (ls_document_get_title (document), ==, "m.ssp");
  ls_document_end_save (document, NULL, path);
  ls_model_free (copy);
  copy = ls_document_begin_save (document);
  ls_document_reset (document);
  ls_document_end_save (document, copy, path);
  ls_model_free (copy);
  g_assert_null (ls_document_get_path (document));
}

static void
test_save_and_open (void)
{
  g_autoptr (LsDocument) document = ls_document_new ();
  g_autoptr (LsDocument) again = ls_document_new ();
  g_autoptr (LsTempdir) folder = ls_tempdir_new (NULL);
  g_autofree char *path = g_build_filename (ls_tempdir_get_path (folder), "pair.ssp", NULL);
  g_autoptr (LsFmu) prey = open_example ("prey");
  g_autoptr (LsFmu) predator = open_example ("predator");
  g_autoptr (GError) error = NULL;
  guint a = ls_document_add_fmu (document, prey, 0, 20, 30);
  guint b = ls_document_add_fmu (document, predator, 0, 320, 30);

  g_assert_cmpuint (ls_document_connect (document, a, "population", b, "prey", NULL), !=, 0);
  g_assert_true (save (document, path, NULL));
  ls_document_take (again, ls_ssp_read (path, &error), path);
  g_assert_no_error (error);
  g_assert_cmpuint (ls_model_get_n_components (ls_document_get_model (again)), ==, 2);
  g_assert_cmpuint (ls_model_get_n_connections (ls_document_get_model (again)), ==, 1);
  g_assert_cmpfloat (ls_model_get_component (ls_document_get_model (again), 1)->x, ==, 320);
}

static guint
count_ports (LsDocument *document, guint id)
{
  const LsModel *model = ls_document_get_model (document);
  g_autoptr (GPtrArray) outputs = ls_component_list_outputs (ls_model_find_component (model, id));

  return outputs->len;
}

/* A smaller array takes wires and values of its last elements along; undo brings all back. */
static void
test_sizes (void)
{
  g_autoptr (LsDocument) document = ls_document_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (LsFmu) fmu = ls_fmu_open (LS_TEST_FMUS "/third.fmu", &error);
  const guint id = ls_document_add_fmu (document, fmu, 0, 0, 0);
  const guint n = count_ports (document, id);
  g_autoptr (LsModel) before = NULL;

  g_assert_no_error (error);
  g_assert_true (ls_document_set_value (document, id, "u[3]", "4", &error));
  g_assert_cmpuint (ls_document_connect (document, id, "y[3]", id, "u[3]", &error), >, 0);
  g_assert_cmpuint (ls_document_connect (document, id, "y[1]", id, "u[2]", &error), >, 0);
  before = ls_model_copy (ls_document_get_model (document));
  g_assert_true (ls_document_set_value (document, id, "n", "2", &error));
  g_assert_cmpuint (count_ports (document, id), ==, n - 1);
  g_assert_cmpuint (ls_model_get_n_connections (ls_document_get_model (document)), ==, 1);
  g_assert_cmpstr (ls_document_get_undo_name (document), ==,
                   "Set third.n, which removes 1 connection");
  ls_document_undo (document);
  g_assert_true (ls_model_equal (before, ls_document_get_model (document)));
  ls_document_redo (document);
  g_assert_true (ls_document_set_value (document, id, "n", "5", &error));
  g_assert_cmpuint (count_ports (document, id), ==, n + 2);
  g_assert_true (ls_document_set_value (document, id, "n", NULL, &error));
  g_assert_cmpuint (count_ports (document, id), ==, n);
  g_assert_false (ls_document_set_value (document, id, "n", "7", &error));
}

/* A wire of an array is one edit, whichever of its elements it connects. */
static void
test_arrays (void)
{
  g_autoptr (LsDocument) document = ls_document_new ();
  const LsModel *model = ls_document_get_model (document);
  g_autoptr (GError) error = NULL;
  g_autoptr (LsFmu) fmu = ls_fmu_open (LS_TEST_FMUS "/arrays.fmu", &error);
  const guint a = ls_document_add_fmu (document, fmu, 0, 0, 0);
  const guint b = ls_document_add_fmu (document, fmu, 0, 300, 0);
  g_autoptr (LsModel) before = NULL;
  const LsElementMap rows = { (char *)"2, 1-3", (char *)"1, 1-3", FALSE };
  const LsElementMap bad = { (char *)"2, 1-3", (char *)"1, 1-2", FALSE };
  guint id;

  g_assert_no_error (error);
  g_assert_cmpuint (ls_document_connect (document, a, "y", b, "v", &error), ==, 0);
  g_assert_error (error, LS_ERROR, LS_ERROR_MODEL);
  g_clear_error (&error);
  g_assert_cmpuint (ls_model_get_n_connections (model), ==, 0);
  id = ls_document_connect (document, a, "p", b, "v", &error);
  g_assert_no_error (error);
  g_assert_cmpuint (ls_model_get_n_connections (model), ==, 6);
  g_assert_cmpstr (ls_document_get_undo_name (document), ==,
                   "Connect arrays.p → arrays_2.v (6 elements)");
  g_assert_true (ls_document_set_transformation (document, id, 2, 1, FALSE, &error));
  for (guint i = 0; i < 6; i++)
    g_assert_cmpfloat (ls_model_get_connection (model, i)->factor, ==, 2);
  before = ls_model_copy (model);
  g_assert_cmpuint (ls_document_map_wire (document, id, &bad, &error), ==, 0);
  g_assert_error (error, LS_ERROR, LS_ERROR_MODEL);
  g_clear_error (&error);
  g_assert_true (ls_model_equal (before, model));
  g_assert_cmpuint (ls_document_map_wire (document, id, &rows, &error), ==, id);
  g_assert_no_error (error);
  g_assert_cmpuint (ls_model_get_n_connections (model), ==, 3);
  g_assert_cmpstr (ls_model_find_source (model, b, "v[1,3]")->output, ==, "p[2,3]");
  g_assert_cmpfloat (ls_model_find_source (model, b, "v[1,3]")->offset, ==, 1);
  ls_document_undo (document);
  g_assert_true (ls_model_equal (before, model));
  ls_document_undo (document);
  ls_document_undo (document);
  g_assert_cmpuint (ls_model_get_n_connections (model), ==, 0);
}

static gboolean
set_cb (gpointer over)
{
  *(gboolean *)over = TRUE;
  return G_SOURCE_REMOVE;
}

static void
count_cb (guint *count)
{
  (*count)++;
}

/* Until @count is not 0, at most that long. */
static void
wait_for (const guint *count, guint milliseconds)
{
  gboolean over = FALSE;
  const guint timeout = g_timeout_add (milliseconds, set_cb, &over);

  while (*count == 0 && !over)
    g_main_context_iteration (NULL, TRUE);
  if (!over)
    g_source_remove (timeout);
}

static void
test_file_changed (void)
{
  g_autoptr (LsDocument) document = ls_document_new ();
  g_autoptr (LsTempdir) folder = ls_tempdir_new (NULL);
  g_autofree char *path = g_build_filename (ls_tempdir_get_path (folder), "m.ssp", NULL);
  g_autoptr (LsFmu) fmu = open_example ("prey");
  g_autofree char *data = NULL;
  gsize size;
  guint count = 0;

  ls_document_add_fmu (document, fmu, 0, 0, 0);
  g_assert_true (save (document, path, NULL));
  g_signal_connect_swapped (document, "file-changed", G_CALLBACK (count_cb), &count);
  g_assert_true (save (document, path, NULL));
  /* Longer than changes are waited for until they end: our own saving is no news. */
  wait_for (&count, 700);
  g_assert_cmpuint (count, ==, 0);

  g_assert_true (g_file_get_contents (path, &data, &size, NULL));
  g_assert_true (g_file_set_contents (path, data, (gssize)size, NULL));
  wait_for (&count, 5000);
  g_assert_cmpuint (count, ==, 1);
  ls_document_mark_modified (document);
  g_assert_true (ls_document_is_dirty (document));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/document/mixed-edits/1", GUINT_TO_POINTER (1), test_mixed_edits);
  g_test_add_data_func ("/document/mixed-edits/2", GUINT_TO_POINTER (2), test_mixed_edits);
  g_test_add_data_func ("/document/mixed-edits/3", GUINT_TO_POINTER (3), test_mixed_edits);
  g_test_add_func ("/document/drag-is-one-entry", test_drag_is_one_entry);
  g_test_add_func ("/document/refused", test_refused);
  g_test_add_func ("/document/rename", test_rename);
  g_test_add_func ("/document/delete-shown", test_delete_shown);
  g_test_add_func ("/document/equal-names", test_equal_names);
  g_test_add_func ("/document/many-equal-names", test_many_equal_names);
  g_test_add_func ("/document/store", test_store);
  g_test_add_func ("/document/dirty", test_dirty);
  g_test_add_func ("/document/save-apart", test_save_apart);
  g_test_add_func ("/document/save-and-open", test_save_and_open);
  g_test_add_func ("/document/sizes", test_sizes);
  g_test_add_func ("/document/arrays", test_arrays);
  g_test_add_func ("/document/file-changed", test_file_changed);
  return g_test_run ();
}
