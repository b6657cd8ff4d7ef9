import { generateText, Output, type LanguageModelUsage } from 'ai'
import { cappedFetch } from '#platform/egress/capped-fetch.ts'
import { chatWith } from './chat.ts'
import type { ModelRequest, Model, Part, Used } from './index.ts'
import { modelError } from './failures.ts'
import { openVendor, USUAL_NAMES, type Language, type ModelSettings } from './vendors.ts'

export type ModelOptions = {
  /** Number of retries after a 429 or 5xx response, within the time limit. */
  maxRetries?: number
  maxBytes?: number
}

const MAX_BYTES = 2 ** 20

/** Creates the configured model with the AI SDK. To save memory, loads the SDK only if a model is configured. */
export async function createModel(settings: ModelSettings, { maxRetries = 1, maxBytes = MAX_BYTES }: ModelOptions = {}): Promise<Model> {
  // prevents warnings that the SDK would print
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })
  const vendor = await openVendor(settings, cappedFetch(maxBytes))
  const name = settings.kind === 'compatible' ? settings.name : (settings.name ?? USUAL_NAMES[settings.kind])
  const language = vendor.language(name)
  const common = (request: ModelRequest, signal: AbortSignal) => ({
    model: language,
    instructions: request.instructions,
    messages: [{ role: 'user' as const, content: request.parts.map(partOf) }],
    maxRetries,
    abortSignal: signal,
    // instructs the provider not to store user text
    providerOptions: { openai: { store: false } },
  })
  return {
    name,
    chat: (request, signal) => chatWith({ language: guard(language, () => request.beforeStep()), maxRetries }, request, signal),
    async object({ schema, ...request }, signal) {
      try {
        const { output, usage } = await generateText({ ...common(request, signal), output: Output.object({ schema }) })
        return { value: output, used: usedOf(usage) }
      } catch (error) {
        throw modelError(error, signal)
      }
    },
    async text(request, signal) {
      try {
        const { text, usage } = await generateText(common(request, signal))
        return { text, used: usedOf(usage) }
      } catch (error) {
        throw modelError(error, signal)
      }
    },
  }
}

const partOf = (part: Part) =>
  part.kind === 'text' ? { type: 'text' as const, text: part.text } : { type: 'file' as const, data: part.bytes, mediaType: part.type }

const usedOf = ({ inputTokens, outputTokens }: LanguageModelUsage): Used => ({
  inputTokens: inputTokens ?? 0,
  outputTokens: outputTokens ?? 0,
})

const guard = (language: Language, before: () => Promise<void>): Language => ({
  specificationVersion: language.specificationVersion,
  provider: language.provider,
  modelId: language.modelId,
  supportedUrls: language.supportedUrls,
  async doGenerate(options) {
    await before()
    return language.doGenerate(options)
  },
  async doStream(options) {
    await before()
    return language.doStream(options)
  },
})
