import { startProvider, type ProviderRequest, type FakeProvider, type Sent } from './provider.ts'

export type FakeVendors = FakeProvider & {
  reply: string
}

const ERROR = { type: 'error', error: { type: 'some_error', message: 'Something of the vendor', code: 400, status: 'X' } }
const VECTOR = [0.5, 0.25]

/** Starts fakes of four vendors' model APIs on one loopback server. Each fake has its own path and the vendor's documented format. */
export async function startVendors(t: { after(stop: () => Promise<void>): void }): Promise<FakeVendors> {
  const provider = await startProvider(t, { error: ERROR, answer: (request) => answerTo(request, vendors.reply) })
  const vendors: FakeVendors = Object.assign(provider, { reply: 'ok' })
  return vendors
}

function answerTo({ path, body, headers }: ProviderRequest, text: string): Sent {
  if (path.endsWith('/responses')) return by(headers['authorization'] === 'Bearer fake-key', response(text))
  if (path.endsWith('/chat/completions')) return by(headers['authorization'] === 'Bearer fake-key', completion(text))
  if (path.endsWith('/messages')) return by(headers['x-api-key'] === 'fake-key', message(text))
  if (path.endsWith(':generateContent')) return by(headers['x-goog-api-key'] === 'fake-key', generated(text))
  if (path.endsWith(':batchEmbedContents'))
    return { status: 200, body: { embeddings: JSON.parse(body).requests.map(() => ({ values: VECTOR })) } }
  if (path.endsWith(':embedContent')) return { status: 200, body: { embedding: { values: VECTOR } } }
  if (path.endsWith('/embeddings')) {
    const input: string[] = JSON.parse(body).input
    return {
      status: 200,
      body: {
        object: 'list',
        data: input.map((_, index) => ({ object: 'embedding', index, embedding: VECTOR })),
        usage: { prompt_tokens: 3 },
      },
    }
  }
  return { status: 404, body: ERROR }
}

const by = (known: boolean, body: unknown): Sent => (known ? { status: 200, body } : { status: 401, body: ERROR })

const response = (text: string) => ({
  id: 'resp_1',
  object: 'response',
  created_at: 1,
  status: 'completed',
  model: 'fake',
  output: [
    { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text, annotations: [] }] },
  ],
  usage: { input_tokens: 11, output_tokens: 7, total_tokens: 18 },
})

const completion = (text: string) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'fake',
  choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 },
})

const message = (text: string) => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'fake',
  content: [{ type: 'text', text }],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: { input_tokens: 11, output_tokens: 7 },
})

const generated = (text: string) => ({
  candidates: [{ content: { role: 'model', parts: [{ text }] }, finishReason: 'STOP', index: 0 }],
  usageMetadata: { promptTokenCount: 11, candidatesTokenCount: 7, totalTokenCount: 18 },
})
