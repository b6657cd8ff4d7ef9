import type { EncodedBody } from '#platform/http/encoded-body.ts'
import type { CachedResponse } from './sized-cache.ts'

/**
 * Answers to strangers that are kept as bytes (docs/design/cache.md). What is handed out is true at the
 * moment of asking: each change that was committed before, by whichever process, has been taken in.
 */
export type ResponseCache = {
  /** Whether it is worth asking whether it is `fresh`. */
  has(address: string): boolean
  /** Takes in what was committed before the call: what is kept then is true. False: that cannot be said, and nothing kept is to be given. */
  fresh(): Promise<boolean>
  /** The answer kept for this address, in the turn in which it was `fresh`; null where there is none that is still true. */
  get(address: string): CachedResponse | null
  /** Before anything is read of which an answer is made; null: nothing can be kept now. */
  begin(): number | null
  /** Keeps an answer that was `begun`. `subjects`: whatever it hangs on. */
  put(address: string, finished: EncodedBody, about: Omit<CachedResponse, 'finished'>, subjects: readonly string[], begun: number): void
  /** Bytes kept now. */
  bytes(): number
  rows: RowCache
}

/** What many answers are made of, kept by the same check. Nothing in it hangs on who asks. */
export type RowCache = {
  /** Takes in what changed: what is kept after it is true. The turn to read and keep by, or null: nothing can be used now. */
  fresh(): Promise<number | null>
  get(name: string): unknown
  /** Keeps what was read after that turn was given. */
  put(name: string, row: unknown, subjects: readonly string[], turn: number): void
}

/** What an endpoint says of an answer that may be kept for strangers. */
export type CachePolicy = { subjects: readonly string[]; untilMs: number; visited?: string }

/** For a process that keeps nothing. */
export const NO_CACHE: ResponseCache = {
  has: () => false,
  fresh: async () => false,
  get: () => null,
  begin: () => null,
  put: () => {},
  bytes: () => 0,
  rows: { fresh: async () => null, get: () => null, put: () => {} },
}
