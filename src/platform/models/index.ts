import type { z } from 'zod'

/** What a model is shown beside its instructions: words, or a picture as bytes from our own storage. */
export type Part = { kind: 'text'; text: string } | { kind: 'image'; bytes: Uint8Array; type: string }

export type Used = { inputTokens: number; outputTokens: number }

/** `parts`: at least one. */
export type ModelRequest = { instructions: string; parts: readonly Part[] }

export type ObjectRequest<T> = ModelRequest & { schema: z.ZodType<T> }

/** What a model may do in a chat. `run` gets a value of the schema; what it gives goes back to the model as JSON. */
export type Tool = { name: string; description: string; schema: z.ZodType; run(input: unknown): Promise<unknown> }

export type ChatRequest = {
  instructions: string
  /** Oldest first, a user's last. */
  messages: readonly { role: 'user' | 'assistant'; text: string }[]
  tools: readonly Tool[]
  /** Calls of the model at most; it is told to use no tool in the last one. */
  maxSteps: number
  /** Awaited ahead of each call; what it throws ends the chat. */
  beforeStep(): Promise<void>
}

/** What a chat gives while it goes on: words as they come, and what each step used. */
export type ChatPart = { kind: 'text'; text: string } | { kind: 'used'; used: Used }

/** A text and vision model (interface, Automated helpers). It gives words and values of a schema; it decides nothing. Errors: ProviderError. */
export type Model = {
  readonly name: string
  /**
   * A value of the schema. Ask loosely and trim in code: a bound that a model breaks fails the call. Nullable, never
   * optional: strict modes refuse a key that may be left out.
   */
  object<T>(ask: ObjectRequest<T>, signal: AbortSignal): Promise<{ value: T; used: Used }>
  text(ask: ModelRequest, signal: AbortSignal): Promise<{ text: string; used: Used }>
  /** Goes on by itself until the model calls no tool or `maxSteps` are done. Tools of one step run at once. Ends the model when it is left early. */
  chat(ask: ChatRequest, signal: AbortSignal): AsyncGenerator<ChatPart, void, undefined>
}
