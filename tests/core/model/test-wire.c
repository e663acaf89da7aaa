/* Ports and wires of arrays. */
#include "core/model/element-map.h"

#include <string.h>

typedef struct
{
  LsModel *model;
  guint a, b;
  GError *error;
} Fixture;

static void
set_up (Fixture *self, gconstpointer folder)
{
  g_autofree char *path = g_build_filename (folder, "arrays.fmu", NULL);
  g_autoptr (LsFmu) fmu = ls_fmu_open (path, &self->error);

  g_assert_no_error (self->error);
  self->model = ls_model_new ();
  self->a = ls_model_add_component (self->model, fmu, "a", 0, 0);
  self->b = ls_model_add_component (self->model, fmu, "b", 300, 0);
}

static void
tear_down (Fixture *self, G_GNUC_UNUSED gconstpointer folder)
{
  ls_model_free (self->model);
  g_clear_error (&self->error);
}

static char *
join_names (const GPtrArray *variables)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < variables->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? " " : "",
                            ((const LsVariable *)variables->pdata[i])->name);
  return g_string_free (text, FALSE);
}

static void
test_ports (Fixture *self, G_GNUC_UNUSED gconstpointer folder)
{
  const LsComponent *a = ls_model_find_component (self->model, self->a);
  g_autoptr (GPtrArray) inputs = ls_model_list_input_ports (self->model, a);
  g_autoptr (GPtrArray) outputs = ls_model_list_output_ports (self->model, a);
  g_autofree char *in_names = join_names (inputs), *out_names = join_names (outputs);
  const LsVariable *v = ls_component_find_port (a, "v");
  g_autofree char *size = ls_component_describe_size (a, v);
  g_autoptr (GPtrArray) members = ls_component_list_members (a, v);
  g_autofree char *elements = join_names (members);
  double width, height;

  g_assert_cmpstr (in_names, ==, "u v w s");
  g_assert_cmpstr (out_names, ==, "y p q r");
  g_assert_cmpuint (v->n_elements, ==, 6);
  g_assert_cmpstr (size, ==, "2×3");
  g_assert_cmpstr (elements, ==, "v[1,1] v[1,2] v[1,3] v[2,1] v[2,2] v[2,3]");
  g_assert_true (ls_component_get_port (a, members->pdata[4]) == v);
  g_assert_null (ls_component_find_port (a, "z"));
  ls_component_get_natural_size (a, &width, &height);
  g_assert_cmpfloat (height, ==, 40 + 4 * 20);
}

static void
assert_refused (Fixture *self, const char *output, const char *input, const char *reason)
{
  g_assert_false (ls_model_check_wire (self->model, self->a, output, self->b, input, &self->error));
  g_assert_error (self->error, LS_ERROR, LS_ERROR_MODEL);
  g_assert_cmpstr (self->error->message, ==, reason);
  g_clear_error (&self->error);
}

static void
test_check (Fixture *self, G_GNUC_UNUSED gconstpointer folder)
{
  g_assert_true (ls_model_check_wire (self->model, self->a, "y", self->b, "u", &self->error));
  g_assert_true (ls_model_check_wire (self->model, self->a, "p", self->b, "v", &self->error));
  g_assert_true (ls_model_check_wire (self->model, self->a, "y[2]", self->b, "s", &self->error));
  assert_refused (self, "y", "v", "a.y[3] cannot feed b.v[2×3]: the sizes differ");
  assert_refused (self, "p", "w", "a.p[2×3] cannot feed b.w[3×2]: the sizes differ");
  assert_refused (self, "y", "s", "a.y[3] cannot feed b.s: the sizes differ");
  assert_refused (self, "y", "z", "b has no variable “z”");
  g_assert_cmpuint (ls_model_connect (self->model, self->a, "r", self->b, "u[2]", NULL), !=, 0);
  assert_refused (self, "y", "u", "b.u[2] is fed by a.r already; remove that wire first");
}

static void
test_wire (Fixture *self, G_GNUC_UNUSED gconstpointer folder)
{
  const LsComponent *b = ls_model_find_component (self->model, self->b);
  g_autoptr (GArray) pairs
      = ls_model_list_pairs (self->model, self->a, "p", self->b, "v", &self->error);
  g_autofree char *name = NULL;
  guint ids[6];

  g_assert_no_error (self->error);
  g_assert_cmpuint (pairs->len, ==, 6);
  for (guint i = 0; i < pairs->len; i++)
    {
      const LsPair *pair = &g_array_index (pairs, LsPair, i);

      g_assert_cmpstr (pair->output->name + 1, ==, pair->input->name + 1);
      g_assert_cmpuint (ls_model_count_open (self->model, b, ls_component_find_port (b, "v")), ==,
                        6 - i);
      ids[i] = ls_model_connect (self->model, self->a, pair->output->name, self->b,
                                 pair->input->name, &self->error);
      g_assert_no_error (self->error);
    }
  ls_model_connect (self->model, self->a, "y[1]", self->b, "s", &self->error);
  g_assert_no_error (self->error);
  for (guint i = 0; i < 6; i++)
    {
      g_autoptr (GArray) wire = ls_model_list_wire (self->model, ids[i]);

      g_assert_cmpuint (wire->len, ==, 6);
      g_assert_cmpmem (wire->data, sizeof ids, ids, sizeof ids);
    }
  name = ls_model_describe_wire (self->model, ls_model_find_connection (self->model, ids[3]));
  g_assert_cmpstr (name, ==, "a.p → b.v");
}

