import { EgressError } from './errors.ts'

const GRACE_MS = 3_000
const MIN_BYTES_PER_S = 8_192

/**
 * Passes chunks through. After 3 s, rejects a server that sends less than 8 kB/s on average and would hold the connection until the time
 * limit.
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
