import type { z } from 'zod'

/** Input beside the instructions: text, or a picture as bytes from our own storage. */
export type Part = { kind: 'text'; text: string } | { kind: 'image'; bytes: Uint8Array; type: string }

export type Used = { inputTokens: number; outputTokens: number }

/** `parts` has at least one element. */
export type ModelRequest = { instructions: string; parts: readonly Part[] }

export type ObjectRequest<T> = ModelRequest & { schema: z.ZodType<T> }

/** Tool that a model may call in a chat. `run` gets a value of the schema; its result goes back to the model as JSON. */
export type Tool = { name: string; description: string; schema: z.ZodType; run(input: unknown): Promise<unknown> }

export type ChatRequest = {
  instructions: string
  /** Oldest first; the last one is a user's. */
  messages: readonly { role: 'user' | 'assistant'; text: string }[]
  tools: readonly Tool[]
  /** Most calls of the model. The last one may use no tool. */
  maxSteps: number
  /** Awaited before each call; an error ends the chat. */
  beforeStep(): Promise<void>
}

/** Element of a chat's stream: text as it arrives, and the usage of each step. */
export type ChatPart = { kind: 'text'; text: string } | { kind: 'used'; used: Used }

/**
 * Text and vision model (interface, Automated helpers). Returns text and values of a schema; it makes no decisions.
 * Errors: ProviderError.
 */
export type Model = {
  readonly name: string
  /**
   * Returns a value of the schema. Use loose schemas and trim in code, because a broken bound fails the call. Use nullable
   * keys, never optional ones: strict modes refuse optional keys.
   */
  object<T>(ask: ObjectRequest<T>, signal: AbortSignal): Promise<{ value: T; used: Used }>
  text(ask: ModelRequest, signal: AbortSignal): Promise<{ text: string; used: Used }>
  /**
   * Runs until the model calls no tool or `maxSteps` are done. Tools of one step run in parallel. Aborts the model when the
   * caller stops reading.
   */
  chat(ask: ChatRequest, signal: AbortSignal): AsyncGenerator<ChatPart, void, undefined>
}
