import type { IncomingMessage, ServerResponse } from 'node:http'

const waiting = new WeakMap<IncomingMessage, ServerResponse>()

/** Marks a request whose client sends the body only after a 100 response (`Expect: 100-continue`). */
export function holdBody(request: IncomingMessage, response: ServerResponse): void {
  waiting.set(request, response)
}

/** True while the client waits for the 100 response. */
export const isHeld = (request: IncomingMessage): boolean => waiting.has(request)

/**
 * Sends a 100 (Continue) response to a waiting client, which then sends the body. Body readers call this function after accepting the
 * declared length.
 */
export function sendContinue(request: IncomingMessage): void {
  waiting.get(request)?.writeContinue()
  waiting.delete(request)
}
