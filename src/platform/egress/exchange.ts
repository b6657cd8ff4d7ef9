import { Client } from 'undici'
import type { Dispatcher, buildConnector } from 'undici'
import { EgressError, toEgressError } from './errors.ts'
import type { Target } from './target.ts'

const FIRST_BYTE_TIMEOUT_MS = 5_000
const MAX_HEADER_BYTES = 16_384
const USER_AGENT = 'resale-marketplace/1.0'

export type Exchange = {
  connect: buildConnector.connector
  target: Target
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string | Uint8Array
  firstByteTimeoutMs?: number
  deadline: AbortSignal
  /** The caller's own wish to stop. */
  signal?: AbortSignal | undefined
}

/**
 * One request on one fresh connection, closed whatever happens: nothing vetted for one call is ever reused
 * by another. `use` must read or drop the body before it returns.
 */
export async function exchangeOnce<T>(exchange: Exchange, use: (response: Dispatcher.ResponseData) => Promise<T>): Promise<T> {
  const { target, deadline, signal } = exchange
  const client = new Client(target.url.origin, {
    connect: exchange.connect,
    allowH2: false,
    pipelining: 1,
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: exchange.firstByteTimeoutMs ?? FIRST_BYTE_TIMEOUT_MS,
    bodyTimeout: FIRST_BYTE_TIMEOUT_MS,
  })
  // undici reports failures of an idle or half-closed connection as events; they belong to no caller.
  client.on('disconnect', () => {}).on('connectionError', () => {})
  const stop = signal ? AbortSignal.any([deadline, signal]) : deadline
  try {
    const response = await client.request({
      method: exchange.method,
      path: target.url.pathname + target.url.search,
      headers: { 'user-agent': USER_AGENT, 'accept-encoding': 'identity', ...exchange.headers },
      body: exchange.body ?? null,
      reset: true,
      signal: stop,
    })
    response.body.on('error', () => {})
    return await use(response)
  } catch (error) {
    throw whyItFailed(error, exchange)
  } finally {
    client.destroy().catch(() => {})
  }
}

function whyItFailed(error: unknown, { deadline, signal }: Exchange): EgressError {
  if (error instanceof EgressError) return error
  if (signal?.aborted) return new EgressError('aborted', 'The download was stopped.', { cause: error })
  if (deadline.aborted) return new EgressError('timeout', 'The server took too long to answer.', { cause: error })
  return toEgressError(error)
}
