import { ApiError, ApprovalNeeded, ConnectionError, ERROR_CLASSES, TimeoutError, type ErrorBody } from './errors.ts'
import type { CallOptions, ClientOptions } from './types.ts'

export type Request = {
  method: string
  path: string
  query?: object | undefined
  body?: RequestInit['body']
  json?: unknown
  accept?: string
}

/** Sends a request. Retries the request until it succeeds, until a retry cannot help, or until the number of retries is used up. */
export type Send = (request: Request, options?: CallOptions) => Promise<Response>

const TIMEOUT_MS = 60_000
const RETRIES = 2
const FIRST_PAUSE_MS = 400
/** Longest pause before a retry. If Retry-After is longer, throws the error immediately, so that the caller can decide. */
const LONGEST_PAUSE_MS = 30_000

export function createSend(client: ClientOptions): Send {
  const base = baseOf(client.baseUrl)
  return async (request, options = {}) => {
    const init = initOf(request, client.key, options)
    const retries = options.retries ?? client.retries ?? RETRIES
    for (let tries = 0; ; tries++) {
      const result = await tryOnce(client, base + request.path + queryOf(request.query), init, options)
      if (result instanceof Response) warnOfIgnored(request, result.headers)
      if (result instanceof Response && result.ok) return result
      const error = result instanceof Response ? await errorOf(result) : result
      const pauseMs = pauseBefore(error, tries)
      if (tries >= retries || pauseMs === null) throw error
      await sleep(pauseMs, options.signal)
    }
  }
}

const MAX_WARNINGS = 200
const warned = new Set<string>()

/** Warns once about each field that the service ignored, because the field may be misspelled. Prints no warnings in production. */
function warnOfIgnored({ method, path }: Request, headers: Headers): void {
  const ignored = headers.get('ignored-fields')
  if (ignored === null || isProduction()) return
  const [, group = ''] = path.split('/')
  for (const one of ignored.split(', ')) {
    const [name = '', meant] = one.split('; did-you-mean=')
    const key = `${method} ${group} ${name}`
    if (warned.has(key) || warned.size >= MAX_WARNINGS) continue
    warned.add(key)
    console.warn(`resale: ${method} ${path} ignored "${name}".${meant === undefined ? '' : ` Did you mean "${meant}"?`}`)
  }
}

const isProduction = (): boolean =>
  (globalThis as { process?: { env?: Record<string, string | undefined> } }).process?.env?.['NODE_ENV'] === 'production'

/** Adds `/v1` to the base URL if it is missing, and removes trailing slashes. */
function baseOf(baseUrl: string): string {
  const base = baseUrl.replace(/\/+$/, '')
  if (!/^https?:\/\//.test(base)) throw new TypeError('baseUrl must be an address with http:// or https://')
  return base.endsWith('/v1') ? base : `${base}/v1`
}

function initOf({ method, body, json, accept }: Request, key: string | undefined, { idempotencyKey }: CallOptions): RequestInit {
  const headers: Record<string, string> = { accept: accept ?? 'application/json, */*;q=0.5' }
  if (key) headers['authorization'] = `Bearer ${key}`
  // all attempts send the same idempotency key, so the service performs a write only once even if its response was lost
  if (method !== 'GET') headers['idempotency-key'] = idempotencyKey ?? crypto.randomUUID()
  if (json !== undefined) headers['content-type'] = 'application/json'
  return { method, headers, body: json === undefined ? (body ?? null) : JSON.stringify(json) }
}

async function tryOnce(
  client: ClientOptions,
  url: string,
  init: RequestInit,
  { signal, timeoutMs = client.timeoutMs ?? TIMEOUT_MS }: CallOptions,
): Promise<Response | ConnectionError> {
  const late = AbortSignal.timeout(timeoutMs)
  try {
    return await (client.fetch ?? fetch)(url, { ...init, signal: signal ? AbortSignal.any([signal, late]) : late })
  } catch (cause) {
    if (signal?.aborted) throw cause
    const where = new URL(url).origin
    return late.aborted
      ? new TimeoutError(`${where} did not respond in ${timeoutMs / 1000} s.`, { cause })
      : new ConnectionError(`No response from ${where}. Check that the service is running and that the address is right.`, { cause })
  }
}

/** Builds the error for a response. The response's `error.type` selects the class. A body from a proxy may lack a type. */
export async function errorOf(response: Response): Promise<ApiError> {
  const text = await response.text().catch(() => '')
  return errorFrom(response.status, parsed(text), response.headers)
}

export function errorFrom(status: number, answer: { error?: ErrorBody } | null, headers: Headers = new Headers()): ApiError {
  const body = answer?.error ?? { type: status < 500 ? 'invalid_request' : 'server', message: `The service returned ${status}.` }
  const after = headers.get('retry-after')
  const seconds = after === null || after === '' ? Number.NaN : Number(after)
  const Class = ERROR_CLASSES[body.type] ?? ApiError
  return new Class(status, body, headers.get('request-id') ?? undefined, Number.isNaN(seconds) ? undefined : seconds)
}

function parsed(text: string): { error?: ErrorBody } | null {
  try {
    return JSON.parse(text) as { error?: ErrorBody }
  } catch {
    return null
  }
}

function pauseBefore(error: ApiError | ConnectionError, tries: number): number | null {
  const pauseMs = FIRST_PAUSE_MS * 2 ** tries * (0.75 + Math.random() / 2)
  if (!(error instanceof ApiError)) return pauseMs
  const { status, retryAfter } = error
  const passes =
    // a 409 or 503 without Retry-After is permanent, for example because no model provider is configured for the helper
    status === 409 || (status === 503 && error.type === 'unavailable') ? retryAfter !== undefined : status === 429 || status >= 500
  if (!passes) return null
  const requestedMs = Math.max(pauseMs, (retryAfter ?? 0) * 1000)
  return requestedMs > LONGEST_PAUSE_MS ? null : requestedMs
}

/** Waits for `ms` milliseconds. Rejects if the signal aborts. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const end = () => {
      clearTimeout(timer)
      reject(signal!.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end)
      resolve()
    }, ms)
    signal?.addEventListener('abort', end, { once: true })
  })
}

function queryOf(query: object = {}): string {
  const pairs = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined && one !== null) pairs.append(name, String(one))
  }
  const text = pairs.toString()
  return text === '' ? '' : `?${text}`
}

/** Returns the content of a response: a record, text or a file. Errors: `ApprovalNeeded` if the request needs the owner's approval. */
export async function read(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? ''
  if (type.startsWith('text/')) return response.text()
  if (!type.startsWith('application/json')) return response.blob()
  const record = (await response.json()) as { object?: string }
  if (response.status === 202 && record.object === 'approval') throw new ApprovalNeeded(record as ApprovalNeeded['approval'])
  return record
}
