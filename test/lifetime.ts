import { after } from 'node:test'

type Scope = { after(close: () => unknown): void }

/**
 * What was opened last is closed first, as services on one database want it: after one test, by its `t`, or after all tests of a file or
 * a `describe`. For these it is to be called where the tests stand, not in a hook.
 */
export function lifetime(of: { after(close: () => Promise<void>): void } = { after }): Scope {
  const closers: (() => unknown)[] = []
  of.after(async () => {
    for (const close of closers.toReversed()) await close()
  })
  return { after: (close) => void closers.push(close) }
}
