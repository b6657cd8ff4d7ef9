import { ENDPOINTS } from '#api/index.ts'

/** The written pages, in the order in which they are listed. */
export const GUIDE_PATHS = [
  '/docs',
  '/docs/conventions',
  '/docs/errors',
  '/docs/webhooks',
  '/docs/mcp',
  '/docs/oauth',
  '/docs/ucp',
  '/docs/protocols/offers',
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
export const docPaths = (): string[] => [...GUIDE_PATHS, ...ENDPOINTS.map(({ id }) => operationPath(id))]
