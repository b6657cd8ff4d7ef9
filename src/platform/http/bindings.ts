import type { IncomingMessage, ServerResponse } from 'node:http'
import type { GracefulClose } from './graceful-close.ts'

/** What node's server hands to Hono, and what the listener adds to it. */
export type Bindings = {
  incoming: IncomingMessage
  outgoing: ServerResponse
  requestId: string
  address: string
  /** What goes with every answer, for what goes straight to the socket. */
  closing?: GracefulClose
  /** The status of an answer that did. */
  sent?: number
}
