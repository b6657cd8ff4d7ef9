import type { IncomingHttpHeaders } from 'node:http'
import type { Caller } from '#mcp/calls.ts'
import type { Operation } from './operations.ts'
import type { Platform } from './platforms.ts'

/** A request by REST or MCP. */
export type UcpRequest = {
  operation: Operation
  /** URL; null without. */
  profile: string | null
  headers: Pick<IncomingHttpHeaders, 'authorization' | 'user-agent'>
  idempotencyKey: string | undefined
  params: Record<string, string>
  query: Record<string, string>
  body: Record<string, unknown>
  caller: Caller
  /** The transport's own check of the platform, as of its signature. */
  verify?: (platform: Platform) => void
}
