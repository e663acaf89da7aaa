/* Writes descriptions of FMUs. */
#include "make-fmu.h"

#include <ftw.h>
#include <glib/gstdio.h>
#include <stdio.h>

static char *folder;

const char *
test_get_folder (void)
{
  if (folder == NULL)
    folder = g_dir_make_tmp ("test-model-XXXXXX", NULL);
  g_assert_nonnull (folder);
  return folder;
}

static int
remove_one (const char *path,
            const struct stat *info G_GNUC_UNUSED,
            int type G_GNUC_UNUSED,
            struct FTW *place G_GNUC_UNUSED)
{
  return g_remove (path);
}

void
test_remove_tree (const char *path)
{
  nftw (path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

void
test_clear_folder (void)
{
  if (folder != NULL)
    test_remove_tree (folder);
  g_clear_pointer (&folder, g_free);
}

LsFmu *
test_make_fmu (const char *name,
               const char *definitions,
               const char *attributes,
               const char *variables,
               const char *outputs)
{
  g_autofree char *directory = g_build_filename (test_get_folder (), name, NULL);
  g_autofree char *path = g_build_filename (directory, "modelDescription.xml", NULL);
  g_autofree char *title = g_markup_escape_text (name, -1);
  g_autofree char *xml = g_strdup_printf (
      "<fmiModelDescription fmiVersion=\"2.0\" modelName=\"%s\" guid=\"{%s}\">\n"
      "<CoSimulation modelIdentifier=\"m\"/>\n%s\n<DefaultExperiment %s/>\n"
      "<ModelVariables>%s</ModelVariables>\n"
      "<ModelStructure><Outputs>%s</Outputs></ModelStructure></fmiModelDescription>\n",
      title, title, definitions, attributes, variables, outputs);
  g_autoptr (GError) error = NULL;
  LsFmu *fmu;

  g_assert_cmpint (g_mkdir_with_parents (directory, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, xml, -1, NULL));
  fmu = ls_fmu_open (directory, &error);
  g_assert_no_error (error);
  return fmu;
}

static char *
make_units (const char *unit, const char *base)
{
  if (*base == '\0')
    return g_strdup_printf ("<UnitDefinitions><Unit name=\"%s\"/></UnitDefinitions>", unit);
  return g_strdup_printf (
      "<UnitDefinitions><Unit name=\"%s\"><BaseUnit %s/></Unit></UnitDefinitions>", unit, base);
}

LsFmu *
test_make_source (const char *name, const char *unit, const char *base)
{
  g_autofree char *units = make_units (unit, base);
  g_autofree char *variables = g_strdup_printf (
      "<ScalarVariable name=\"y\" valueReference=\"0\" causality=\"output\"><Real unit=\"%s\"/>"
      "</ScalarVariable>",
      unit);

  return test_make_fmu (name, units, "", variables, "<Unknown index=\"1\"/>");
}

LsFmu *
test_make_sink (const char *name, const char *unit, const char *base)
{
  g_autofree char *units = make_units (unit, base);
  g_autofree char *variables = g_strdup_printf (
      "<ScalarVariable name=\"u\" valueReference=\"0\" causality=\"input\"><Real unit=\"%s\" "
      "start=\"0.5\"/></ScalarVariable>",
      unit);

  return test_make_fmu (name, units, "", variables, "");
}

static void
append_variables (GString *text, guint *reference, const char *suffix, const char *attributes)
{
  static const struct
  {
    const char *name, *element, *start;
  } types[] = {
    { "real", "Real unit=\"m\" min=\"-1\" max=\"10\"", "1" },
    { "whole", "Integer min=\"0\" max=\"7\"", "3" },
    { "flag", "Boolean", "true" },
    { "text", "String", "hello" },
    { "mode", "Enumeration declaredType=\"Mode\"", "2" },
  };
  gboolean has_start = !g_str_equal (suffix, "_out");

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      g_autofree char *start
          = has_start ? g_strdup_printf (" start=\"%s\"", types[i].start) : g_strdup ("");

      g_string_append_printf (
          text, "<ScalarVariable name=\"%s%s\" valueReference=\"%u\" %s><%s%s/></ScalarVariable>",
          types[i].name, suffix, (*reference)++, attributes, types[i].element, start);
    }
}

LsFmu *
test_make_types (const char *name)
{
  g_autoptr (GString) variables = g_string_new (NULL);
  g_autoptr (GString) outputs = g_string_new (NULL);
  guint reference = 0;

  append_variables (variables, &reference, "", "causality=\"parameter\" variability=\"fixed\"");
  append_variables (variables, &reference, "_out", "causality=\"output\" variability=\"discrete\"");
  append_variables (variables, &reference, "_in", "causality=\"input\" variability=\"discrete\"");
  for (guint i = 6; i <= 10; i++)
    g_string_append_printf (outputs, "<Unknown index=\"%u\"/>", i);
  return test_make_fmu (
      name,
      "<UnitDefinitions><Unit name=\"m\"><BaseUnit m=\"1\"/></Unit></UnitDefinitions>"
      "<TypeDefinitions><SimpleType name=\"Mode\"><Enumeration><Item name=\"off\" value=\"0\"/>"
      "<Item name=\"on\" value=\"2\"/><Item name=\"auto\" value=\"3\"/></Enumeration></SimpleType>"
      "</TypeDefinitions>",
      "", variables->str, outputs->str);
}
