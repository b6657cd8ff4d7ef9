import type { IncomingMessage, ServerResponse } from 'node:http'
import type { GracefulClose } from './graceful-close.ts'

/** Values that Node's server and the listener pass to Hono. */
export type Bindings = {
  incoming: IncomingMessage
  outgoing: ServerResponse
  requestId: string
  address: string
  closing?: GracefulClose
  sent?: number
}
