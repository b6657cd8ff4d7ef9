import type { IncomingMessage, ServerResponse } from 'node:http'

const waiting = new WeakMap<IncomingMessage, ServerResponse>()

/** Marks a request if its client sends the body only after a 100 response (`Expect: 100-continue`). */
export function holdBody(request: IncomingMessage, response: ServerResponse): void {
  waiting.set(request, response)
}

/** True while the request's client waits for the 100 response. */
export const isHeld = (request: IncomingMessage): boolean => waiting.has(request)

/**
 * Sends the response 100 (Continue) to a waiting client, so that the client sends the body. Body readers call this function once they have
 * accepted the declared length.
 */
export function sendContinue(request: IncomingMessage): void {
  waiting.get(request)?.writeContinue()
  waiting.delete(request)
}
