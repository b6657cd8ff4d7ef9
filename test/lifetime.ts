import { after } from 'node:test'

type Scope = { after(close: () => unknown): void }

/**
 * Closes resources in the reverse order of their creation, as is necessary for several services on one database. With a test's context `t`,
 * closes them after that test. Without a context, closes them after all tests in the file or `describe`. In that case, call it at the top
 * level, not in a hook.
 */
export function lifetime(of: { after(close: () => Promise<void>): void } = { after }): Scope {
  const closers: (() => unknown)[] = []
  of.after(async () => {
    for (const close of closers.toReversed()) await close()
  })
  return { after: (close) => void closers.push(close) }
}
