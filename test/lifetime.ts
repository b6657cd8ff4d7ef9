import { after } from 'node:test'

type Scope = { after(close: () => unknown): void }

/**
 * Closes resources in reverse order, as several services on one database require. With `t`, closes them after that test; without it, after
 * all tests of the file or `describe`. Without `t`, call it at the top level of the file or `describe`, not in a hook.
 */
export function lifetime(of: { after(close: () => Promise<void>): void } = { after }): Scope {
  const closers: (() => unknown)[] = []
  of.after(async () => {
    for (const close of closers.toReversed()) await close()
  })
  return { after: (close) => void closers.push(close) }
}
