import { ENDPOINTS } from '#api/index.ts'

/** A documentation page from a Markdown file of the project. `web/docs/guides.ts` fills its placeholders. */
export type Guide = { path: string; file: string; about: string }

/** Documentation pages by heading, in listing order. */
export const GUIDES: Readonly<Record<string, readonly Guide[]>> = {
  Start: [
    { path: '/docs', file: 'docs/quick-start.md', about: 'Create a key, publish a listing and receive a webhook.' },
    { path: '/docs/conventions', file: 'docs/conventions.md', about: 'Rules for all operations: requests, records, money and time.' },
  ],
  'Every request': [
    { path: '/docs/idempotency', file: 'docs/idempotency.md', about: 'Send a write twice and have it happen once.' },
    { path: '/docs/pagination', file: 'docs/pagination.md', about: 'Pages, cursors, what changed since, and every event once.' },
    { path: '/docs/errors', file: 'docs/errors.md', about: 'Every type and code of error: status, meaning, what to do.' },
    { path: '/docs/limits', file: 'docs/limits.md', about: 'Requests a second and a month, deeds that are counted, quotas.' },
    { path: '/docs/versions', file: 'docs/versions.md', about: 'What may change, what does not, and how long the old works: 12 months.' },
    { path: '/docs/changelog', file: 'CHANGELOG.md', about: 'What changed in each release, newest first.' },
  ],
  'The market': [
    { path: '/docs/webhooks', file: 'docs/webhooks.md', about: 'The nine events, how to check a signature with five libraries, retries.' },
    { path: '/docs/sandbox', file: 'docs/sandbox.md', about: 'Test keys and the test world they see: two accounts, payments, a clock.' },
    { path: '/docs/haggling', file: 'docs/haggling.md', about: 'Answer offers by your own code, beside the negotiator or without it.' },
    {
      path: '/docs/negotiation',
      file: 'docs/negotiation.md',
      about: 'How the negotiator answers offers, row by row, and what a counter tells.',
    },
    { path: '/docs/approvals', file: 'docs/approvals.md', about: 'What a key asks its owner first, the answer 202, and how to wait.' },
    { path: '/docs/states', file: 'docs/states.md', about: 'What can happen to listings, offers and orders, and what they are after.' },
  ],
  Tools: [
    { path: '/docs/sdk', file: 'docs/sdk.md', about: 'The API from TypeScript in one file: calls, lists, errors, files, webhooks.' },
    { path: '/docs/cli', file: 'docs/cli.md', about: 'The market from a terminal: photos to drafts, offers, events on your machine.' },
    { path: '/docs/mcp', file: 'docs/mcp.md', about: 'The market as tools for an assistant: how to connect, which tools.' },
    { path: '/docs/agents', file: 'docs/agents.md', about: 'Agent links, scopes, caps on money, the brake.' },
    { path: '/docs/oauth', file: 'docs/oauth.md', about: 'How an app of yours asks a person to act for them.' },
    {
      path: '/docs/ucp',
      file: 'docs/ucp.md',
      about: 'Shopping agents of other houses: catalog, checkout, orders by the open commerce protocol.',
    },
    {
      path: '/docs/protocols/offers',
      file: 'docs/protocols/offers.md',
      about: 'Haggling by that protocol: our extension, with its JSON Schema.',
    },
  ],
}

export const GUIDE_PATHS: readonly string[] = [...Object.values(GUIDES).flatMap((pages) => pages.map(({ path }) => path)), '/docs/api']

export const operationPath = (id: string): string => `/docs/api/${id}`

/** Returns the path of every documentation page, for the sitemap. */
export const docPaths = (): string[] => [...GUIDE_PATHS, ...ENDPOINTS.map(({ id }) => operationPath(id))]
