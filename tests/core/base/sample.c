/* A library for the tests of loading. */
int sample_answer (void);

int
sample_answer (void)
{
  return 42;
}
