/* How the sources of an FMU are compiled. */
#include "core/fmi/build-configuration.h"

#include "core/base/xml.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define FILE_NAME "buildDescription.xml"

static const struct
{
  const char *name, *compiler, *standard;
} languages[] = {
  /* GNU dialects: exported C99 uses functions of POSIX without asking for them (Reference-FMUs:
   * strdup). */
  { "C89", "cc", "-std=gnu89" },      { "C90", "cc", "-std=gnu89" },
  { "C99", "cc", "-std=gnu99" },      { "C11", "cc", "-std=gnu11" },
  { "C17", "cc", "-std=gnu17" },      { "C18", "cc", "-std=gnu17" },
  { "C", "cc", "-std=gnu11" },        { "C++98", "c++", "-std=gnu++98" },
  { "C++03", "c++", "-std=gnu++03" }, { "C++11", "c++", "-std=gnu++11" },
  { "C++14", "c++", "-std=gnu++14" }, { "C++17", "c++", "-std=gnu++17" },
  { "C++20", "c++", "-std=gnu++20" }, { "C++", "c++", "-std=gnu++17" },
};

/* Options that change the code and nothing else: none loads a plugin, runs a program or names a
 * file. */
static const char *const harmless[]
    = { "-O",          "-g",      "-W",        "-fno-",    "-fPIC", "-fpic",
        "-ffast-math", "-fwrapv", "-march",    "-mtune",   "-msse", "-mavx",
        "-mfma",       "-m64",    "-pedantic", "-pthread", "-w" };

static void
source_set_free (gpointer data)
{
  LsSourceSet *self = data;

  g_ptr_array_unref (self->files);
  g_ptr_array_unref (self->arguments);
  g_ptr_array_unref (self->ignored);
  g_free (self);
}

static LsSourceSet *
source_set_new (void)
{
  LsSourceSet *self = g_new0 (LsSourceSet, 1);

  self->compiler = "cc";
  self->standard = "-std=gnu99";
  self->files = g_ptr_array_new_with_free_func (g_free);
  self->arguments = g_ptr_array_new_with_free_func (g_free);
  self->ignored = g_ptr_array_new_with_free_func (g_free);
  return self;
}

static LsBuildConfiguration *
build_configuration_new (void)
{
  LsBuildConfiguration *self = g_new0 (LsBuildConfiguration, 1);

  self->sets = g_ptr_array_new_with_free_func (source_set_free);
  self->libraries = g_ptr_array_new_with_free_func (g_free);
  return self;
}

void
ls_build_configuration_free (LsBuildConfiguration *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->sets);
  g_ptr_array_unref (self->libraries);
  g_free (self);
}

/* A path of the FMU below its folder @inside. Returns: (transfer full): it, absolute, or %NULL with
 * an error: it leaves the folder, or is not of the kind that @test asks for. */
static char *
find_inside (const LsFmu *fmu, const char *inside, const char *name, GFileTest test, GError **error)
{
  g_autofree char *folder = g_build_filename (ls_fmu_get_directory (fmu), inside, NULL);
  g_autofree char *path = g_canonicalize_filename (name, folder);
  const gsize length = strlen (folder);

  /* The compiler takes a name that begins so for an option. */
  if (*name == '\0' || *name == '-' || *name == '@' || !g_str_has_prefix (path, folder)
      || (path[length] != '/' && path[length] != '\0'))
    return ls_fail_null (error, LS_ERROR_FORMAT, _ ("%s: “%s” is not below the folder “%s”"),
                         ls_fmu_get_path (fmu), name, inside);
  if (!g_file_test (path, test))
    return ls_fail_null (error, LS_ERROR_FILE, _ ("%s: %s/%s is missing"), ls_fmu_get_path (fmu),
                         inside, name);
  return g_steal_pointer (&path);
}

static gboolean
add_file (const LsFmu *fmu, LsSourceSet *set, const char *name, GError **error)
{
  g_autofree char *path = find_inside (fmu, "sources", name, G_FILE_TEST_IS_REGULAR, error);

  if (path == NULL)
    return FALSE;
  g_ptr_array_add (set->files, g_strdup (name));
  return TRUE;
}

