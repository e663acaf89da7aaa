/* A library that needs another one. */
int sample_answer (void);
int sample_needy (void);

int
sample_needy (void)
{
  return sample_answer ();
}
