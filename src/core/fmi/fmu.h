/* An FMU file: unpacked files, description, path of the binary. Shared by all its instances. */
#pragma once

#include "core/base/icon.h"
#include "core/fmi/description.h"

typedef struct LsFmu LsFmu;

/**
 * ls_fmu_open:
 * @path: an .fmu file, or a directory with an unpacked one
 *
 * Unpacks safely and reads the description. The binary is not loaded yet, so FMUs for other
 * platforms can be inspected.
 *
 * Returns: (transfer full): the FMU, or %NULL with an error naming the file.
 */
LsFmu               *ls_fmu_open (const char *path, GError **error);
/* Likewise what was unpacked in @folder from @path, which may be on another machine: messages name it. */
LsFmu               *ls_fmu_open_unpacked (const char *folder, const char *path, GError **error);
/**
 * ls_fmu_resize:
 * @sizes: (nullable) (element-type utf8 utf8): values of structural parameters by name; %NULL or
 *   empty: those of the file
 *
 * Returns: (transfer full): an FMU of the same files whose arrays have other sizes (FMI 3.0), or
 *   %NULL with an error.
 */
LsFmu               *ls_fmu_resize (LsFmu *self, GHashTable *sizes, GError **error);
/* In place of those of the description. */
typedef struct
{
  LsUnknowns outputs, initial_unknowns;
} LsKnownUnknowns;
/**
 * ls_fmu_copy:
 * @known: for its description
 *
 * Returns: (transfer full): an FMU of the same files and sizes of arrays, which has what is found out
 *   about @self by code of the FMU; %NULL with an error
 */
LsFmu               *ls_fmu_copy (LsFmu *self, const LsKnownUnknowns *known, GError **error);
/* Returns: (transfer none): the FMU that was opened: itself, unless it was made by
 * ls_fmu_resize() or ls_fmu_copy(). */
LsFmu               *ls_fmu_get_opened (LsFmu *self);
LsFmu               *ls_fmu_ref (LsFmu *self);
void                 ls_fmu_unref (LsFmu *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsFmu, ls_fmu_unref)

const char          *ls_fmu_get_path (const LsFmu *self);
/* State of the file since it was opened; the unpacked files remain in use in any case. */
typedef enum
{
  LS_FMU_FILE_SAME,
  LS_FMU_FILE_CHANGED, /* size or modification time differs */
  LS_FMU_FILE_GONE
} LsFmuFile;
LsFmuFile            ls_fmu_get_file_state (const LsFmu *self);
const char          *ls_fmu_get_directory (const LsFmu *self);
const LsDescription *ls_fmu_get_description (const LsFmu *self);
/* Whether FMUs that are opened from now on have their icons; for the whole program, off at its start. */
void                 ls_fmu_set_with_icons (gboolean with_icons);
/* Returns: (nullable): terminalsAndIcons/icon.png, or model.png of FMI 2.0; %NULL if there is none that
 * can be read. */
const LsIcon        *ls_fmu_get_icon (const LsFmu *self);
/* Reads all its files. Returns: (transfer full): ls_fmu_digest_folder() */
char                *ls_fmu_make_digest (const LsFmu *self);
/* Returns: (transfer full): "file:///…/resources", for fmi2Instantiate. */
char                *ls_fmu_get_resource_uri (const LsFmu *self);
/* Returns: (transfer full) (nullable) */
typedef char *(*LsFmuJudgeFunc) (LsFmu *fmu);
/* Result of @judge, always the same function, for @self. It is called once, by the first thread.
 * Returns: (transfer none) (nullable) */
const char          *ls_fmu_judge_once (LsFmu *self, LsFmuJudgeFunc judge);
/* The highest supported order of input derivatives, from ls_probe_input_derivatives(); -1 before
 * the probe. */
int                  ls_fmu_get_input_order (LsFmu *self);
void                 ls_fmu_set_input_order (LsFmu *self, int order);
/* Whether output derivatives are provided, from ls_probe_output_derivatives(); -1 before the
 * probe. */
int                  ls_fmu_get_output_derivatives (LsFmu *self);
void                 ls_fmu_set_output_derivatives (LsFmu *self, gboolean gives);
/* Whether outputs can be read again, from ls_probe_reading(); -1 before the probe. */
int                  ls_fmu_get_reading (LsFmu *self);
void                 ls_fmu_set_reading (LsFmu *self, gboolean answers);
/* Whether steps that are not final follow each other, from ls_probe_tentative_steps(); -1 before the
 * probe. */
int                  ls_fmu_get_tentative_steps (LsFmu *self);
void                 ls_fmu_set_tentative_steps (LsFmu *self, gboolean follow);
/* (nullable): with the dependencies that the FMU knows, from ls_fmu_ask_dependencies(), which alone
 * sets them; @known: (transfer full) */
const LsKnownUnknowns *ls_fmu_get_known (LsFmu *self);
void                 ls_fmu_set_known (LsFmu *self, LsKnownUnknowns *known);
/* Platform folder of this machine, "linux64". */
const char          *ls_fmu_get_platform (void);
/* The same in FMI 3.0, "x86_64-linux". */
const char          *ls_fmu_get_platform_tuple (void);
/* Returns: (transfer full): names of the platforms with binaries, %NULL-terminated. */
char               **ls_fmu_list_platforms (const LsFmu *self);
/* Whether it has sources, but no folder of binaries for this machine. Whether a binary was compiled
 * already is not looked at: that reads all files. */
gboolean             ls_fmu_is_source_code (const LsFmu *self);
/* Returns: (transfer full): path of the binary of @interface, in the FMU or compiled from its sources
 * (compiled.h), or %NULL with an error that lists the platforms the FMU has. */
char                *ls_fmu_find_binary (LsFmu *self, const LsInterface *interface,
                                         GError **error);
