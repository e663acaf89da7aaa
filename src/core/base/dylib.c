/* Shared libraries by dlopen(), after a check of the file header. */
#include "core/base/dylib.h"
#include "core/base/python-library.h"
#include "core/base/status.h"

#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

struct LsDylib
{
  void *handle;
  const char *lent;
};

#if defined(__x86_64__)
#define OWN_MACHINE EM_X86_64
#elif defined(__i386__)
#define OWN_MACHINE EM_386
#elif defined(__aarch64__)
#define OWN_MACHINE EM_AARCH64
#elif defined(__arm__)
#define OWN_MACHINE EM_ARM
#elif defined(__riscv)
#define OWN_MACHINE EM_RISCV
#else
#define OWN_MACHINE EM_NONE
#endif

static const char *
machine_name (unsigned machine)
{
  switch (machine)
    {
    case EM_X86_64:
      return "x86-64";
    case EM_386:
      return "x86 (32 bit)";
    case EM_AARCH64:
      return "ARM (64 bit)";
    case EM_ARM:
      return "ARM (32 bit)";
    case EM_RISCV:
      return "RISC-V";
    default:
      return NULL;
    }
}

/* Returns: the kind of a file that is not an ELF library, from its first bytes. */
static const char *
foreign_kind (const unsigned char *bytes, gsize size)
{
  static const unsigned char mach_o[] = { 0xcf, 0xfa, 0xed, 0xfe };
  static const unsigned char universal[] = { 0xca, 0xfe, 0xba, 0xbe };

  if (size >= 2 && bytes[0] == 'M' && bytes[1] == 'Z')
    return _ ("a Windows library");
  if (size >= 4 && (memcmp (bytes, mach_o, 4) == 0 || memcmp (bytes, universal, 4) == 0))
    return _ ("a macOS library");
  return _ ("not a shared library");
}

/* Whether the file contains all its segments. The loader maps them unchecked, and access to a
 * missing part ends the process by a signal (SIGBUS). */
static gboolean
is_whole (FILE *file, const Elf64_Ehdr *header)
{
  struct stat info;

  if (header->e_ident[EI_CLASS] != ELFCLASS64)
    return TRUE;
  if (header->e_phentsize != sizeof (Elf64_Phdr) || fstat (fileno (file), &info) != 0)
    return FALSE;
  for (unsigned i = 0; i < header->e_phnum; i++)
    {
      Elf64_Phdr segment;

      if (header->e_phoff > G_MAXINT64 - (i + 1) * sizeof segment
          || fseeko (file, (off_t)(header->e_phoff + i * sizeof segment), SEEK_SET) != 0
          || fread (&segment, sizeof segment, 1, file) != 1)
        return FALSE;
      if (segment.p_type == PT_LOAD
          && (segment.p_filesz > (guint64)info.st_size
              || segment.p_offset > (guint64)info.st_size - segment.p_filesz))
        return FALSE;
    }
  return TRUE;
}

gboolean
ls_dylib_check (const char *path, GError **error)
{
  g_return_val_if_fail (path != NULL, FALSE);

  union
  {
    unsigned char bytes[sizeof (Elf64_Ehdr)];
    Elf64_Ehdr elf; /* e_machine has the same offset in the 32-bit header */
  } header = { { 0 } };
  FILE *file = fopen (path, "rbe");
  gboolean whole;
  gsize size;

  if (file == NULL)
    return ls_fail (error, LS_ERROR_BINARY, _ ("%s: cannot be opened: %s"), path,
                    g_strerror (errno));
  size = fread (header.bytes, 1, sizeof header.bytes, file);
  whole = size == sizeof header.bytes && is_whole (file, &header.elf);
  fclose (file);
  if (size < sizeof header.bytes || memcmp (header.bytes, ELFMAG, SELFMAG) != 0)
    return ls_fail (error, LS_ERROR_BINARY,
                    _ ("%s: is %s; a shared library for this platform is needed"), path,
                    foreign_kind (header.bytes, size));
  if (OWN_MACHINE != EM_NONE && header.elf.e_machine != OWN_MACHINE)
    {
      const char *machine = machine_name (header.elf.e_machine);

      return ls_fail (
          error, LS_ERROR_BINARY, _ ("%s: is built for %s, but this program runs on %s"), path,
          machine != NULL ? machine : _ ("another processor"), machine_name (OWN_MACHINE));
    }
  if (!whole)
    return ls_fail (error, LS_ERROR_BINARY,
                    _ ("%s: cannot be loaded: the file is cut off or damaged"), path);
  return TRUE;
}

