import { AsyncLocalStorage } from 'node:async_hooks'

const asked = new AsyncLocalStorage<true>()

/**
 * Runs what answers a read of somebody who shows nothing of who they are: no cookie, no key. They wrote nothing that they
 * could miss, so a replica may answer them. Everybody else, every write and every job reads the primary (completions 12).
 */
export const allowReplica = <T>(work: () => T): T => asked.run(true, work)

/** Whether what runs now is a stranger's read. */
export const mayUseReplica = (): boolean => asked.getStore() === true
