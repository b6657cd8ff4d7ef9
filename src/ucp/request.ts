import type { IncomingHttpHeaders } from 'node:http'
import type { Caller } from '#mcp/calls.ts'
import type { Operation } from './operations.ts'
import type { Platform } from './platforms.ts'

/** One protocol request, by REST or MCP. */
export type UcpRequest = {
  operation: Operation
  /** URL of the platform's profile, or null. */
  profile: string | null
  headers: Pick<IncomingHttpHeaders, 'authorization' | 'user-agent'>
  idempotencyKey: string | undefined
  params: Record<string, string>
  query: Record<string, string>
  body: Record<string, unknown>
  caller: Caller
  /** Transport check that needs the platform, such as a signature. */
  verify?: (platform: Platform) => void
}
