import type { ChatChange, ChatReply } from './contract.ts'

/** Event in a streamed reply of a helper: a piece of text, a change to the listing, or the complete reply at the end. */
export type ChatEvent =
  | { event: 'text'; data: { text: string } }
  | { event: 'change'; data: ChatChange }
  | { event: 'done'; data: ChatReply }

/** Yields server-sent events. If the caller leaves the loop early, cancels the response. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ChatEvent, void, undefined> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  try {
    let rest = ''
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      const blocks = (rest + value).split('\n\n')
      rest = blocks.pop()!
      for (const block of blocks) yield eventOf(block)
    }
  } finally {
    await reader.cancel()
  }
}

function eventOf(block: string): ChatEvent {
  const field = (name: string): string =>
    block
      .split('\n')
      .find((line) => line.startsWith(`${name}: `))!
      .slice(name.length + 2)
  return { event: field('event'), data: JSON.parse(field('data')) } as ChatEvent
}
