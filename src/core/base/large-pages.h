/* Memory of large runs in large pages. */
#pragma once

/**
 * ls_large_pages_use:
 *
 * Asks the system to put what this process has allocated into large pages (2 MB on most machines), where
 * it has tens of megabytes in one piece. A step of thousands of components touches each page of their
 * memory once: in pages of 4 KB the processor looks most of them up in tables in memory, which takes longer than
 * the step. Without large pages nothing changes.
 */
void ls_large_pages_use (void);
