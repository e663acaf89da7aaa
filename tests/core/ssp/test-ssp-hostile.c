/* Documents made to harm, and documents damaged at random: an error or a model, never a crash. */
#include "make-fmu.h"
#include "ssp-test.h"

#include <string.h>

#define N_MUTATIONS 1500u

static void
check_refused (const char *name, const char *content, LsError code, const char *wanted)
{
  g_autofree char *path = ssp_test_write_file (name, content);
  g_autoptr (GError) error = NULL;

  g_assert_null (ls_ssp_read (path, &error));
  g_assert_error (error, LS_ERROR, (int)code);
  g_assert_nonnull (strstr (error->message, name));
  if (strstr (error->message, wanted) == NULL)
    g_error ("“%s” is not in “%s”", wanted, error->message);
}

static char *
repeat (const char *before, const char *text, guint n, const char *after)
{
  GString *all = g_string_new (before);

  for (guint i = 0; i < n; i++)
    g_string_append (all, text);
  g_string_append (all, after);
  return g_string_free (all, FALSE);
}

static void
test_refused (void)
{
  g_autofree char *deep = repeat (SSP_HEAD "<ssd:System name=\"s\">",
                                  "<ssd:Elements><ssd:System name=\"s\">", 100000, "");
  g_autofree char *many = repeat (SSP_HEAD "<ssd:System name=\"s\"><ssd:Elements>",
                                  "<ssd:Component name=\"c\" source=\"x\"/>", 10001,
                                  "</ssd:Elements></ssd:System>" SSP_TAIL);
  g_autofree char *wires = repeat (SSP_HEAD "<ssd:System name=\"s\"><ssd:Connections>",
                                   "<ssd:Connection startConnector=\"a\" endConnector=\"b\"/>",
                                   100001, "</ssd:Connections></ssd:System>" SSP_TAIL);

  check_refused ("empty.ssd", "", LS_ERROR_FORMAT, "empty");
  check_refused ("text.ssd", "hello", LS_ERROR_FORMAT, "");
  check_refused ("root.ssd", "<other/>", LS_ERROR_FORMAT, "other");
  check_refused ("system.ssd", SSP_HEAD SSP_TAIL, LS_ERROR_FORMAT, "there is no System");
  check_refused ("version.ssd",
                 "<SystemStructureDescription version=\"9.0\"><System/>"
                 "</SystemStructureDescription>",
                 LS_ERROR_FORMAT, "version 9.0");
  check_refused ("entity.ssd", "<!DOCTYPE a [<!ENTITY x \"y\">]><SystemStructureDescription/>",
                 LS_ERROR_FORMAT, "entity");
  check_refused ("name.ssd",
                 SSP_HEAD "<ssd:System name=\"s\"><ssd:Elements>\n<ssd:Component source=\"x\"/>"
                          "</ssd:Elements></ssd:System>" SSP_TAIL,
                 LS_ERROR_FORMAT, "name.ssd:4: Component has no name");
  check_refused ("geometry.ssd",
                 SSP_HEAD "<ssd:System name=\"s\"><ssd:Elements><ssd:Component name=\"c\" "
                          "source=\"x\"><ssd:ElementGeometry x1=\"left\" y1=\"0\" x2=\"0\" "
                          "y2=\"0\"/></ssd:Component></ssd:Elements></ssd:System>" SSP_TAIL,
                 LS_ERROR_FORMAT, "left");
  check_refused ("stop.ssd",
                 SSP_HEAD
                 "<ssd:System name=\"s\"/><ssd:DefaultExperiment stopTime=\"soon\"/>" SSP_TAIL,
                 LS_ERROR_FORMAT, "soon");
  check_refused ("deep.ssd", deep, LS_ERROR_LIMIT, "deep");
  check_refused ("many.ssd", many, LS_ERROR_LIMIT, "10000 components");
  check_refused ("wires.ssd", wires, LS_ERROR_LIMIT, "100000 connections");
  check_refused ("archive.ssp", "not a zip", LS_ERROR_FORMAT, "");
  check_refused ("picture.png", "x", LS_ERROR_FILE, ".ssp");
}

static void
test_paths (void)
{
  static const char *const paths[] = { "/nowhere/x.ssp", "/nowhere/x.ssd", "/nowhere/x.fmu" };

  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (ls_ssp_read (paths[i], &error));
      g_assert_nonnull (strstr (error->message, paths[i]));
    }
}

