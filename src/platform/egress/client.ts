import { Client } from 'undici'
import type { buildConnector } from 'undici'

export const FIRST_BYTE_TIMEOUT_MS = 5_000
const MAX_HEADER_BYTES = 16_384

/** Creates an HTTP client with a single connection. */
export function clientFor(origin: string, connect: buildConnector.connector): Client {
  const client = new Client(origin, {
    connect,
    allowH2: false,
    pipelining: 1,
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: FIRST_BYTE_TIMEOUT_MS,
    bodyTimeout: FIRST_BYTE_TIMEOUT_MS,
  })
  // undici emits failures of idle connections as events, but no caller waits for these connections
  client.on('disconnect', () => {}).on('connectionError', () => {})
  return client
}
