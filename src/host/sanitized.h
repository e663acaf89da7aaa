/* Whether a sanitizer of gcc or clang watches the program: it needs memory and system calls that the
 * sandbox denies. */
#pragma once

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define HOST_SANITIZED 1
#elif defined(__has_feature)
#define HOST_SANITIZED (__has_feature (address_sanitizer) || __has_feature (thread_sanitizer))
#else
#define HOST_SANITIZED 0
#endif
