import type { LanguageModel } from 'ai'
import type { z } from 'zod'

/** What a model is shown beside its instructions: words, or a picture as bytes from our own storage. */
export type Part = { kind: 'text'; text: string } | { kind: 'image'; bytes: Uint8Array; type: string }

export type Used = { inputTokens: number; outputTokens: number }

/** `parts`: at least one. */
export type Ask = { instructions: string; parts: readonly Part[] }

export type AskObject<T> = Ask & { schema: z.ZodType<T> }

/** A text and vision model (interface, Automated helpers). It gives words and values of a schema; it decides nothing. Errors: ProviderError. */
export type Model = {
  readonly name: string
  /**
   * A value of the schema. Ask loosely and trim in code: a bound that a model breaks fails the call. Nullable, never
   * optional: strict modes refuse a key that may be left out.
   */
  object<T>(ask: AskObject<T>, signal: AbortSignal): Promise<{ value: T; used: Used }>
  text(ask: Ask, signal: AbortSignal): Promise<{ text: string; used: Used }>
  /** For the chat beside a listing, which streams and uses tools. */
  readonly language: LanguageModel
  /** The same, with `before` awaited ahead of each call; what it throws, the call throws. */
  guarded(before: () => Promise<void>): LanguageModel
}
