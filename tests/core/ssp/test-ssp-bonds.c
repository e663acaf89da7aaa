/* Power bonds in documents: read, refused with a line, written, kept. */
#include "core/model/bond.h"
#include "make-fmu.h"
#include "ssp-test.h"

#include <string.h>

#define WIRE(from, output, to, input)                                                              \
  "<ssd:Connection startElement=\"" from "\" startConnector=\"" output "\" endElement=\"" to       \
  "\" endConnector=\"" input "\"/>\n"

/* Two bodies, with @bonds in Lockstep's annotation. */
static LsModel *
read_bodies (const char *bonds)
{
  g_autofree char *left = ssp_test_get_example ("left-body.fmu");
  g_autofree char *right = ssp_test_get_example ("right-body.fmu");
  g_autofree char *text = g_strconcat (
      SSP_HEAD "<ssd:System name=\"top\"><ssd:Elements>\n<ssd:Component name=\"left\" source=\"",
      left, "\"/>\n<ssd:Component name=\"right\" source=\"", right,
      "\"/>\n</ssd:Elements><ssd:Connections>\n" WIRE ("left", "x", "right", "x_left")
          WIRE ("left", "v", "right", "v_left")
              WIRE ("right", "F", "left",
                    "F") "</ssd:Connections><ssd:Annotations>"
                         "<ssc:Annotation type=\"org.lockstep\">"
                         "<experiment xmlns=\"urn:x-lockstep:annotation\">\n<later kept=\"yes\"/>",
      bonds, "</experiment></ssc:Annotation></ssd:Annotations></ssd:System>" SSP_TAIL, NULL);
  g_autofree char *path = ssp_test_write_file ("bodies.ssd", text);

  return ssp_test_read (path);
}

static guint
find (const LsModel *model, const char *component, const char *input)
{
  return ls_model_find_source (model, ls_model_find_component_by_name (model, component)->id, input)
      ->id;
}

static void
assert_one (const LsModel *model)
{
  g_autoptr (GArray) bonds = ls_model_list_bonds (model);

  g_assert_cmpuint (bonds->len, ==, 1);
  g_assert_cmpuint (g_array_index (bonds, LsBond, 0).effort, ==, find (model, "left", "F"));
  g_assert_cmpuint (g_array_index (bonds, LsBond, 0).flow, ==, find (model, "right", "v_left"));
}

static void
test_read (void)
{
  g_autoptr (LsModel) model = read_bodies ("<bond effort=\"left.F\" flow=\"right.v_left\"/>");
  g_autoptr (LsModel) copy = ls_model_copy (model);
  g_autoptr (GArray) possible = ls_model_list_possible_bonds (model);

  assert_one (model);
  assert_one (copy);
  g_assert_cmpuint (possible->len, ==, 0);
  g_assert_cmpuint (ls_model_get_notes (model)->len, ==, 0);
}

static void
test_refused (void)
{
  static const struct
  {
    const char *bond, *said;
  } cases[] = {
    { "<bond effort=\"left.F\" flow=\"right.x_left\"/>", "N times m is no power" },
    { "<bond effort=\"left.F\" flow=\"right.nothing\"/>",
      "no connection leads to “right.nothing”" },
    { "<bond effort=\"left.F\"/>", "no connection leads to “”" },
    { "<bond effort=\"right.x_left\" flow=\"right.v_left\"/>", "in opposite directions" },
    { "<bond effort=\"left.F\" flow=\"left.F\"/>", "in opposite directions" },
    { "<bond effort=\"left.F\" flow=\"right.v_left\"/><bond effort=\"left.F\" "
      "flow=\"right.x_left\"/>",
      "in another power bond" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (LsModel) model = read_bodies (cases[i].bond);
      const GPtrArray *notes = ls_model_get_notes (model);
      g_autoptr (GArray) bonds = ls_model_list_bonds (model);

      g_test_message ("%s", cases[i].bond);
      g_assert_cmpuint (notes->len, ==, 1);
      g_assert_nonnull (strstr (((const LsRemark *)notes->pdata[0])->text, cases[i].said));
      /* SSP_HEAD has two lines, read_bodies() adds eight before it. */
      g_assert_cmpuint (((const LsRemark *)notes->pdata[0])->line, ==, 11);
      g_assert_cmpuint (bonds->len, ==, i == 5 ? 1 : 0);
    }
}

/* Marked, written, read; what others have in the annotation stays; unmarked, nothing is left. */
static void
test_write (void)
{
  g_autoptr (LsModel) model = read_bodies ("");
  g_autoptr (GArray) possible = ls_model_list_possible_bonds (model);
  const LsBond *bond = &g_array_index (possible, LsBond, 0);
  g_autoptr (LsModel) back = NULL, bare = NULL;
  g_autofree char *path = ssp_test_get_file ("bonds.ssp");
  g_autofree char *text = NULL;

  g_assert_cmpuint (possible->len, ==, 1);
  g_assert_true (ls_model_check_bond (model, *bond, NULL));
  ls_model_set_bond (model, bond->effort, bond->flow);
  assert_one (model);
  back = ssp_test_go_round (model);
  assert_one (back);
  ssp_test_write (back, path);
  text = ssp_test_read_document (path);
  g_assert_nonnull (strstr (text, "<bond effort=\"left.F\" flow=\"right.v_left\"/>"));
  g_assert_nonnull (strstr (text, "<later kept=\"yes\"/>"));
  ls_model_set_bond (back, find (back, "left", "F"), 0);
  bare = ssp_test_go_round (back);
  ssp_test_write (bare, path);
  g_free (text);
  text = ssp_test_read_document (path);
  g_assert_null (strstr (text, "<bond"));
  g_assert_nonnull (strstr (text, "<later kept=\"yes\"/>"));
}

/* A bond goes with the names of its components, and is gone with a connection. */
static void
test_edits (void)
{
  g_autoptr (LsModel) model = read_bodies ("<bond effort=\"left.F\" flow=\"right.v_left\"/>");
  g_autoptr (LsModel) back = NULL;
  g_autoptr (GArray) bonds = NULL, partners = NULL;
  g_autofree char *name = NULL;
  LsBond bond;

  g_assert_true (ls_model_rename_component (
      model, ls_model_find_component_by_name (model, "right")->id, "other", NULL));
  back = ssp_test_go_round (model);
  g_assert_true (ls_model_find_bond (back, find (back, "left", "F"), &bond));
  name = ls_model_name_bond (back, bond);
  g_assert_cmpstr (name, ==, "left.F*other.v_left");
  partners = ls_model_list_bond_partners (back, bond.effort);
  g_assert_cmpuint (partners->len, ==, 1);
  ls_model_disconnect (back, bond.flow);
  bonds = ls_model_list_bonds (back);
  g_assert_cmpuint (bonds->len, ==, 0);
}

int
main (int argc, char *argv[])
{
  int result;

  g_test_init (&argc, &argv, NULL);
  ssp_test_init (argc, argv);
  g_test_add_func ("/core/ssp/bonds/read", test_read);
  g_test_add_func ("/core/ssp/bonds/refused", test_refused);
  g_test_add_func ("/core/ssp/bonds/write", test_write);
  g_test_add_func ("/core/ssp/bonds/edits", test_edits);
  result = g_test_run ();
  test_clear_folder ();
  return result;
}
