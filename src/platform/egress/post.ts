import type { Dispatcher } from 'undici'
import { exchangeOverPool } from './exchange.ts'
import type { PostOptions, Posted } from './types.ts'
import type { ConnectionPool } from './connection-pool.ts'
import type { Target } from './target.ts'

const POST_TIMEOUT_MS = 10_000
const MAX_ANSWER_BYTES = 65_536

/** Sends a POST request to a target, on a pooled connection if possible. */
export function postTo(pool: ConnectionPool, target: Target, options: PostOptions): Promise<Posted> {
  const timeoutMs = options.timeoutMs ?? POST_TIMEOUT_MS
  return exchangeOverPool(
    pool,
    {
      target,
      method: 'POST',
      headers: options.headers ?? {},
      body: options.body,
      firstByteTimeoutMs: timeoutMs,
      deadline: AbortSignal.timeout(timeoutMs),
      signal: options.signal,
    },
    async (response) => {
      const ended = await drop(response)
      const retryAfter = response.headers['retry-after']
      const result = { status: response.statusCode, retryAfter: (Array.isArray(retryAfter) ? retryAfter[0] : retryAfter) ?? null }
      return { result, ended }
    },
  )
}

/** Reads and discards up to 64 KiB of the body, so that the server can finish. Returns true if the body ended. */
async function drop(response: Dispatcher.ResponseData): Promise<boolean> {
  let bytes = 0
  try {
    for await (const chunk of response.body) {
      bytes += (chunk as Uint8Array).length
      if (bytes > MAX_ANSWER_BYTES) return false
    }
    return true
  } catch {
    // An incomplete body is acceptable, because the status is already known.
    return false
  }
}
