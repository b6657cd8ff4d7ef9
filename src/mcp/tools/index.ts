import type { Anonymous, Context, Person } from '#platform/context/index.ts'
import type { Scope } from '#core/scopes.ts'
import type { Endpoint } from '#platform/http/endpoint.ts'
import { requireAccess } from '#platform/http/run.ts'
import { inputSchema, outputSchema, writesOf } from '#mcp/shape/schemas.ts'
import type { JsonSchema, Tool } from '#mcp/shape/tool.ts'
import { buyingTools } from './buying.ts'
import { dealTools } from './deals.ts'
import { marketTools } from './market.ts'
import { peopleTools } from './people.ts'
import { savedTools } from './saved.ts'
import { sellingTools } from './selling.ts'

export const TOOLS: readonly Tool[] = [...marketTools, ...sellingTools, ...dealTools, ...buyingTools, ...savedTools, ...peopleTools]

export type ListedTool = {
  name: string
  title: string
  description: string
  inputSchema: JsonSchema & { type: 'object' }
  outputSchema: JsonSchema & { type: 'object' }
  annotations: { readOnlyHint: boolean; destructiveHint: boolean; openWorldHint: boolean }
}

type Endpoints = Context['endpoints']

/**
 * Returns the tools that the actor may use. For each tool, the actor must have access to at least one of its calls or, if the tool writes,
 * to a call that writes.
 */
export const toolsFor = (endpoints: Endpoints, actor: Anonymous | Person): Tool[] =>
  TOOLS.filter((tool) => gatedEndpoints(tool, endpoints).some((endpoint) => mayCall(endpoint, actor)))

function gatedEndpoints(tool: Tool, endpoints: Endpoints): Endpoint[] {
  const writes = writesOf(tool, endpoints)
  return writes.length > 0 ? writes : tool.calls.map((id) => endpoints.get(id)!)
}

function mayCall(endpoint: Endpoint, actor: Anonymous | Person): boolean {
  try {
    requireAccess(endpoint, actor)
    return true
  } catch {
    return false
  }
}

/** Returns the scopes that permit a tool. A key needs only one of them. The list is empty for a tool that needs no key. */
export const scopesOf = (tool: Tool, endpoints: Endpoints): Scope[] => [
  ...new Set(gatedEndpoints(tool, endpoints).flatMap(({ access }) => (access.who === 'person' ? [access.scope].flat() : []))),
]

const listed = new Map<string, ListedTool>()

/** Returns the definition of a tool. Caches it for the lifetime of the process. */
export function listedTool(tool: Tool, endpoints: Endpoints): ListedTool {
  const known = listed.get(tool.name)
  if (known) return known
  const made = {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: inputSchema(tool, endpoints) as ListedTool['inputSchema'],
    outputSchema: outputSchema(tool, endpoints) as ListedTool['outputSchema'],
    annotations: hintsOf(tool, endpoints),
  }
  listed.set(tool.name, made)
  return made
}

/**
 * Derives a tool's hints from the effects of its endpoints (spec: completions 12). Omits `idempotentHint`: its default is correct for all
 * writes, and the hint has no meaning for reads.
 */
function hintsOf(tool: Tool, endpoints: Endpoints): ListedTool['annotations'] {
  const writes = writesOf(tool, endpoints)
  const effects = new Set(writes.flatMap(({ effects = [] }) => effects))
  return {
    readOnlyHint: writes.length === 0,
    // actions that spend money or delete data count as destructive, because they cannot be reversed
    destructiveHint: effects.has('loss') || effects.has('money'),
    openWorldHint: effects.has('text') || effects.has('money') || effects.has('data'),
  }
}
