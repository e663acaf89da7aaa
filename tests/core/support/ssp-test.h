/* What the tests of SSP share. */
#pragma once

#include "core/ssp/ssp.h"

#define SSP_HEAD                                                                                   \
  "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"                                                   \
  "<ssd:SystemStructureDescription version=\"1.0\" name=\"test\" "                                 \
  "xmlns:ssd=\"http://ssp-standard.org/SSP1/SystemStructureDescription\" "                         \
  "xmlns:ssc=\"http://ssp-standard.org/SSP1/SystemStructureCommon\" "                              \
  "xmlns:ssv=\"http://ssp-standard.org/SSP1/SystemStructureParameterValues\" "                     \
  "xmlns:ssm=\"http://ssp-standard.org/SSP1/SystemStructureParameterMapping\">\n"
#define SSP_TAIL "</ssd:SystemStructureDescription>\n"

/* Arguments of the program: the folder of the example FMUs and the SSP 1.0 schema,
 * which need not be there. */
void     ssp_test_init (int argc, char *argv[]);
char    *ssp_test_get_example (const char *name);
/* A path in the folder of the test. */
char    *ssp_test_get_file (const char *name);
char    *ssp_test_write_file (const char *name, const char *content);
LsModel *ssp_test_read (const char *path);
/* The document in an archive. */
char    *ssp_test_read_document (const char *path);
/* Writes it and validates the document where there is a schema. */
void     ssp_test_write (LsModel *model, const char *path);
/* Writes to "first.ssp", reads, and writes again: the model is equal, the documents are
 * identical. Returns: what was read. */
LsModel *ssp_test_go_round (LsModel *model);
gboolean ssp_test_has_remark (const LsModel *model, const char *wanted);