static gboolean
read_files (const LsFmu *fmu, LsSourceSet *set, const xmlNode *node, GError **error)
{
  for (const xmlNode *c = ls_xml_child (node, "SourceFile"); c != NULL;
       c = ls_xml_next (c, "SourceFile"))
    {
      g_autofree char *name = ls_xml_get (c, "name");

      if (!add_file (fmu, set, name != NULL ? name : "", error))
        return FALSE;
    }
  return TRUE;
}

/* Optional definitions are left to the importer; here they stay undefined. */
static gboolean
read_definitions (LsSourceSet *set, const xmlNode *node, GError **error)
{
  for (const xmlNode *c = ls_xml_child (node, "PreprocessorDefinition"); c != NULL;
       c = ls_xml_next (c, "PreprocessorDefinition"))
    {
      g_autofree char *name = ls_xml_get (c, "name"), *value = ls_xml_get (c, "value");
      gboolean optional = FALSE;

      if (!ls_xml_get_boolean (c, "optional", &optional, NULL, error))
        return FALSE;
      if (name == NULL || optional)
        continue;
      g_ptr_array_add (set->arguments, value != NULL ? g_strdup_printf ("-D%s=%s", name, value)
                                                     : g_strdup_printf ("-D%s", name));
    }
  return TRUE;
}

static gboolean
read_includes (const LsFmu *fmu, LsSourceSet *set, const xmlNode *node, GError **error)
{
  for (const xmlNode *c = ls_xml_child (node, "IncludeDirectory"); c != NULL;
       c = ls_xml_next (c, "IncludeDirectory"))
    {
      g_autofree char *name = ls_xml_get (c, "name");
      g_autofree char *path
          = find_inside (fmu, "sources", name != NULL ? name : "", G_FILE_TEST_IS_DIR, error);

      if (path == NULL)
        return FALSE;
      g_ptr_array_add (set->arguments, g_strconcat ("-I", path, NULL));
    }
  return TRUE;
}

/* With a comma an option goes on to another program; warnings shall not stop the compiler. */
static gboolean
is_harmless (const char *option)
{
  for (guint i = 0; i < G_N_ELEMENTS (harmless); i++)
    if (g_str_has_prefix (option, harmless[i]))
      return strchr (option, ',') == NULL && !g_str_has_prefix (option, "-Werror");
  return FALSE;
}

/* Those of gcc and clang only; other compilers have other options. */
static void
read_options (LsSourceSet *set, const xmlNode *node)
{
  g_autofree char *text = ls_xml_get (node, "compilerOptions");
  g_autofree char *compiler = ls_xml_get (node, "compiler");
  const gboolean foreign = compiler != NULL && strstr (compiler, "gcc") == NULL
                           && strstr (compiler, "g++") == NULL
                           && strstr (compiler, "clang") == NULL;
  g_auto (GStrv) words = g_strsplit_set (text != NULL ? text : "", " \t\r\n", -1);

  for (char **word = words; *word != NULL; word++)
    if (**word != '\0')
      g_ptr_array_add (!foreign && is_harmless (*word) ? set->arguments : set->ignored,
                       g_strdup (*word));
}

static gboolean
read_language (const LsFmu *fmu, LsSourceSet *set, const xmlNode *node, GError **error)
{
  g_autofree char *language = ls_xml_get (node, "language");

  if (language == NULL)
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (languages); i++)
    if (g_ascii_strcasecmp (language, languages[i].name) == 0)
      {
        set->compiler = languages[i].compiler;
        set->standard = languages[i].standard;
        return TRUE;
      }
  return ls_fail (error, LS_ERROR_BINARY,
                  _ ("%s: sources in the language “%s” cannot be compiled here, only C and C++"),
                  ls_fmu_get_path (fmu), language);
}

static gboolean
read_set (const LsFmu *fmu, LsSourceSet *set, const xmlNode *node, GError **error)
{
  if (!read_language (fmu, set, node, error) || !read_files (fmu, set, node, error)
      || !read_definitions (set, node, error) || !read_includes (fmu, set, node, error))
    return FALSE;
  read_options (set, node);
  return TRUE;
}