/* RTLD_DEEPBIND: a library and its dependencies resolve symbols among themselves before those of
 * this program and of the libraries it is linked with, so an FMU with another version of SUNDIALS
 * or zlib does not call ours. The sanitizers intercept by symbol order and reject libraries loaded
 * with this flag. Not isolated: symbols that only this program has (an FMU without its own zlib
 * still finds ours), the C library and so the heap, and libraries of the same soname, which the
 * loader shares. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define OWN_FIRST 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)                            \
    || __has_feature(memory_sanitizer)
#define OWN_FIRST 0
#endif
#endif
#if !defined(OWN_FIRST) && defined(RTLD_DEEPBIND)
#define OWN_FIRST RTLD_DEEPBIND
#elif !defined(OWN_FIRST)
#define OWN_FIRST 0
#endif

/* Whether the file is on a file system mounted noexec. */
static gboolean
is_noexec (const char *path)
{
  struct statvfs info;

  return statvfs (path, &info) == 0 && (info.f_flag & ST_NOEXEC) != 0;
}

/* While foreign libraries are loaded, the standard output is redirected to the standard error:
 * programs may parse our standard output. */
static GMutex output_lock;
static guint n_libraries;
static int own_output = -1;

static void
divert_output (void)
{
  g_mutex_lock (&output_lock);
  if (n_libraries++ == 0)
    {
      fflush (stdout);
      own_output = fcntl (STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
      if (own_output >= 0 && dup2 (STDERR_FILENO, STDOUT_FILENO) < 0)
        close (STDOUT_FILENO);
    }
  g_mutex_unlock (&output_lock);
}

static void
restore_output (void)
{
  g_mutex_lock (&output_lock);
  if (--n_libraries == 0 && own_output >= 0)
    {
      fflush (stdout);
      dup2 (own_output, STDOUT_FILENO);
      close (own_output);
      own_output = -1;
    }
  g_mutex_unlock (&output_lock);
}

int
ls_dylib_get_output (void)
{
  int output;

  g_mutex_lock (&output_lock);
  output = own_output >= 0 ? own_output : STDOUT_FILENO;
  g_mutex_unlock (&output_lock);
  return output;
}

/* Returns: the handle, or %NULL with the message of the loader in @reason. @lent: library loaded to
 * provide the symbols of an undeclared dependency; %NULL: none. */
static void *
load (const char *path, const char **lent, char **reason)
{
  const int flags = RTLD_NOW | RTLD_LOCAL | OWN_FIRST;
  void *handle = dlopen (path, flags);
  const char *said = handle == NULL ? dlerror () : NULL;

  *lent = NULL;
  if (said != NULL && ls_python_library_is_missed (said))
    {
      *reason = g_strdup (said);
      if ((*lent = ls_python_library_load ()) == NULL)
        return NULL;
      handle = dlopen (path, flags);
      said = handle == NULL ? dlerror () : NULL;
      g_clear_pointer (reason, g_free);
    }
  if (handle == NULL)
    *reason = g_strdup (said != NULL ? said : _ ("the loader gives no reason"));
  return handle;
}

void
ls_dylib_set_error (const char *path, const char *reason, gboolean has_python, GError **error)
{
  g_return_if_fail (path != NULL);
  g_return_if_fail (reason != NULL);

  g_autofree char *absolute = g_canonicalize_filename (path, NULL);
  const char *hint = "";

  if (is_noexec (absolute))
    hint = _ (" (its file system is mounted noexec; TMPDIR can name a folder in another one)");
  else if (ls_python_library_is_missed (reason) && !has_python)
    hint = _ (" (it is of Python's library, libpython3, which is not installed)");
  /* The loader prefixes the file name only if the fault is in this file. */
  if (g_str_has_prefix (reason, absolute) && reason[strlen (absolute)] == ':')
    reason += strlen (absolute) + 1 + (reason[strlen (absolute) + 1] == ' ');
  g_set_error (error, LS_ERROR, LS_ERROR_BINARY, _ ("%s: cannot be loaded: %s%s"), path, reason,
               hint);
}

LsDylib *
ls_dylib_open (const char *path, GError **error)
{
  g_autofree char *absolute = NULL, *reason = NULL;
  const char *lent;
  LsDylib *self;
  void *handle;

  g_return_val_if_fail (path != NULL, NULL);
  /* Without a slash dlopen() would search the system's folders. */
  absolute = g_canonicalize_filename (path, NULL);
  if (!ls_dylib_check (absolute, error))
    return NULL;
  divert_output ();
  handle = load (absolute, &lent, &reason);
  if (handle == NULL)
    {
      ls_dylib_set_error (path, reason, lent != NULL, error);
      restore_output ();
      return NULL;
    }
  self = g_new0 (LsDylib, 1);
  self->handle = handle;
  self->lent = lent;
  return self;
}

const char *
ls_dylib_get_lent (LsDylib *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return self->lent;
}

gpointer
ls_dylib_find (LsDylib *self, const char *symbol)
{
  g_return_val_if_fail (self != NULL && symbol != NULL, NULL);
  return dlsym (self->handle, symbol);
}

void
ls_dylib_close (LsDylib *self)
{
  if (self == NULL)
    return;
  dlclose (self->handle);
  ls_dylib_give_up (self);
}

void
ls_dylib_give_up (LsDylib *self)
{
  g_return_if_fail (self != NULL);

  restore_output ();
  g_free (self);
}
