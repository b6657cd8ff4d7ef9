/** Response format that a caller accepts, or null for a caller that accepts neither JSON nor a stream. */
type Form = 'json' | 'stream' | 'either' | null

/** Value of `Accept` for requests to the SDK, which rejects requests that do not accept both formats. */
const BOTH = 'application/json, text/event-stream'
const STREAM = 'text/event-stream'

/**
 * Parses `Accept` (spec: completions 13.1). `json`: the header is missing, or accepts JSON or any type. `either`: as for `json`, but the
 * header also names the stream type. `stream`: the header accepts only the stream type.
 */
export function formOf(accept: string | null): Form {
  const types = (accept?.trim() || '*/*')
    .toLowerCase()
    .split(',')
    .map((range) => range.split(';').map((part) => part.trim()))
    .filter(([, ...parameters]) => !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)))
    .map(([type = '']) => type)
  const takesStream = types.includes(STREAM)
  if (types.includes('application/json')) return takesStream ? 'either' : 'json'
  if (types.includes('*/*') || types.includes('application/*')) return takesStream ? 'either' : 'json'
  return takesStream ? 'stream' : null
}

/** Responds in the format that the caller accepts. `stays`: true for a long-lived stream. */
export async function inAcceptedForm(headers: Headers, stays: boolean, answer: (headers: Headers) => Promise<Response>): Promise<Response> {
  const form = formOf(headers.get('Accept'))
  if (form === null) return answer(headers)
  const forwarded = new Headers(headers)
  forwarded.set('Accept', BOTH)
  const response = await answer(forwarded)
  const isStream = response.headers.get('Content-Type')?.startsWith(STREAM) === true
  if (form === 'json' && isStream && !stays) return asJson(response)
  if (form === 'stream' && !isStream && response.ok && response.body !== null) return asStream(response)
  return response
}

/** Extracts the JSON-RPC responses from the event stream, without the notifications. */
async function asJson(response: Response): Promise<Response> {
  const events = (await response.text()).split(/\r?\n\r?\n/)
  const messages = events.map(dataOf).filter((data) => data !== '')
  const answers = messages.map((data) => JSON.parse(data) as { method?: unknown }).filter(({ method }) => method === undefined)
  const headers = headersOf(response, 'application/json')
  return new Response(JSON.stringify(answers.length === 1 ? answers[0] : answers), { status: response.status, headers })
}

const dataOf = (event: string): string =>
  event
    .split(/\r?\n/)
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice('data:'.length).trimStart())
    .join('\n')

async function asStream(response: Response): Promise<Response> {
  const text = JSON.stringify(await response.json())
  return new Response(`event: message\ndata: ${text}\n\n`, { status: response.status, headers: headersOf(response, STREAM) })
}

function headersOf(response: Response, type: string): Headers {
  const headers = new Headers(response.headers)
  for (const name of ['Content-Length', 'Connection', 'X-Accel-Buffering']) headers.delete(name)
  headers.set('Content-Type', type)
  return headers
}
