import type { ServerResponse } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { echoed, filled, obeyed, type Schema } from './model-mind.ts'
import { streamed, whole } from './model-wire.ts'
import { slack } from '#test/machine.ts'
import { startLocalServer } from '#test/local-server.ts'

/** The input for one call of the model. */
export type Prompted = {
  system: string
  /** All text in the model's input except the system prompt, in order. Includes tool results. */
  user: string
  /** The raw request body. Tests search it for content that must not reach a model. */
  raw: string
  images: number
  /** Schema of the requested object, or null if the request is for plain text. */
  schema: Schema | null
  tools: string[]
  /** Number of tool calls in the current turn of the conversation; 0 before the first tool call. */
  step: number
  headers: Record<string, string>
}

/** The model's response: text, an object to send as JSON, tool calls, a raw HTTP response, or no response. */
export type ModelAnswer =
  | { text: string }
  | { object: unknown }
  | { calls: { name: string; input: unknown }[]; text?: string }
  | { status: number; body: string; headers?: Record<string, string> }
  | 'hang'

/** `dull` fills the schema with fixed text. `obeys` follows any instruction in the prompt. `echoes` repeats the whole prompt. */
export type Mode = 'dull' | 'obeys' | 'echoes' | 'hangs' | 'fails' | 'no_json'

export type FakeModel = {
  /** Value for MODEL_BASE_URL. */
  url: string
  env: Record<string, string>
  /** All prompts so far, oldest first. */
  prompts: Prompted[]
  /** Chooses the response to a prompt. The default is the mode `dull`. */
  answer: (prompt: Prompted) => ModelAnswer | Promise<ModelAnswer>
  behave(mode: Mode): void
  embedded: string[]
  /** Returns the vector for `text`. The default vector depends on the words in `text`. */
  embed: (text: string) => number[] | 'hang'
  /** HTTP response that the server sends instead of vectors. Null sends vectors. */
  embedInstead: { status: number; body: string; headers?: Record<string, string> } | null
  /** Waits until at least `count` prompts have arrived since the start, and returns them. */
  until(count: number, limitMs?: number): Promise<Prompted[]>
  stop(): Promise<void>
}

const MODES: Record<Mode, (prompt: Prompted) => ModelAnswer> = {
  dull: ({ schema }) => (schema ? { object: filled(schema, { text: 'ok', number: 1 }) } : { text: 'ok' }),
  obeys: (prompt) => obeyed(prompt),
  echoes: (prompt) => echoed(prompt),
  hangs: () => 'hang',
  fails: () => ({ status: 500, body: '{"error":{"message":"The server had an error"}}' }),
  no_json: () => ({ text: 'Sure! Here is the object you asked for: {name: ' }),
}

/** Starts a loopback server in the format of OpenAI's chat completions and embeddings. The server stops after the test. */
export async function startModel(
  t?: { after(stop: () => Promise<void>): void },
  answer: FakeModel['answer'] = MODES.dull,
): Promise<FakeModel> {
  const server = await startLocalServer(t, (request, response) => {
    response.on('error', () => {})
    readText(request)
      .then((body) => reply(request.url!, body, headersOf(request.headers), response))
      .catch((error: unknown) => response.destroy(error as Error))
  })
  const url = `${server.url}/v1`

  async function reply(path: string, body: string, headers: Record<string, string>, response: ServerResponse): Promise<void> {
    if (path.endsWith('/embeddings')) return embed(body, response)
    const prompt = promptOf(body, headers)
    model.prompts.push(prompt)
    const answered = await model.answer(prompt)
    if (answered === 'hang') return
    if ('status' in answered) {
      response.writeHead(answered.status, { 'content-type': 'application/json', ...answered.headers }).end(answered.body)
      return
    }
    const sent = {
      text: 'object' in answered ? JSON.stringify(answered.object) : (answered.text ?? ''),
      calls: 'calls' in answered ? answered.calls : [],
    }
    if (JSON.parse(body).stream) await streamed(response, sent)
    else whole(response, sent)
  }

  async function embed(body: string, response: ServerResponse): Promise<void> {
    const { input } = JSON.parse(body) as { input: string[] }
    model.embedded.push(...input)
    if (model.embedInstead) {
      const { status, body: sent, headers } = model.embedInstead
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(sent)
      return
    }
    const vectors = input.map((text) => model.embed(text))
    if (vectors.includes('hang')) return
    const data = vectors.map((embedding, index) => ({ object: 'embedding', index, embedding }))
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ object: 'list', data, model: 'fake', usage: { prompt_tokens: 1, total_tokens: 1 } }))
  }

  const model: FakeModel = {
    url,
    env: { MODEL_PROVIDER: 'compatible', MODEL_NAME: 'fake', MODEL_BASE_URL: url },
    prompts: [],
    answer,
    behave: (mode) => void (model.answer = MODES[mode]),
    embedded: [],
    embed: vectorOf,
    embedInstead: null,
    async until(count, limitMs = 10_000) {
      const deadline = performance.now() + slack(limitMs)
      while (model.prompts.length < count) {
        if (performance.now() > deadline) throw new Error(`${model.prompts.length} of ${count} prompts came within ${limitMs} ms`)
        await sleep(2)
      }
      return model.prompts
    },
    stop: server.stop,
  }
  return model
}

// oxlint-disable-next-line typescript/no-explicit-any -- messages of OpenAI in their JSON format
type Wire = Record<string, any>

function promptOf(raw: string, headers: Record<string, string>): Prompted {
  const body = JSON.parse(raw) as Wire
  const messages: Wire[] = body['messages']
  const parts = messages.flatMap(({ role, content }) =>
    typeof content === 'string' ? [{ role, type: 'text', text: content }] : ((content ?? []) as Wire[]).map((part) => ({ role, ...part })),
  ) as Wire[]
  const words = (system: boolean) =>
    parts
      .filter(({ role, type }) => type === 'text' && (role === 'system') === system)
      .map(({ text }) => text)
      .join('\n')
  const lastUser = messages.findLastIndex(({ role }) => role === 'user')
  return {
    system: words(true),
    user: words(false),
    raw,
    images: parts.filter(({ type }) => type === 'image_url').length,
    schema: body['response_format']?.json_schema?.schema ?? null,
    tools: ((body['tools'] ?? []) as Wire[]).map((tool) => tool['function'].name),
    step:
      messages.slice(lastUser).filter(({ role }) => role === 'tool').length === 0
        ? 0
        : messages.slice(lastUser).filter(({ role }) => role === 'assistant').length,
    headers,
  }
}

const DIMENSIONS = 64

/** Returns a vector that depends on the words in `text`. Strings with common words get similar vectors. */
function vectorOf(text: string): number[] {
  const vector = Array.from({ length: DIMENSIONS }, () => 0)
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
    const at = [...word].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) % DIMENSIONS, 7)
    vector[at]! += 1
  }
  return vector
}

const headersOf = (headers: NodeJS.Dict<string | string[]>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
