import type { Dispatcher, buildConnector } from 'undici'
import { exchangeOnce } from './exchange.ts'
import type { PostOptions, Posted } from './index.ts'
import type { Target } from './target.ts'

const POST_TIMEOUT_MS = 10_000
const MAX_ANSWER_BYTES = 65_536

export function postOnce(connect: buildConnector.connector, target: Target, options: PostOptions): Promise<Posted> {
  const timeoutMs = options.timeoutMs ?? POST_TIMEOUT_MS
  return exchangeOnce(
    {
      connect,
      target,
      method: 'POST',
      headers: options.headers ?? {},
      body: options.body,
      firstByteTimeoutMs: timeoutMs,
      deadline: AbortSignal.timeout(timeoutMs),
      signal: options.signal,
    },
    async (response) => {
      await drop(response)
      const retryAfter = response.headers['retry-after']
      return { status: response.statusCode, retryAfter: (Array.isArray(retryAfter) ? retryAfter[0] : retryAfter) ?? null }
    },
  )
}

/** Reads a little so that an ordinary receiver can finish its answer; how it ends does not matter any more. */
async function drop(response: Dispatcher.ResponseData): Promise<void> {
  let bytes = 0
  try {
    for await (const chunk of response.body) {
      bytes += (chunk as Uint8Array).length
      if (bytes > MAX_ANSWER_BYTES) return
    }
  } catch {
    // The status has been answered: a body that breaks off or drips changes nothing.
  }
}
