#include "core/fmi/exits.h"

#include <elf.h>
#include <link.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#if __SIZEOF_POINTER__ == 8
#define SYMBOL_OF(info) ELF64_R_SYM (info)
#else
#define SYMBOL_OF(info) ELF32_R_SYM (info)
#endif

/* Symbol tables of a library, from its dynamic section. */
typedef struct
{
  ElfW (Addr) base;
  const ElfW (Sym) * symbols;
  const char *names;
  ElfW (Addr) sealed, sealed_end; /* RELRO: read-only after loading */
} Object;

static GMutex lock;
static GHashTable *ours; /* base addresses of the libraries loaded before the first FMU */
static unsigned long long n_loaded;
static void (*leave) (const char *function, int status);

static G_GNUC_NORETURN void
end_by_exit (int status)
{
  leave ("_exit()", status);
  _exit (status);
}

static G_GNUC_NORETURN void
end_by_c_exit (int status)
{
  leave ("_Exit()", status);
  _exit (status);
}

static const struct
{
  const char *name;
  void (*function) (int status);
} hooks[] = {
  { "_exit", end_by_exit },
  { "_Exit", end_by_c_exit },
};

/* Replaces a function pointer; a read-only (RELRO) page is made writable meanwhile. */
static void
set_place (const Object *self, ElfW (Addr) place, void (*function) (int status))
{
  const uintptr_t size = (uintptr_t)sysconf (_SC_PAGESIZE);
  void *page = (void *)(place & ~(size - 1));
  const gboolean is_sealed = place >= self->sealed && place < self->sealed_end;

  if (*(void (**) (int))place == function
      || (is_sealed && mprotect (page, size, PROT_READ | PROT_WRITE) != 0))
    return;
  *(void (**) (int))place = function;
  if (is_sealed)
    mprotect (page, size, PROT_READ);
}

static void
look_at (const Object *self, ElfW (Addr) offset, ElfW (Xword) info)
{
  const ElfW (Sym) *symbol = &self->symbols[SYMBOL_OF (info)];

  if (SYMBOL_OF (info) == 0 || symbol->st_shndx != SHN_UNDEF)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (hooks); i++)
    if (strcmp (self->names + symbol->st_name, hooks[i].name) == 0)
      set_place (self, self->base + offset, hooks[i].function);
}

/* Entries of both kinds (Rel, Rela) begin with offset and info. */
static void
look_at_all (const Object *self, ElfW (Addr) table, gsize size, gsize entry_size)
{
  for (gsize i = 0; table != 0 && i + entry_size <= size; i += entry_size)
    {
      const ElfW (Rel) *entry = (const ElfW (Rel) *)(table + i);

      look_at (self, entry->r_offset, entry->r_info);
    }
}

static void
take_object (const struct dl_phdr_info *info)
{
  Object self = { .base = info->dlpi_addr };
  const ElfW (Dyn) *entry = NULL;
  ElfW (Addr) values[DT_NUM] = { 0 };

  for (unsigned i = 0; i < info->dlpi_phnum; i++)
    {
      const ElfW (Phdr) *header = &info->dlpi_phdr[i];

      if (header->p_type == PT_DYNAMIC)
        entry = (const ElfW (Dyn) *)(self.base + header->p_vaddr);
      else if (header->p_type == PT_GNU_RELRO)
        {
          self.sealed = self.base + header->p_vaddr;
          self.sealed_end = self.sealed + header->p_memsz;
        }
    }
  for (; entry != NULL && entry->d_tag != DT_NULL; entry++)
    if (entry->d_tag > 0 && entry->d_tag < DT_NUM)
      values[entry->d_tag] = entry->d_un.d_ptr;
  if (values[DT_SYMTAB] == 0 || values[DT_STRTAB] == 0)
    return;
  /* On some platforms the loader stores these addresses relative to the base of the library. */
  for (const int *tag = (const int[]){ DT_SYMTAB, DT_STRTAB, DT_JMPREL, DT_RELA, DT_REL, 0 };
       *tag != 0; tag++)
    if (values[*tag] != 0 && values[*tag] < self.base)
      values[*tag] += self.base;
  self.symbols = (const ElfW (Sym) *)values[DT_SYMTAB];
  self.names = (const char *)values[DT_STRTAB];
  look_at_all (&self, values[DT_JMPREL], values[DT_PLTRELSZ],
               values[DT_PLTREL] == DT_RELA ? sizeof (ElfW (Rela)) : sizeof (ElfW (Rel)));
  look_at_all (&self, values[DT_RELA], values[DT_RELASZ], sizeof (ElfW (Rela)));
  look_at_all (&self, values[DT_REL], values[DT_RELSZ], sizeof (ElfW (Rel)));
}

static int
remember_cb (struct dl_phdr_info *info, size_t size G_GNUC_UNUSED, gpointer data G_GNUC_UNUSED)
{
  g_hash_table_add (ours, (gpointer)info->dlpi_addr);
  n_loaded = info->dlpi_adds;
  return 0;
}

static int
watch_cb (struct dl_phdr_info *info, size_t size G_GNUC_UNUSED, gpointer data)
{
  unsigned long long *now = data;

  *now = info->dlpi_adds;
  if (*now == n_loaded)
    return 1;
  if (!g_hash_table_contains (ours, (gpointer)info->dlpi_addr))
    take_object (info);
  return 0;
}

void
ls_exits_watch (void (*func) (const char *function, int status))
{
  unsigned long long now = 0;

  g_mutex_lock (&lock);
  leave = func;
  if (ours == NULL)
    {
      ours = g_hash_table_new (NULL, NULL);
      dl_iterate_phdr (remember_cb, NULL);
    }
  else
    {
      dl_iterate_phdr (watch_cb, &now);
      n_loaded = now;
    }
  g_mutex_unlock (&lock);
}
