/* Tasks that give numbers. */
#pragma once

#include "core/base/reader-message.h"

int reader_read_csv (const LsReaderMessage *message, int file, GError **error);
int reader_read_mat (const LsReaderMessage *message, int file, GError **error);
int reader_read_foreign (const LsReaderMessage *message, int file, GError **error);
