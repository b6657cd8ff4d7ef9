import type { z } from 'zod'

/** Input: text, or a picture from our own storage. */
export type Part = { kind: 'text'; text: string } | { kind: 'image'; bytes: Uint8Array; type: string }

export type Used = { inputTokens: number; outputTokens: number }

/** `parts`: at least one. */
export type ModelRequest = { instructions: string; parts: readonly Part[] }

export type ObjectRequest<T> = ModelRequest & { schema: z.ZodType<T> }

/** Tool of a chat. `run` gets a value of the schema; its result returns to the model as JSON. */
export type Tool = { name: string; description: string; schema: z.ZodType; run(input: unknown): Promise<unknown> }

export type ChatRequest = {
  instructions: string
  /** Oldest first; a user's last. */
  messages: readonly { role: 'user' | 'assistant'; text: string }[]
  tools: readonly Tool[]
  /** Most model calls; the last may use no tool. */
  maxSteps: number
  /** Awaited before each call; an error ends the chat. */
  beforeStep(): Promise<void>
}

/** Text as it arrives, and the usage of each step. */
export type ChatPart = { kind: 'text'; text: string } | { kind: 'used'; used: Used }

/** Text and vision model (interface, Automated helpers). Returns text and values of a schema; decides nothing. Errors: ProviderError. */
export type Model = {
  readonly name: string
  /**
   * Returns a value of the schema. Use loose schemas and trim in code: a broken bound fails the call. Use nullable keys:
   * strict modes refuse optional ones.
   */
  object<T>(ask: ObjectRequest<T>, signal: AbortSignal): Promise<{ value: T; used: Used }>
  text(ask: ModelRequest, signal: AbortSignal): Promise<{ text: string; used: Used }>
  /** Runs until the model calls no tool or `maxSteps` are done. Tools of a step run in parallel. Aborts the model when reading stops. */
  chat(ask: ChatRequest, signal: AbortSignal): AsyncGenerator<ChatPart, void, undefined>
}
