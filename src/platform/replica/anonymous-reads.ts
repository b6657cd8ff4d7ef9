import { AsyncLocalStorage } from 'node:async_hooks'

const asked = new AsyncLocalStorage<true>()

/**
 * Runs a read without cookie or key, which may use the replica: the caller has no writes to miss. Everything else uses the primary
 * (completions 12).
 */
export const allowReplica = <T>(work: () => T): T => asked.run(true, work)

/** True inside an anonymous read. */
export const mayUseReplica = (): boolean => asked.getStore() === true