/* Numbers out of all bounds do not put blocks where no one finds them. */
static void
test_numbers (void)
{
  static const char *const document = SSP_HEAD
      "<ssd:System name=\"s\"><ssd:Elements>"
      "<ssd:Component name=\"a\" source=\"x\"><ssd:ElementGeometry x1=\"-1e308\" y1=\"INF\" "
      "x2=\"1e308\" y2=\"NaN\" rotation=\"1e300\"/></ssd:Component>"
      "<ssd:Component name=\"b\" source=\"x\"><ssd:ElementGeometry x1=\"0\" y1=\"0\" "
      "x2=\"0\" y2=\"0\" rotation=\"1e300\"/></ssd:Component>"
      "</ssd:Elements></ssd:System><ssd:DefaultExperiment startTime=\"NaN\" stopTime=\"INF\"/>"
      "<ssd:Annotations><ssc:Annotation type=\"org.lockstep\"><experiment xmlns=\"org.lockstep\" "
      "step-size=\"-1 nan 1e999 0 2\" canvas-scale=\"0\"><method/><signal/><orbit x=\"a\"/>"
      "</experiment></ssc:Annotation></ssd:Annotations>" SSP_TAIL;
  g_autofree char *path = ssp_test_write_file ("numbers.ssd", document);
  g_autoptr (LsModel) model = ssp_test_read (path);
  g_autoptr (LsModel) back = NULL;
  const LsExperiment *experiment = ls_model_get_experiment (model);

  for (guint i = 0; i < 2; i++)
    {
      const LsComponent *component = ls_model_get_component (model, i);

      g_assert_cmpfloat (component->x, <, 1e4);
      g_assert_cmpfloat (component->x, >, -1e4);
      g_assert_cmpfloat (component->width, <, 1e4);
      g_assert_cmpint (component->rotation % 90, ==, 0);
    }
  g_assert_cmpuint (experiment->step_sizes->len, ==, 1);
  g_assert_cmpfloat (experiment->start_time, ==, 0.0);
  g_assert_true (experiment->stop_time != experiment->stop_time);
  back = ssp_test_go_round (model);
}

/* Damages @text in one of several ways. */
static char *
mutate (GRand *random, const char *text)
{
  gsize length = strlen (text);
  GString *mutant = g_string_new (text);
  gsize at = (gsize)g_rand_int_range (random, 0, (gint32)length);
  gsize n = (gsize)g_rand_int_range (random, 1, 200);
  gsize to = (gsize)g_rand_int_range (random, 0, (gint32)length);

  n = MIN (n, length - at);
  switch (g_rand_int_range (random, 0, 6))
    {
    case 0:
      mutant->str[at] = (char)g_rand_int_range (random, 1, 256);
      break;
    case 1:
      g_string_erase (mutant, (gssize)at, (gssize)n);
      break;
    case 2:
      g_string_insert_len (mutant, (gssize)to, text + at, (gssize)n);
      break;
    case 3:
      g_string_truncate (mutant, at);
      break;
    default:
      {
        /* Another value for an attribute: these are well-formed, and go deepest. */
        static const char *const values[]
            = { "",      "a",     "b", "-1e308",   "NaN", "types",  ".",         "real_in",
                "x.y.z", "http:", "%", "file:///", "..",  "system", "&#x10ffff;" };
        char *quote = strchr (mutant->str + at, '"');
        char *end = quote != NULL ? strchr (quote + 1, '"') : NULL;

        if (end != NULL)
          {
            gssize place = quote + 1 - mutant->str;

            g_string_erase (mutant, place, end - quote - 1);
            g_string_insert (mutant, place,
                             values[g_rand_int_range (random, 0, G_N_ELEMENTS (values))]);
          }
      }
    }
  return g_string_free (mutant, FALSE);
}

