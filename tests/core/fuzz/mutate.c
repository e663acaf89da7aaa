/* For targets of XML documents: libFuzzer asks for changes here. */
#include "change.h"

#include <stdint.h>
#include <string.h>

size_t LLVMFuzzerMutate (uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator (uint8_t *data, size_t size, size_t max_size, unsigned int seed);

size_t
LLVMFuzzerCustomMutator (uint8_t *data, size_t size, size_t max_size, unsigned int seed)
{
  static GRand *rand;
  g_autoptr (GString) text = NULL;
  gboolean changed = FALSE;

  if (rand == NULL)
    rand = g_rand_new ();
  g_rand_set_seed (rand, seed);
  /* A quarter is left to bytes at random. */
  if (g_rand_int_range (rand, 0, 4) == 0)
    return LLVMFuzzerMutate (data, size, max_size);
  text = g_string_new_len ((const char *)data, (gssize)size);
  for (int i = g_rand_int_range (rand, 0, 3); i >= 0; i--)
    changed = fuzz_change_document (rand, text) || changed;
  if (!changed || text->len > max_size)
    return LLVMFuzzerMutate (data, size, max_size);
  memcpy (data, text->str, text->len);
  return text->len;
}
