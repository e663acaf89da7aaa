/* Names for parts of GTK's own dialogs that come without one. */
#pragma once

/* From now on whatever is shown and can take the keyboard has a name. Once, at the start. */
void ls_names_follow (void);
