import type { Context } from '#platform/context.ts'

/** The written pages, in the order in which they are listed. */
export const GUIDE_PATHS = [
  '/docs',
  '/docs/conventions',
  '/docs/errors',
  '/docs/webhooks',
  '/docs/mcp',
  '/docs/oauth',
  '/docs/sdk',
  '/docs/cli',
  '/docs/agents',
  '/docs/negotiation',
  '/docs/states',
  '/changelog',
  '/docs/api',
] as const

export const operationPath = (id: string): string => `/docs/api/${id}`

/** Every page of the documentation, for the map of the site. */
export const docPaths = (ctx: Context): string[] => [...GUIDE_PATHS, ...[...ctx.endpoints.keys()].map(operationPath)]
