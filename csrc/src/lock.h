/*
 * lock.h - a lock that one thread holds at a time, on machines that have threads.
 */
#ifndef SSZ_LOCK_H
#define SSZ_LOCK_H

#include <stdbool.h>

#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
typedef SRWLOCK ssz_lock;
static inline void ssz_lock_init(ssz_lock *lock) {
    InitializeSRWLock(lock);
}
static inline void ssz_lock_take(ssz_lock *lock) {
    AcquireSRWLockExclusive(lock);
}
static inline bool ssz_lock_try(ssz_lock *lock) {
    return TryAcquireSRWLockExclusive(lock);
}
static inline void ssz_lock_give(ssz_lock *lock) {
    ReleaseSRWLockExclusive(lock);
}
static inline void ssz_lock_destroy(ssz_lock *lock) {
    (void)lock;
}
#else
#include <pthread.h>
typedef pthread_mutex_t ssz_lock;
/* A mutex without attributes that is used as it should be gives no errors. */
static inline void ssz_lock_init(ssz_lock *lock) {
    pthread_mutex_init(lock, NULL);
}
static inline void ssz_lock_take(ssz_lock *lock) {
    pthread_mutex_lock(lock);
}
static inline bool ssz_lock_try(ssz_lock *lock) {
    return pthread_mutex_trylock(lock) == 0;
}
static inline void ssz_lock_give(ssz_lock *lock) {
    pthread_mutex_unlock(lock);
}
static inline void ssz_lock_destroy(ssz_lock *lock) {
    pthread_mutex_destroy(lock);
}
#endif

#endif
