import type { EmbeddingModel, LanguageModel } from 'ai'
import type { Config } from '#platform/config/index.ts'

export type ModelSettings = Exclude<Config['model'], { kind: 'off' }>

/** Model object of the AI SDK (not the name of a model). */
export type Language = Exclude<LanguageModel, string> & { readonly specificationVersion: 'v4' }
export type Embedding = Exclude<EmbeddingModel, string>

/** Models of a vendor. `embedding` is null for a vendor without embeddings. */
export type Vendor = { language(name: string): Language; embedding: ((name: string) => Embedding) | null }

/** Default models: inexpensive models that accept images. docs/settings.md lists them. */
export const USUAL_NAMES = { openai: 'gpt-5.4-mini', anthropic: 'claude-haiku-4-5', google: 'gemini-3.8-flash' } as const

/** Opens the configured vendor. Loads only that vendor's SDK. */
export async function openVendor(settings: ModelSettings, fetch: typeof globalThis.fetch): Promise<Vendor> {
  if (settings.kind === 'compatible') {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
    const vendor = createOpenAICompatible({
      fetch,
      baseURL: settings.baseUrl,
      ...(settings.apiKey !== null && { apiKey: settings.apiKey }),
      name: 'compatible',
      includeUsage: true,
      supportsStructuredOutputs: true,
    })
    return { language: (name) => vendor(name), embedding: (name) => vendor.embeddingModel(name) }
  }
  const common = {
    fetch,
    ...(settings.apiKey !== null && { apiKey: settings.apiKey }),
    ...(settings.baseUrl !== null && { baseURL: settings.baseUrl }),
  }
  if (settings.kind === 'openai') {
    const { createOpenAI } = await import('@ai-sdk/openai')
    const vendor = createOpenAI(common)
    return { language: (name) => vendor(name), embedding: (name) => vendor.embeddingModel(name) }
  }
  if (settings.kind === 'anthropic') {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    const vendor = createAnthropic(common)
    return { language: (name) => vendor(name), embedding: null }
  }
  const { createGoogle } = await import('@ai-sdk/google')
  const vendor = createGoogle(common)
  return { language: (name) => vendor(name), embedding: (name) => vendor.embeddingModel(name) }
}