/* Connects @pairs; "p[2,1]→v[1,1] …" */
static char *
connect (Fixture *self, const GArray *pairs)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < pairs->len; i++)
    {
      const LsPair *pair = &g_array_index (pairs, LsPair, i);

      ls_model_connect (self->model, self->a, pair->output->name, self->b, pair->input->name,
                        &self->error);
      g_assert_no_error (self->error);
      g_string_append_printf (text, "%s%s→%s", i > 0 ? " " : "", pair->output->name,
                              pair->input->name);
    }
  return g_string_free (text, FALSE);
}

/* What a map connects, and that it is found again. */
static void
assert_map (Fixture *self,
            const char *output,
            const char *input,
            const LsElementMap *map,
            const char *expected)
{
  g_autoptr (GArray) pairs
      = ls_model_map_elements (self->model, self->a, output, self->b, input, map, &self->error);
  g_autofree char *text = NULL;
  LsElementMap found;

  g_assert_no_error (self->error);
  text = connect (self, pairs);
  g_assert_cmpstr (text, ==, expected);
  g_assert_true (
      ls_model_find_map (self->model, ls_model_get_connection (self->model, 0)->id, &found));
  g_assert_cmpstr (found.output, ==, map->output);
  g_assert_cmpstr (found.input, ==, map->input);
  g_assert_cmpint (found.transposed, ==, map->transposed);
  ls_element_map_clear (&found);
  while (ls_model_get_n_connections (self->model) > 0)
    ls_model_disconnect (self->model, ls_model_get_connection (self->model, 0)->id);
}

static void
test_map (Fixture *self, G_GNUC_UNUSED gconstpointer folder)
{
  LsElementMap found;

  assert_map (self, "y", "u", &(LsElementMap){ 0 }, "y[1]→u[1] y[2]→u[2] y[3]→u[3]");
  assert_map (self, "y", "u", &(LsElementMap){ (char *)"1-2", (char *)"2-3", FALSE },
              "y[1]→u[2] y[2]→u[3]");
  assert_map (self, "p", "v", &(LsElementMap){ (char *)"2, 1-3", (char *)"1, 1-3", FALSE },
              "p[2,1]→v[1,1] p[2,2]→v[1,2] p[2,3]→v[1,3]");
  assert_map (self, "p", "w", &(LsElementMap){ NULL, NULL, TRUE },
              "p[1,1]→w[1,1] p[2,1]→w[1,2] p[1,2]→w[2,1] p[2,2]→w[2,2] p[1,3]→w[3,1] "
              "p[2,3]→w[3,2]");
  assert_map (self, "r", "w", &(LsElementMap){ NULL, (char *)"3, 1", FALSE }, "r→w[3,1]");
  /* A permutation has no ranges. */
  ls_model_connect (self->model, self->a, "y[1]", self->b, "u[2]", &self->error);
  ls_model_connect (self->model, self->a, "y[2]", self->b, "u[1]", &self->error);
  g_assert_no_error (self->error);
  g_assert_false (
      ls_model_find_map (self->model, ls_model_get_connection (self->model, 0)->id, &found));
}

static void
test_bad_map (Fixture *self, G_GNUC_UNUSED gconstpointer folder)
{
  static const struct
  {
    const char *output, *input, *out_range, *in_range, *reason;
  } cases[] = {
    { "y", "u", "0", "1", "“0” is not a part of a.y[3]" },
    { "y", "u", "4", "1", "“4” is not a part of a.y[3]" },
    { "y", "u", "3-2", "1", "“3-2” is not a part of a.y[3]" },
    { "y", "u", "1,1", "1", "“1,1” is not a part of a.y[3]" },
    { "p", "v", "1", "1", "“1” is not a part of a.p[2×3]" },
    { "p", "v", "1-2, 1-99999999999999999999", "1, 1", "99” is not a part of a.p[2×3]" },
    { "r", "u", "1", "1", "a.r is no array" },
    { "y", "u", "1-2", "1-3", "2 elements of a.y cannot feed 3 of b.u: the sizes differ" },
    { "p", "v", "1-2, 1-2", "1, 1-3", "2×2 elements of a.p cannot feed 3 of b.v" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const LsElementMap map = { (char *)cases[i].out_range, (char *)cases[i].in_range, FALSE };

      g_assert_null (ls_model_map_elements (self->model, self->a, cases[i].output, self->b,
                                            cases[i].input, &map, &self->error));
      g_assert_error (self->error, LS_ERROR, LS_ERROR_MODEL);
      if (strstr (self->error->message, cases[i].reason) == NULL)
        g_error ("%s", self->error->message);
      g_clear_error (&self->error);
    }
}

int
main (int argc, char **argv)
{
  const char *fmus = g_getenv ("LS_TEST_FMUS");

  g_test_init (&argc, &argv, NULL);
  g_test_add ("/wire/ports", Fixture, fmus, set_up, test_ports, tear_down);
  g_test_add ("/wire/check", Fixture, fmus, set_up, test_check, tear_down);
  g_test_add ("/wire/wire", Fixture, fmus, set_up, test_wire, tear_down);
  g_test_add ("/wire/map", Fixture, fmus, set_up, test_map, tear_down);
  g_test_add ("/wire/bad-map", Fixture, fmus, set_up, test_bad_map, tear_down);
  return g_test_run ();
}
