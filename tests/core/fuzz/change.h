/* Changes of XML documents for fuzzing. */
#pragma once

#include <glib.h>

/* Changes an attribute or an element at random. Returns: whether anything was changed. */
gboolean fuzz_change_document (GRand *rand, GString *text);
