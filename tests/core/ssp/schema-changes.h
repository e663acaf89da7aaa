/* Random changes of XML documents, for the comparison of verdicts. */
#pragma once

#include "core/base/xml.h"

/* Changes one thing in the document, mostly for the worse. */
void change_document (GRand *rand, xmlDoc *doc);
