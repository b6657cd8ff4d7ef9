import type { ChatEvent } from './index.ts'
import { presentReply } from './present.ts'

/**
 * A reply as server-sent events: `text {text}` as words come, `change {…}` for each thing a tool changed, and `done {…}` with
 * the whole reply at the end. The same shapes as in JSON.
 */
export const asServerSentEvents = (events: AsyncIterable<ChatEvent>): ReadableStream<Uint8Array> => ReadableStream.from(frames(events))

async function* frames(events: AsyncIterable<ChatEvent>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  for await (const event of events) yield encoder.encode(`event: ${event.event}\ndata: ${JSON.stringify(dataOf(event))}\n\n`)
}

function dataOf(event: ChatEvent): unknown {
  if (event.event === 'text') return { text: event.text }
  return event.event === 'change' ? event.change : presentReply(event)
}
