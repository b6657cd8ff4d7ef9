import type { LanguageModel } from 'ai'
import type { z } from 'zod'

/** What a model is shown beside its instructions: words, or a picture as bytes from our own storage. */
export type Part = { kind: 'text'; text: string } | { kind: 'image'; bytes: Uint8Array; type: string }

export type Used = { inputTokens: number; outputTokens: number }

/** A text and vision model (interface, Automated helpers). It gives words and values of a schema; it decides nothing. Errors: ProviderError. */
export type Model = {
  readonly name: string
  /** A value of the schema. Ask loosely and trim in code: a bound that a model breaks fails the call. */
  object<T>(
    ask: { instructions: string; parts: readonly Part[]; schema: z.ZodType<T> },
    signal: AbortSignal,
  ): Promise<{ value: T; used: Used }>
  text(ask: { instructions: string; parts: readonly Part[] }, signal: AbortSignal): Promise<{ text: string; used: Used }>
  /** For the chat beside a listing, which streams and uses tools. */
  readonly language: LanguageModel
}