/* A library of the FMU, found under the usual names. Returns: (transfer full) (nullable) */
static char *
find_library (const LsFmu *fmu, const char *name, GError **error)
{
  g_autofree char *folder = g_build_filename ("binaries", ls_fmu_get_platform_tuple (), NULL);
  const char *const patterns[] = { "%s", "%s.a", "lib%s.a" };

  for (guint i = 0; i < G_N_ELEMENTS (patterns); i++)
    {
      g_autoptr (GString) file = g_string_new (patterns[i]);
      char *path;

      g_string_replace (file, "%s", name, 0);
      if ((path = find_inside (fmu, folder, file->str, G_FILE_TEST_IS_REGULAR, NULL)) != NULL)
        return path;
    }
  return ls_fail_null (error, LS_ERROR_FILE, _ ("%s: the library %s is missing from %s"),
                       ls_fmu_get_path (fmu), name, folder);
}

static gboolean
read_libraries (const LsFmu *fmu, LsBuildConfiguration *self, const xmlNode *node, GError **error)
{
  for (const xmlNode *c = ls_xml_child (node, "Library"); c != NULL; c = ls_xml_next (c, "Library"))
    {
      g_autofree char *name = ls_xml_get (c, "name");
      gboolean external = FALSE;
      char *argument;

      if (!ls_xml_get_boolean (c, "external", &external, NULL, error))
        return FALSE;
      if (name == NULL || *name == '\0' || strpbrk (name, "/ ,") != NULL)
        return ls_fail (error, LS_ERROR_FORMAT, _ ("%s: “%s” cannot be the name of a library"),
                        ls_fmu_get_path (fmu), name != NULL ? name : "");
      argument = external ? g_strconcat ("-l", name, NULL) : find_library (fmu, name, error);
      if (argument == NULL)
        return FALSE;
      g_ptr_array_add (self->libraries, argument);
    }
  return TRUE;
}

/* How well a BuildConfiguration suits: 0 not at all. */
static int
rate (const xmlNode *node, const char *identifier, gboolean only)
{
  g_autofree char *platform = ls_xml_get (node, "platform");
  g_autofree char *name = ls_xml_get (node, "modelIdentifier");
  const gboolean same = g_strcmp0 (name, identifier) == 0;

  if ((platform != NULL && strcmp (platform, ls_fmu_get_platform_tuple ()) != 0)
      || (!same && !only))
    return 0;
  return 1 + (platform != NULL ? 1 : 0) + (same ? 2 : 0);
}

/* StateSpace of the Reference-FMUs names another identifier in the only configuration. */
static const xmlNode *
choose (const xmlNode *root, const char *identifier)
{
  const xmlNode *first = ls_xml_child (root, "BuildConfiguration"), *best = NULL;
  const gboolean only = first != NULL && ls_xml_next (first, "BuildConfiguration") == NULL;
  int most = 0;

  for (const xmlNode *c = first; c != NULL; c = ls_xml_next (c, "BuildConfiguration"))
    if (rate (c, identifier, only) > most)
      {
        most = rate (c, identifier, only);
        best = c;
      }
  return best;
}

static gboolean
read_configuration (const LsFmu *fmu,
                    LsBuildConfiguration *self,
                    const xmlNode *node,
                    GError **error)
{
  for (const xmlNode *c = ls_xml_child (node, "SourceFileSet"); c != NULL;
       c = ls_xml_next (c, "SourceFileSet"))
    {
      LsSourceSet *set = source_set_new ();

      g_ptr_array_add (self->sets, set);
      if (!read_set (fmu, set, c, error))
        return FALSE;
    }
  return read_libraries (fmu, self, node, error);
}

static char *
make_path (const LsFmu *fmu)
{
  return g_build_filename (ls_fmu_get_directory (fmu), "sources", FILE_NAME, NULL);
}

