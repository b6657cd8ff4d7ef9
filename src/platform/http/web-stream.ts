import type { Readable } from 'node:stream'

/**
 * Converts a Node stream to a response body. Does not use `Readable.toWeb`: if the reader cancels during a read, that function throws an
 * uncatchable error, which ends the process.
 */
export function webStream(readable: Readable): ReadableStream<Uint8Array> {
  // ignores an error before the first read, which has no handler yet; a read passes an error to its caller
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
