import { ENDPOINTS } from '#api/index.ts'

/** A documentation page whose source is a Markdown file in the repository. `web/docs/guides.ts` fills its placeholders. */
export type Guide = { path: string; file: string; about: string }

/** A page that has the name of its file in `docs`. */
const guide = (name: string, about: string): Guide => ({ path: `/docs/${name}`, file: `docs/${name}.md`, about })

/** Documentation pages in display order, grouped by heading. */
export const GUIDES: Readonly<Record<string, readonly Guide[]>> = {
  Start: [
    { path: '/docs', file: 'docs/quick-start.md', about: 'Create a key, list an item, find it in search and receive a webhook.' },
    guide('conventions', 'The rules that all operations share: requests, records, money and time.'),
  ],
  'Every request': [
    guide('idempotency', 'Repeat a request safely.'),
    guide('pagination', 'Page through lists, follow changed records, and receive each event once.'),
    guide('errors', 'The status and meaning of each error type and code, and what to do.'),
    guide('limits', 'Limits on requests per second and month, limits on actions, and quotas.'),
    guide('versions', 'What can change within a version, and the 12 months of notice before a removal.'),
    { path: '/docs/changelog', file: 'CHANGELOG.md', about: 'What changed in each release, newest first.' },
  ],
  'The market': [
    guide('search-filters', 'Search by brand, size, condition, colour and price.'),
    guide('webhooks', 'The nine events, their retries, and how to check a signature.'),
    guide('sandbox', 'Test keys and data, with two accounts, test payments and a test clock.'),
    guide('guests', 'Sell to buyers without an account, from your own storefront.'),
    guide('bundles', 'Order 2 to 10 items from one shop with one payment and one parcel.'),
    guide('shipping', 'Buy labels; the carrier’s scans update the orders.'),
    guide('returns', 'Send an item back for a full refund: steps and deadlines.'),
    guide('bulk', 'Change up to 1,000 listings at once, with preview and undo.'),
    guide('sales', 'Price drops, sales, and honest crossed-out prices.'),
    guide('blocks', 'Block or report a person, and what a blocked person sees.'),
    guide('haggling', 'Answer offers with your own program, with or without the negotiator.'),
    guide('negotiation', 'The rules of the negotiator, and what a counteroffer reveals.'),
    guide('approvals', 'Which actions need the owner’s approval, and how to wait for it after a 202.'),
    guide('states', 'Statuses and transitions of listings, offers, holds and orders.'),
  ],
  Tools: [
    guide('sdk', 'The TypeScript client: calls, lists, errors, files, webhooks.'),
    guide('cli', 'Use the market from a terminal: drafts from photos, offers, events.'),
    guide('mcp', 'How to connect an assistant, and the tools that it gets.'),
    guide('agents', 'Agent links, scopes, spending limits, and how to pause everything.'),
    guide('oauth', 'Let your app act for users who allow it.'),
    guide('ucp', 'Catalog, checkout and orders for third-party shopping agents.'),
    guide('protocols/offers', 'Make and counter offers over UCP: our extension, with its JSON Schema.'),
  ],
}

export const GUIDE_PATHS: readonly string[] = [...Object.values(GUIDES).flatMap((pages) => pages.map(({ path }) => path)), '/docs/api']

export const operationPath = (id: string): string => `/docs/api/${id}`

/** Returns the paths of all documentation pages, which the sitemap lists. */
export const docPaths = (): string[] => [...GUIDE_PATHS, ...ENDPOINTS.map(({ id }) => operationPath(id))]
