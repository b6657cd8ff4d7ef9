import type { IncomingMessage, ServerResponse } from 'node:http'

/** Maximum number of body bytes to discard after the response (spec: completions 12, A body over its limit). */
export const DROPPED_BYTES = 64 * 2 ** 20
/** Maximum pause between two chunks of a body, in ms. A client that pauses longer has either read the response or never will. */
const IDLE_MS = 2_000
const LONGEST_MS = 30_000

/**
 * Sends a response before the whole request body has arrived. If the connection closed immediately, a client that is still sending would
 * lose the response. Therefore reads and discards the rest of the body first. Closes the connection anyway if the rest is too large or too
 * slow.
 */
export function drainOnEarlyEnd(request: IncomingMessage, response: ServerResponse): void {
  if (!hasBody(request)) return
  const end = response.end.bind(response) as (...args: unknown[]) => ServerResponse
  response.end = ((...args: unknown[]) => {
    if (request.complete || request.destroyed) return end(...args)
    response.end = end as ServerResponse['end']
    send(response, args)
    dropRest(request).then(
      (whole) => {
        if (!whole) response.once('finish', () => request.socket.destroySoon())
        end()
      },
      () => end(),
    )
    return response
  }) as ServerResponse['end']
}

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

/** Sends the whole response with its length, so that the client detects the end while the connection stays open. */
function send(response: ServerResponse, args: unknown[]): void {
  const [body, encoding] = typeof args[0] === 'function' ? [] : (args as [string | Uint8Array | undefined, BufferEncoding | undefined])
  const plain = typeof encoding === 'string' ? encoding : 'utf8'
  if (!response.headersSent && !response.hasHeader('Content-Length'))
    response.setHeader('Content-Length', body === undefined ? 0 : Buffer.byteLength(body, plain))
  if (body === undefined || body.length === 0) response.flushHeaders()
  else response.write(body, plain)
}

/** Discards the rest of the body. Returns true if the body ended within the limits. */
function dropRest(request: IncomingMessage): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  let bytes = 0
  const stop = () => resolve(false)
  const idle = setTimeout(stop, IDLE_MS)
  const longest = setTimeout(stop, LONGEST_MS)
  const onData = (chunk: Buffer) => {
    bytes += chunk.length
    idle.refresh()
    if (bytes > DROPPED_BYTES) stop()
  }
  request
    .on('data', onData)
    .on('end', () => resolve(true))
    .on('close', stop)
    .on('error', stop)
  request.resume()
  return promise.finally(() => {
    clearTimeout(idle)
    clearTimeout(longest)
    request.off('data', onData)
  })
}
