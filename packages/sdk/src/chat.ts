import type { ChatChange, ChatReply } from './contract.ts'

/** What comes while the helper beside a listing answers: its words piece by piece, each change, and the whole reply at the end. */
export type ChatEvent =
  | { event: 'text'; data: { text: string } }
  | { event: 'change'; data: ChatChange }
  | { event: 'done'; data: ChatReply }

/** Server-sent events, as they come. Leaving the loop early ends the answer. */
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
