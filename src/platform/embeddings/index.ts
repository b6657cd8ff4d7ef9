/** Converts strings to embedding vectors. Errors: ProviderError. */
export type Embedder = {
  readonly model: string
  many(texts: readonly string[], signal: AbortSignal): Promise<number[][]>
}
