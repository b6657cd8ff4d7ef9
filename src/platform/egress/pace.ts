import { EgressError } from './errors.ts'

const GRACE_MS = 3_000
const MIN_BYTES_PER_S = 8_192

/**
 * Yields the chunks unchanged. After 3 s, throws if the server sends less than 8 kB/s on average. Such a server would occupy the connection
 * until the time limit.
 */
export async function* paced(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const startedMs = performance.now()
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    const elapsedMs = performance.now() - startedMs
    if (elapsedMs > GRACE_MS && (bytes * 1_000) / elapsedMs < MIN_BYTES_PER_S) {
      throw new EgressError('timeout', 'The server sends too slowly.')
    }
    yield chunk
  }
}
