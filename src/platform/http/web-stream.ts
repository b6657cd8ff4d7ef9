import type { Readable } from 'node:stream'

/**
 * Converts a stream to a response body. With `Readable.toWeb`, a reader that cancels while it asks for more causes an uncatchable error,
 * which ends the process.
 */
export function webStream(readable: Readable): ReadableStream<Uint8Array> {
  // reads report the error; before the first read no handler exists
  readable.on('error', () => {})
  const chunks = readable[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await chunks.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: () => void readable.destroy(),
    },
    { highWaterMark: 0 },
  )
}
