import type { z } from 'zod'

/** Part of a model's input: text, or an image from our own storage. */
export type Part = { kind: 'text'; text: string } | { kind: 'image'; bytes: Uint8Array; type: string }

export type Used = { inputTokens: number; outputTokens: number }

/** Request to a model. `parts` contains at least one part. */
export type ModelRequest = { instructions: string; parts: readonly Part[] }

export type ObjectRequest<T> = ModelRequest & { schema: z.ZodType<T> }

/** Tool that a model can call in a chat. `run` receives a value that matches `schema`; its result is returned to the model as JSON. */
export type Tool = { name: string; description: string; schema: z.ZodType; run(input: unknown): Promise<unknown> }

export type ChatRequest = {
  instructions: string
  messages: readonly { role: 'user' | 'assistant'; text: string }[]
  tools: readonly Tool[]
  /** Maximum number of model calls. In the last call, no tools are allowed. */
  maxSteps: number
  /** Awaited before each model call. Throwing ends the chat. */
  beforeStep(): Promise<void>
}

/** Part of a streamed reply: text that has arrived, or the token usage of one model call. */
export type ChatPart = { kind: 'text'; text: string } | { kind: 'used'; used: Used }

/**
 * Text and vision model (spec: interface, Automated helpers). It returns text and values that match a schema, and makes no decisions.
 * Errors: ProviderError.
 */
export type Model = {
  readonly name: string
  /**
   * Returns a value that matches the schema. In the schema, do not use bounds, because a violated bound fails the call; trim values in code
   * instead. Use nullable keys, because the strict modes of models reject optional keys.
   */
  object<T>(request: ObjectRequest<T>, signal: AbortSignal): Promise<{ value: T; used: Used }>
  text(request: ModelRequest, signal: AbortSignal): Promise<{ text: string; used: Used }>
  /**
   * Runs until the model calls no tool, or for `maxSteps` steps. Tools of the same step run in parallel. Aborts the model when the caller
   * stops reading.
   */
  chat(request: ChatRequest, signal: AbortSignal): AsyncGenerator<ChatPart, void, undefined>
}
