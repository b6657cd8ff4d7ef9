import { ENDPOINTS } from '#api/index.ts'

/** A documentation page whose source is a Markdown file in the repository. `web/docs/guides.ts` fills its placeholders. */
export type Guide = { path: string; file: string; about: string }

/** Documentation pages in display order, grouped by heading. */
export const GUIDES: Readonly<Record<string, readonly Guide[]>> = {
  Start: [
    { path: '/docs', file: 'docs/quick-start.md', about: 'Create a key, list an item, find it in search and receive a webhook.' },
    {
      path: '/docs/conventions',
      file: 'docs/conventions.md',
      about: 'The rules that all operations share: requests, records, money and time.',
    },
  ],
  'Every request': [
    { path: '/docs/idempotency', file: 'docs/idempotency.md', about: 'Repeat a request safely.' },
    {
      path: '/docs/pagination',
      file: 'docs/pagination.md',
      about: 'Page through lists, follow changed records, and receive each event once.',
    },
    { path: '/docs/errors', file: 'docs/errors.md', about: 'The status and meaning of each error type and code, and what to do.' },
    { path: '/docs/limits', file: 'docs/limits.md', about: 'Limits on requests per second and month, limits on actions, and quotas.' },
    {
      path: '/docs/versions',
      file: 'docs/versions.md',
      about: 'What can change within a version, and the 12 months of notice before a removal.',
    },
    { path: '/docs/changelog', file: 'CHANGELOG.md', about: 'What changed in each release, newest first.' },
  ],
  'The market': [
    {
      path: '/docs/search-filters',
      file: 'docs/search-filters.md',
      about: 'Search by brand, size, condition, colour and price.',
    },
    {
      path: '/docs/webhooks',
      file: 'docs/webhooks.md',
      about: 'The nine events, their retries, and how to check a signature.',
    },
    { path: '/docs/sandbox', file: 'docs/sandbox.md', about: 'Test keys and data, with two accounts, test payments and a test clock.' },
    { path: '/docs/guests', file: 'docs/guests.md', about: 'Sell to buyers without an account, from your own storefront.' },
    { path: '/docs/bundles', file: 'docs/bundles.md', about: 'Order 2 to 10 items from one shop with one payment and one parcel.' },
    { path: '/docs/shipping', file: 'docs/shipping.md', about: 'Buy labels; the carrier’s scans update the orders.' },
    { path: '/docs/returns', file: 'docs/returns.md', about: 'Send an item back for a full refund: steps and deadlines.' },
    { path: '/docs/bulk', file: 'docs/bulk.md', about: 'Change up to 1,000 listings at once, with preview and undo.' },
    { path: '/docs/sales', file: 'docs/sales.md', about: 'Price drops, sales, and honest crossed-out prices.' },
    { path: '/docs/blocks', file: 'docs/blocks.md', about: 'Block or report a person, and what a blocked person sees.' },
    { path: '/docs/haggling', file: 'docs/haggling.md', about: 'Answer offers with your own program, with or without the negotiator.' },
    {
      path: '/docs/negotiation',
      file: 'docs/negotiation.md',
      about: 'The rules of the negotiator, and what a counteroffer reveals.',
    },
    {
      path: '/docs/approvals',
      file: 'docs/approvals.md',
      about: 'Which actions need the owner’s approval, and how to wait for it after a 202.',
    },
    { path: '/docs/states', file: 'docs/states.md', about: 'Statuses and transitions of listings, offers, holds and orders.' },
  ],
  Tools: [
    { path: '/docs/sdk', file: 'docs/sdk.md', about: 'The TypeScript client: calls, lists, errors, files, webhooks.' },
    {
      path: '/docs/cli',
      file: 'docs/cli.md',
      about: 'Use the market from a terminal: drafts from photos, offers, events.',
    },
    { path: '/docs/mcp', file: 'docs/mcp.md', about: 'How to connect an assistant, and the tools that it gets.' },
    { path: '/docs/agents', file: 'docs/agents.md', about: 'Agent links, scopes, spending limits, and how to pause everything.' },
    { path: '/docs/oauth', file: 'docs/oauth.md', about: 'Let your app act for users who allow it.' },
    {
      path: '/docs/ucp',
      file: 'docs/ucp.md',
      about: 'Catalog, checkout and orders for third-party shopping agents.',
    },
    {
      path: '/docs/protocols/offers',
      file: 'docs/protocols/offers.md',
      about: 'Make and counter offers over UCP: our extension, with its JSON Schema.',
    },
  ],
}

export const GUIDE_PATHS: readonly string[] = [...Object.values(GUIDES).flatMap((pages) => pages.map(({ path }) => path)), '/docs/api']

export const operationPath = (id: string): string => `/docs/api/${id}`

/** Returns the paths of all documentation pages, which the sitemap lists. */
export const docPaths = (): string[] => [...GUIDE_PATHS, ...ENDPOINTS.map(({ id }) => operationPath(id))]
