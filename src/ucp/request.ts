import type { IncomingHttpHeaders } from 'node:http'
import type { Caller } from '#mcp/calls.ts'
import type { Operation } from './operations.ts'
import type { Platform } from './platforms.ts'

/** One request of the protocol, by REST or by MCP. */
export type UcpRequest = {
  operation: Operation
  /** Address of the platform's profile; null where none was named. */
  profile: string | null
  headers: Pick<IncomingHttpHeaders, 'authorization' | 'user-agent'>
  idempotencyKey: string | undefined
  params: Record<string, string>
  query: Record<string, string>
  body: Record<string, unknown>
  caller: Caller
  /** Checks what the transport itself can, once it is known who asks. */
  verify?: (platform: Platform) => void
}
