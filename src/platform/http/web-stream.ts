import type { Readable } from 'node:stream'

/**
 * A stream as the body of an answer. Not `Readable.toWeb`: where a reader cancels just as it asks for more, that enqueues one more chunk,
 * and nobody can catch the error: it ends the process.
 */
export function webStream(readable: Readable): ReadableStream<Uint8Array> {
  // whoever reads is told of it by the reading; before the first one nobody is
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
