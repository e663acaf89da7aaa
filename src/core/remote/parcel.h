/* A component as a message, and back. */
#pragma once

#include "core/remote/message.h"

#include "core/model/model.h"

/* @folder: where its FMU is unpacked for the worker */
void ls_parcel_pack (GByteArray *parcel, const LsComponent *component, const char *folder);
/* @fmus: folder to LsFmu: those that were opened so far.
 * Returns: (transfer full): a component with what a system needs; %NULL with an error */
LsComponent *ls_parcel_open (LsMessageReader *parcel, GHashTable *fmus, GError **error);
