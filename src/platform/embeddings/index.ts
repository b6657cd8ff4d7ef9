/** Embeds texts as vectors. Errors: ProviderError. */
export type Embedder = {
  readonly model: string
  many(texts: readonly string[], signal: AbortSignal): Promise<number[][]>
}
