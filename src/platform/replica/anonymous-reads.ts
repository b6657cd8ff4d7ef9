import { AsyncLocalStorage } from 'node:async_hooks'

const asked = new AsyncLocalStorage<true>()

/**
 * Runs an anonymous read, without cookie or key, which may use the replica: the caller made no writes to miss. All other reads, writes and
 * jobs use the primary (completions 12).
 */
export const allowReplica = <T>(work: () => T): T => asked.run(true, work)

/** True inside an anonymous read. */
export const mayUseReplica = (): boolean => asked.getStore() === true
