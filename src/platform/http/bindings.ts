import type { IncomingMessage, ServerResponse } from 'node:http'
import type { GracefulClose } from './graceful-close.ts'

/** Values that Node's server and the listener pass to Hono. */
export type Bindings = {
  incoming: IncomingMessage
  outgoing: ServerResponse
  requestId: string
  address: string
  /** Common headers and logging, for responses that are written without a fetch Response. */
  closing?: GracefulClose
  /** Status of a response that was written directly to the socket. */
  sent?: number
}
