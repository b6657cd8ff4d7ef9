import type { ChatEvent } from './index.ts'
import { presentReply } from './present.ts'

/**
 * Encodes a reply as server-sent events. The data has the same format as in the JSON response. The event `text {text}` contains the next
 * part of the text, `change {…}` a change that a tool made, and `done {…}` the complete reply.
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
