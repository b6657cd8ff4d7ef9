export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge'
}

/**
 * Returns a `fetch` for calls to providers. It does not follow redirects, which would leak the API key. It throws AnswerTooLarge if a
 * response exceeds `maxBytes`, whatever size the headers declare.
 */
export const cappedFetch =
  (maxBytes: number): typeof fetch =>
  async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'error' })
    if (response.body === null) return response
    return new Response(response.body.pipeThrough(limit(maxBytes)), response)
  }

function limit(maxBytes: number): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let seen = 0
  return new TransformStream({
    transform(chunk, controller) {
      seen += chunk.byteLength
      if (seen > maxBytes) throw new AnswerTooLarge(`the response has more than ${maxBytes} bytes`)
      controller.enqueue(chunk)
    },
  })
}

/** Returns true if the error or one of its causes is an AnswerTooLarge. */
export function isTooLarge(error: unknown, depth = 5): boolean {
  if (error instanceof AnswerTooLarge) return true
  return depth > 0 && error instanceof Error && isTooLarge(error.cause, depth - 1)
}
