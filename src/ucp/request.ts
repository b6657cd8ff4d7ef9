import type { IncomingHttpHeaders } from 'node:http'
import type { Caller } from '#mcp/calls.ts'
import type { Operation } from './operations.ts'
import type { Platform } from './platforms.ts'

/** A request over REST or MCP. */
export type UcpRequest = {
  operation: Operation
  /** URL of the platform's profile, or null when the request does not name a profile. */
  profile: string | null
  headers: Pick<IncomingHttpHeaders, 'authorization' | 'user-agent'>
  idempotencyKey: string | undefined
  params: Record<string, string>
  query: Record<string, string>
  body: Record<string, unknown>
  caller: Caller
  /** An additional check of the platform that only one transport needs, such as verifying the request's signature. */
  verify?: (platform: Platform) => void
}
