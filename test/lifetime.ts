import { after } from 'node:test'

type Scope = { after(close: () => unknown): void }

/**
 * Closes resources in reverse order, as services on one database need: after one test with its `t`, or after all tests of a file or
 * `describe`. For the latter, call it at that level, not in a hook.
 */
export function lifetime(of: { after(close: () => Promise<void>): void } = { after }): Scope {
  const closers: (() => unknown)[] = []
  of.after(async () => {
    for (const close of closers.toReversed()) await close()
  })
  return { after: (close) => void closers.push(close) }
}
