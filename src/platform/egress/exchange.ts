import type { Client, Dispatcher, buildConnector } from 'undici'
import { clientFor, FIRST_BYTE_TIMEOUT_MS } from './client.ts'
import { EgressError, toEgressError } from './errors.ts'
import type { ConnectionPool, PooledConnection } from './connection-pool.ts'
import type { Target } from './target.ts'

const USER_AGENT = 'resale-marketplace/1.0'

export type Exchange = {
  connect: buildConnector.connector
  target: Target
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string | Uint8Array
  firstByteTimeoutMs?: number
  deadline: AbortSignal
  signal?: AbortSignal | undefined
}

/** Sends one request on a new connection and closes the connection afterwards. `use` must read or discard the body. Throws EgressError. */
export async function exchangeOnce<T>(exchange: Exchange, use: (response: Dispatcher.ResponseData) => Promise<T>): Promise<T> {
  const client = clientFor(exchange.target.url.origin, exchange.connect)
  try {
    return await use(await requestOn(client, exchange, { last: true }))
  } catch (error) {
    throw whyItFailed(error, exchange)
  } finally {
    client.destroy().catch(() => {})
  }
}

/**
 * Sends one request on a pooled or new connection. `use` must return `ended: true` if it has read the whole body; otherwise, the connection
 * is closed. Retries once if the server closed a reused connection, so a request may arrive twice. Throws EgressError.
 */
export async function exchangeOverPool<T>(
  pool: ConnectionPool,
  exchange: Omit<Exchange, 'connect'>,
  use: (response: Dispatcher.ResponseData) => Promise<{ result: T; ended: boolean }>,
  again = false,
): Promise<T> {
  let lent: PooledConnection | undefined
  let answered = false
  try {
    lent = await pool.lend(exchange.target, { fresh: again })
    const response = await requestOn(lent.client, exchange, { last: false })
    answered = true
    const { result, ended } = await use(response)
    if (ended) lent.giveBack()
    else lent.destroy()
    return result
  } catch (error) {
    lent?.destroy()
    if (lent?.isUsed && !answered && isClosed(error) && !exchange.deadline.aborted) return exchangeOverPool(pool, exchange, use, true)
    throw whyItFailed(error, exchange)
  }
}

const isClosed = (error: unknown): boolean =>
  ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE', 'UND_ERR_CLOSED', 'UND_ERR_DESTROYED'].includes(String((error as { code?: unknown }).code))

async function requestOn(
  client: Client,
  { target, method, headers, body, firstByteTimeoutMs, deadline, signal }: Omit<Exchange, 'connect'>,
  { last }: { last: boolean },
): Promise<Dispatcher.ResponseData> {
  const response = await client.request({
    method,
    path: target.url.pathname + target.url.search,
    headers: { 'user-agent': USER_AGENT, 'accept-encoding': 'identity', ...headers },
    body: body ?? null,
    headersTimeout: firstByteTimeoutMs ?? FIRST_BYTE_TIMEOUT_MS,
    reset: last,
    signal: signal ? AbortSignal.any([deadline, signal]) : deadline,
  })
  response.body.on('error', () => {})
  return response
}

function whyItFailed(error: unknown, { deadline, signal }: Pick<Exchange, 'deadline' | 'signal'>): EgressError {
  if (error instanceof EgressError) return error
  if (signal?.aborted) return new EgressError('aborted', 'The download was stopped.', { cause: error })
  if (deadline.aborted) return new EgressError('timeout', 'The server took too long to respond.', { cause: error })
  return toEgressError(error)
}
