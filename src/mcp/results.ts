import type { Context } from '#platform/context/index.ts'
import type { ApiError } from '#platform/errors/index.ts'
import { asApiError, errorBody } from '#platform/http/failures.ts'
import { ApprovalRequired, type Caller } from './calls.ts'
import { mayWait } from '#mcp/shape/schemas.ts'
import type { Tool } from '#mcp/shape/tool.ts'

/** Result of a tool. For older clients, the text repeats the structured result. */
export type ToolResult = {
  content: { type: 'text'; text: string }[]
  structuredContent?: Record<string, unknown>
  isError?: true
}

/** Runs a tool. Returns its result, the pending approval, or the API error. */
export async function resultOf(ctx: Context, caller: Caller, tool: Tool, run: () => Promise<Record<string, unknown>>): Promise<ToolResult> {
  const waits = mayWait(tool, ctx.endpoints)
  try {
    const result = await run()
    return structured(waits ? { status: 'done', result } : result)
  } catch (error) {
    if (error instanceof ApprovalRequired) return structured({ status: 'waiting', approval: error.approval, next: nextOf(error.approval) })
    return failed(asApiError(error, ctx.log, caller.requestId), caller)
  }
}

const nextOf = ({ id, url }: Record<string, unknown>): string =>
  `Nothing has happened yet: this needs the owner’s approval, within 24 hours, at ${String(url)}. Tell your user. Call check_approval with approval "${String(id)}" for the result, at most once a minute. Do not call this tool again for the same action meanwhile.`

const structured = (body: Record<string, unknown>): ToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(body) }],
  structuredContent: body,
})

function failed(error: ApiError, { requestId }: Caller): ToolResult {
  const { error: details } = errorBody(error, error.status >= 500 ? requestId : undefined)
  const wait = error.headers['Retry-After']
  const body = { error: { ...details, ...(wait === undefined ? {} : { retry_after_seconds: Number(wait) }) } }
  return { content: [{ type: 'text', text: JSON.stringify(body) }], isError: true }
}
