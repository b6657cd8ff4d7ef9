import { AsyncLocalStorage } from 'node:async_hooks'

const asked = new AsyncLocalStorage<true>()

/**
 * Runs a read of a request without cookie or key, which may use the replica, because an anonymous caller has made no writes that it expects
 * to see. All other requests use the primary (spec: completions 12).
 */
export const allowReplica = <T>(work: () => T): T => asked.run(true, work)

/** Returns true inside an anonymous read. */
export const mayUseReplica = (): boolean => asked.getStore() === true
