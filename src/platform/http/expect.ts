import type { IncomingMessage, ServerResponse } from 'node:http'

const waiting = new WeakMap<IncomingMessage, ServerResponse>()

/** Marks a caller that sends its body only after 100 (`Expect: 100-continue`). */
export function holdBody(request: IncomingMessage, response: ServerResponse): void {
  waiting.set(request, response)
}

/** True while it waits for that. */
export const isHeld = (request: IncomingMessage): boolean => waiting.has(request)

/** Asks a waiting caller for its body. Body readers call this once the declared length is accepted. */
export function askForBody(request: IncomingMessage): void {
  waiting.get(request)?.writeContinue()
  waiting.delete(request)
}