/* What is left of a damaged document can be looked at and written. */
static void
use_model (LsModel *model, gboolean written)
{
  g_autofree char *path = ssp_test_get_file ("mutant.ssp");
  g_autoptr (GPtrArray) remarks = ls_model_list_remarks (model);
  g_autoptr (LsModel) copy = ls_model_copy (model);
  g_autoptr (LsModel) back = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_nonnull (remarks);
  g_assert_true (ls_model_equal (model, copy));
  ls_model_check (model, NULL);
  if (!written)
    return;
  g_assert_true (ls_ssp_write (copy, path, &error));
  back = ls_ssp_read (path, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (ls_model_get_n_components (back), ==, ls_model_get_n_components (model));
  g_assert_cmpuint (ls_model_get_n_connections (back), ==, ls_model_get_n_connections (model));
}

static void
test_mutations (void)
{
  static const char *const document = SSP_HEAD
      "<ssd:System name=\"top\"><ssd:ParameterBindings>"
      "<ssd:ParameterBinding prefix=\"a.\"><ssd:ParameterValues>"
      "<ssv:ParameterSet version=\"1.0\" name=\"p\"><ssv:Parameters>"
      "<ssv:Parameter name=\"real\"><ssv:Real value=\"2\" unit=\"m\"/></ssv:Parameter>"
      "<ssv:Parameter name=\"mode\"><ssv:Enumeration value=\"on\"/></ssv:Parameter>"
      "</ssv:Parameters></ssv:ParameterSet></ssd:ParameterValues><ssd:ParameterMapping>"
      "<ssm:ParameterMapping version=\"1.0\"><ssm:MappingEntry source=\"a.real\" "
      "target=\"a.real\"><ssc:LinearTransformation factor=\"2\"/></ssm:MappingEntry>"
      "</ssm:ParameterMapping></ssd:ParameterMapping></ssd:ParameterBinding>"
      "</ssd:ParameterBindings><ssd:Elements>"
      "<ssd:Component name=\"a\" source=\"types\"><ssd:Connectors>"
      "<ssd:Connector name=\"real_in\" kind=\"input\"><ssc:Real unit=\"m\"/></ssd:Connector>"
      "</ssd:Connectors><ssd:ElementGeometry x1=\"0\" y1=\"0\" x2=\"200\" y2=\"100\"/>"
      "<ssd:ParameterBindings><ssd:ParameterBinding><ssd:ParameterValues>"
      "<ssv:ParameterSet version=\"1.0\" name=\"p\"><ssv:Parameters>"
      "<ssv:Parameter name=\"whole\"><ssv:Integer value=\"2\"/></ssv:Parameter>"
      "</ssv:Parameters></ssv:ParameterSet></ssd:ParameterValues></ssd:ParameterBinding>"
      "</ssd:ParameterBindings></ssd:Component>"
      "<ssd:Component name=\"b\" source=\"gone.fmu\"/>"
      "<ssd:System name=\"s\"><ssd:Connectors><ssd:Connector name=\"u\" kind=\"input\"/>"
      "</ssd:Connectors><ssd:Elements><ssd:Component name=\"c\" source=\"types\"/></ssd:Elements>"
      "<ssd:Connections><ssd:Connection startConnector=\"u\" endElement=\"c\" "
      "endConnector=\"real_in\"/></ssd:Connections></ssd:System></ssd:Elements><ssd:Connections>"
      "<ssd:Connection startElement=\"a\" startConnector=\"real_out\" endElement=\"b\" "
      "endConnector=\"u\"><ssd:ConnectionGeometry pointsX=\"1 2\" pointsY=\"3 4\"/>"
      "</ssd:Connection>"
      "<ssd:Connection startElement=\"b\" startConnector=\"y\" endElement=\"s\" "
      "endConnector=\"u\"><ssc:LinearTransformation factor=\"1\" offset=\"0\"/></ssd:Connection>"
      "</ssd:Connections></ssd:System>"
      "<ssd:DefaultExperiment startTime=\"0\" stopTime=\"20\"/>"
      "<ssd:Annotations><ssc:Annotation type=\"org.lockstep\"><experiment xmlns=\"org.lockstep\" "
      "step-size=\"0.1\"><method id=\"missiles\"><option name=\"affine-term\" value=\"off\"/>"
      "</method><signal name=\"a.real_out\"/><orbit x=\"a.real_out\" y=\"s_c.real_out\"/>"
      "</experiment></ssc:Annotation></ssd:Annotations>" SSP_TAIL;
  g_autoptr (GRand) random = g_rand_new_with_seed (5);
  g_autoptr (LsFmu) fmu = test_make_types ("types");
  guint n_read = 0;

  g_assert_nonnull (fmu);
  for (guint i = 0; i < N_MUTATIONS; i++)
    {
      g_autofree char *mutant = mutate (random, document);
      g_autofree char *path = ssp_test_write_file ("mutant.ssd", mutant);
      g_autoptr (GError) error = NULL;
      g_autoptr (LsModel) model = ls_ssp_read (path, &error);

      g_assert_cmpint (model == NULL, ==, error != NULL);
      if (model == NULL)
        continue;
      /* Each that is written waits for the disk. */
      use_model (model, n_read++ % 8 == 0);
    }
  g_test_message ("%u of %u were read", n_read, N_MUTATIONS);
  g_assert_cmpuint (n_read, >, N_MUTATIONS / 5);
}

int
main (int argc, char *argv[])
{
  int result;

  g_test_init (&argc, &argv, NULL);
  ssp_test_init (argc, argv);
  g_test_add_func ("/core/model/ssp-hostile/refused", test_refused);
  g_test_add_func ("/core/model/ssp-hostile/paths", test_paths);
  g_test_add_func ("/core/model/ssp-hostile/numbers", test_numbers);
  g_test_add_func ("/core/model/ssp-hostile/mutations", test_mutations);
  result = g_test_run ();
  test_clear_folder ();
  return result;
}
