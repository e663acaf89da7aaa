/* Checks of files that are no FMUs, by their kinds. */
#pragma once

#include <glib.h>

/* All return (transfer full) (element-type LsFinding) what is found, or %NULL with an error if the file cannot be
 * read. */

/* A model with its connections and parameters. */
GPtrArray *ls_file_check_ssp (const char *path, GError **error);
/* A parameter set, mapping or dictionary, according to the version it declares. */
GPtrArray *ls_file_check_part (const char *path, GError **error);
/* The text, and every action; with @numbers every number by runs of the models. */
GPtrArray *ls_file_check_lesson (const char *path, gboolean numbers, GError **error);
/* Adds the reason why a file cannot be read to the other findings. @error: (transfer full) */
void       ls_file_add_failure (GPtrArray *findings, const char *path, GError *error);
