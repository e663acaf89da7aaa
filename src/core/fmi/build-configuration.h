/* How the sources of an FMU are compiled: SourceFiles of FMI 2.0, buildDescription.xml of FMI 3.0
 * (FMI 3.0.2, section 2.5.3). */
#pragma once

#include "core/fmi/fmu.h"

/**
 * LsSourceSet:
 * @compiler: driver that compiles the language: "cc" or "c++"
 * @standard: its option, "-std=gnu99"
 * @files: (element-type filename): relative to the folder "sources", below it
 * @arguments: (element-type utf8): definitions, include folders (absolute) and those compiler
 *   options that only change the code generated
 * @ignored: (element-type utf8): the other options
 */
typedef struct
{
  const char *compiler, *standard;
  GPtrArray  *files, *arguments, *ignored;
} LsSourceSet;

/**
 * LsBuildConfiguration:
 * @sets: (element-type LsSourceSet)
 * @libraries: (element-type utf8): arguments of the linker: paths of libraries of the FMU, or "-l"
 *   and the name of one of this system
 */
typedef struct
{
  GPtrArray *sets, *libraries;
} LsBuildConfiguration;

/* Whether there is anything to compile @interface from. */
gboolean ls_build_configuration_exists (const LsFmu *fmu, const LsInterface *interface);
/**
 * ls_build_configuration_read:
 *
 * The configuration for this platform, or else the one for all; of the model identifier, or else the
 * only one. Files outside of the FMU are refused.
 *
 * Returns: (transfer full): the configuration, or %NULL with an error naming the FMU and the element:
 * no sources, a file that is missing, a language other than C or C++.
 */
LsBuildConfiguration *ls_build_configuration_read (const LsFmu *fmu, const LsInterface *interface,
                                                   GError **error);
void                  ls_build_configuration_free (LsBuildConfiguration *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsBuildConfiguration, ls_build_configuration_free)
