import { AsyncLocalStorage } from 'node:async_hooks'

const allowed = new AsyncLocalStorage<true>()

/**
 * Runs an anonymous read, which has neither cookie nor key. It may use the replica, because an anonymous user has no recent writes that the
 * replica could lack. All other requests use the primary (spec: completions 12).
 */
export const allowReplica = <T>(work: () => T): T => allowed.run(true, work)

/** Returns true inside an anonymous read. */
export const mayUseReplica = (): boolean => allowed.getStore() === true
