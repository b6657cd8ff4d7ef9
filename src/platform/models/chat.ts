import { isStepCount, streamText, tool } from 'ai'
import type { ChatRequest, ChatPart, Tool } from './index.ts'
import { modelError } from './failures.ts'
import type { Language } from './vendors.ts'

/** Implements `Model.chat`: text with tool calls. Errors: ProviderError. */
export async function* chatWith(
  { language, maxRetries }: { language: Language; maxRetries: number },
  { instructions, messages, tools, maxSteps }: ChatRequest,
  signal: AbortSignal,
): AsyncGenerator<ChatPart, void, undefined> {
  const left = new AbortController()
  const ended = AbortSignal.any([signal, left.signal])
  try {
    const { stream } = streamText({
      model: language,
      instructions,
      messages: messages.map(({ role, text }) => ({ role, content: text })),
      tools: Object.fromEntries(tools.map((one) => [one.name, sdkTool(one)])),
      stopWhen: isStepCount(maxSteps),
      prepareStep: ({ stepNumber }) => (stepNumber === maxSteps - 1 ? { toolChoice: 'none' } : undefined),
      maxRetries,
      abortSignal: ended,
      // the stream also yields the error; without this handler, the SDK would print it as well
      onError: () => {},
      providerOptions: { openai: { store: false } },
    })
    for await (const part of stream) {
      if (part.type === 'error') throw modelError(part.error, ended)
      if (part.type === 'abort') throw modelError(ended.reason, ended)
      if (part.type === 'text-delta') yield { kind: 'text', text: part.text }
      if (part.type === 'finish-step') {
        const { inputTokens = 0, outputTokens = 0 } = part.usage
        yield { kind: 'used', used: { inputTokens, outputTokens } }
      }
    }
  } catch (error) {
    throw modelError(error, ended)
  } finally {
    left.abort()
  }
}

const sdkTool = ({ description, schema, run }: Tool) => tool({ description, inputSchema: schema, execute: (input: unknown) => run(input) })
