/* Files damaged at random, always in the same way. */
#pragma once

#include <glib.h>

/* Returns: (transfer full): @sound with one to four damages: bits, bytes, lengths and numbers that are
 * others, parts that are missing, twice or elsewhere, an end that is too early. */
GByteArray *damage_bytes (GRand *random, gconstpointer sound, gsize size);

/* The content of a zip archive. */
typedef struct DamageArchive DamageArchive;

DamageArchive *damage_archive_read (const char *path);
void damage_archive_free (DamageArchive *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DamageArchive, damage_archive_free)
void damage_archive_add (DamageArchive *self, const char *name, const char *text);
/* Removes entries that are called so at their end. */
void damage_archive_remove (DamageArchive *self, const char *end);
/* Writes a sound archive; @random: (nullable): with one text in it damaged. */
void damage_archive_write (const DamageArchive *self, const char *path, GRand *random);
