import type { IncomingMessage, ServerResponse } from 'node:http'

const waiting = new WeakMap<IncomingMessage, ServerResponse>()

/** This caller sends its body only when it is told to (`Expect: 100-continue`). */
export function holdBody(request: IncomingMessage, response: ServerResponse): void {
  waiting.set(request, response)
}

/** Whether it waits for that still. */
export const isHeld = (request: IncomingMessage): boolean => waiting.has(request)

/** Tells a caller that waits for it to send its body. Whoever reads a body calls this first, when its length is in order. */
export function askForBody(request: IncomingMessage): void {
  waiting.get(request)?.writeContinue()
  waiting.delete(request)
}
