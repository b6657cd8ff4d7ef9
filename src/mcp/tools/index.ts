import type { Anonymous, Context, Person } from '#platform/context.ts'
import { requireAccess } from '#platform/http/run.ts'
import { inputSchema, outputSchema, writesOf } from '#mcp/schemas.ts'
import type { JsonSchema, Tool } from '#mcp/tool.ts'
import { buyingTools } from './buying.ts'
import { dealTools } from './deals.ts'
import { marketTools } from './market.ts'
import { sellingTools } from './selling.ts'

export const TOOLS: readonly Tool[] = [...marketTools, ...sellingTools, ...dealTools, ...buyingTools]

/** A tool as clients see it. */
export type ListedTool = {
  name: string
  title: string
  description: string
  inputSchema: JsonSchema & { type: 'object' }
  outputSchema: JsonSchema & { type: 'object' }
  annotations: { title: string; readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean; openWorldHint: boolean }
}

type Endpoints = Context['endpoints']

/** The tools that somebody may use: of those that write, one of its writes has to be theirs to call; else one of its reads. */
export function toolsFor(endpoints: Endpoints, actor: Anonymous | Person): Tool[] {
  return TOOLS.filter((tool) => {
    const writes = writesOf(tool, endpoints)
    const calls = writes.length > 0 ? writes : tool.calls.map((id) => endpoints.get(id)!)
    return calls.some((endpoint) => {
      try {
        requireAccess(endpoint, actor)
        return true
      } catch {
        return false
      }
    })
  })
}

const listed = new Map<string, ListedTool>()

/** Made once: the definitions do not change while the service runs. */
export function listedTool(tool: Tool, endpoints: Endpoints): ListedTool {
  const known = listed.get(tool.name)
  if (known) return known
  const made = {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: inputSchema(tool, endpoints) as ListedTool['inputSchema'],
    outputSchema: outputSchema(tool, endpoints) as ListedTool['outputSchema'],
    annotations: { title: tool.title, ...hintsOf(tool, endpoints) },
  }
  listed.set(tool.name, made)
  return made
}

/** What a client may tell its user of a tool, by the effects of the endpoints that it calls (completions 12). */
function hintsOf(tool: Tool, endpoints: Endpoints): Omit<ListedTool['annotations'], 'title'> {
  const writes = writesOf(tool, endpoints)
  const effects = new Set(writes.flatMap(({ effects = [] }) => effects))
  return {
    readOnlyHint: writes.length === 0,
    // money that went and what vanished do not come back
    destructiveHint: effects.has('loss') || effects.has('money'),
    idempotentHint: writes.length === 0,
    openWorldHint: effects.has('text') || effects.has('money') || effects.has('data'),
  }
}