static gboolean
read_description (const LsFmu *fmu,
                  LsBuildConfiguration *self,
                  const LsInterface *interface,
                  GError **error)
{
  g_autofree char *path = make_path (fmu);
  g_autofree char *name = g_build_filename (ls_fmu_get_path (fmu), "sources", FILE_NAME, NULL);
  g_autofree char *data = NULL;
  g_autoptr (xmlDoc) document = NULL;
  const xmlNode *node;
  gsize size;

  if (!ls_xml_load (path, &data, &size, error)
      || (document = ls_xml_read_memory (data, size, name, "fmiBuildDescription", error)) == NULL)
    return FALSE;
  node = choose (xmlDocGetRootElement (document), interface->model_identifier);
  if (node == NULL)
    return ls_fail (error, LS_ERROR_BINARY, _ ("%s: there is no BuildConfiguration for %s and %s"),
                    name, interface->model_identifier, ls_fmu_get_platform_tuple ());
  return read_configuration (fmu, self, node, error);
}

/* What stands in for a list: all.c, which includes the other files by custom, or the only source
 * file. Returns: (transfer full) (nullable): its name */
static char *
find_only_file (const LsFmu *fmu)
{
  g_autofree char *folder = g_build_filename (ls_fmu_get_directory (fmu), "sources", NULL);
  g_autofree char *all = g_build_filename (folder, "all.c", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autofree char *only = NULL;
  const char *name;
  guint n = 0;

  if (g_file_test (all, G_FILE_TEST_IS_REGULAR))
    return g_strdup ("all.c");
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".c") || g_str_has_suffix (name, ".cpp"))
      {
        g_free (only);
        only = g_strdup (name);
        n++;
      }
  return n == 1 ? g_steal_pointer (&only) : NULL;
}

/* FMI 2.0: files only, in the order given; without a list, or in FMI 1.0, the only one. */
static gboolean
read_list (const LsFmu *fmu,
           LsBuildConfiguration *self,
           const LsInterface *interface,
           GError **error)
{
  g_autofree char *only = find_only_file (fmu);
  char *alone[] = { only, NULL };
  char **files = interface->source_files != NULL ? interface->source_files : alone;
  LsSourceSet *set = source_set_new ();

  g_ptr_array_add (self->sets, set);
  for (char **file = files; *file != NULL; file++)
    {
      if (!add_file (fmu, set, *file, error))
        return FALSE;
      if (g_str_has_suffix (*file, ".cpp") || g_str_has_suffix (*file, ".cc")
          || g_str_has_suffix (*file, ".cxx"))
        {
          set->compiler = "c++";
          set->standard = "-std=gnu++17";
        }
    }
  return TRUE;
}

static gboolean
has_description (const LsFmu *fmu)
{
  g_autofree char *path = make_path (fmu);

  return g_file_test (path, G_FILE_TEST_IS_REGULAR);
}

gboolean
ls_build_configuration_exists (const LsFmu *fmu, const LsInterface *interface)
{
  g_return_val_if_fail (fmu != NULL && interface != NULL, FALSE);

  g_autofree char *only = NULL;

  if (has_description (fmu) || interface->source_files != NULL)
    return TRUE;
  only = find_only_file (fmu);
  return only != NULL;
}

static gboolean
has_files (const LsBuildConfiguration *self)
{
  for (guint i = 0; i < self->sets->len; i++)
    if (((const LsSourceSet *)self->sets->pdata[i])->files->len > 0)
      return TRUE;
  return FALSE;
}

LsBuildConfiguration *
ls_build_configuration_read (const LsFmu *fmu, const LsInterface *interface, GError **error)
{
  g_return_val_if_fail (fmu != NULL && interface != NULL, NULL);

  g_autoptr (LsBuildConfiguration) self = build_configuration_new ();

  if (!ls_build_configuration_exists (fmu, interface))
    return ls_fail_null (error, LS_ERROR_BINARY,
                         _ ("%s: the FMU has no list of source files, nor all.c or a single one"),
                         ls_fmu_get_path (fmu));
  if (has_description (fmu) ? !read_description (fmu, self, interface, error)
                            : !read_list (fmu, self, interface, error))
    return NULL;
  if (!has_files (self))
    return ls_fail_null (error, LS_ERROR_BINARY, _ ("%s: the list of source files is empty"),
                         ls_fmu_get_path (fmu));
  return g_steal_pointer (&self);
}
