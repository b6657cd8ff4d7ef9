import type { ServerResponse } from 'node:http'

export type WireReply = { text: string; calls: { name: string; input: unknown }[] }

const USAGE = { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 }
let made = 0

/** Sends a chat completion as a single JSON response. */
export function whole(response: ServerResponse, reply: WireReply): void {
  const message = { role: 'assistant', content: reply.text, ...(reply.calls.length > 0 && { tool_calls: callsOf(reply) }) }
  const body = {
    id: `chatcmpl-${++made}`,
    object: 'chat.completion',
    created: 1,
    model: 'fake',
    choices: [{ index: 0, message, finish_reason: reasonOf(reply) }],
    usage: USAGE,
  }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** Streams a chat completion as server-sent events, one word at a time. Long text is sent in about forty pieces. */
export async function streamed(response: ServerResponse, reply: WireReply): Promise<void> {
  const id = `chatcmpl-${++made}`
  const send = (delta: unknown, finish: string | null, usage?: unknown) => {
    const chunk = {
      id,
      object: 'chat.completion.chunk',
      created: 1,
      model: 'fake',
      choices: [{ index: 0, delta, finish_reason: finish }],
      ...(usage ? { usage } : {}),
    }
    response.write(`data: ${JSON.stringify(chunk)}\n\n`)
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  send({ role: 'assistant', content: '' }, null)
  const words = reply.text.match(/\S+\s*/g) ?? []
  const atOnce = Math.ceil(words.length / 40)
  for (let from = 0; from < words.length; from += atOnce) send({ content: words.slice(from, from + atOnce).join('') }, null)
  for (const [index, call] of callsOf(reply).entries()) send({ tool_calls: [{ index, ...call }] }, null)
  send({}, reasonOf(reply), USAGE)
  response.end('data: [DONE]\n\n')
}

const callsOf = ({ calls }: WireReply) =>
  calls.map(({ name, input }) => ({ id: `call_${++made}`, type: 'function', function: { name, arguments: JSON.stringify(input) } }))

const reasonOf = ({ calls }: WireReply): string => (calls.length > 0 ? 'tool_calls' : 'stop')
