import { AsyncLocalStorage } from 'node:async_hooks'

const allowed = new AsyncLocalStorage<true>()

/**
 * Runs an anonymous read, which has neither cookie nor key. The read may use the replica, because an anonymous user has made no writes that
 * could be missing there. All other requests use the primary (spec: completions 12).
 */
export const allowReplica = <T>(work: () => T): T => allowed.run(true, work)

/** Returns true inside an anonymous read. */
export const mayUseReplica = (): boolean => allowed.getStore() === true
