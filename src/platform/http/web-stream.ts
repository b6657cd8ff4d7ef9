import type { Readable } from 'node:stream'

/**
 * Converts a Node stream to a response body. Does not use `Readable.toWeb`, which throws an uncatchable error and ends the process if the
 * reader cancels during a read.
 */
export function webStream(readable: Readable): ReadableStream<Uint8Array> {
  // ignores an error before the first read, when it has no handler yet; reads reject with the error
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
