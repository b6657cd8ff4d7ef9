import type { IncomingMessage, ServerResponse } from 'node:http'
import type { GracefulClose } from './graceful-close.ts'

/** Values that Node's server and the listener pass to Hono. */
export type Bindings = {
  incoming: IncomingMessage
  outgoing: ServerResponse
  requestId: string
  address: string
  /** Adds the common headers to responses that bypass the fetch Response. */
  closing?: GracefulClose
  /** Status of a response that was written directly to the socket. */
  sent?: number
}
