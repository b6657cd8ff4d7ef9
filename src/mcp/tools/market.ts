import { idOf, pick, textOf, type Tool } from '#mcp/shape/tool.ts'

const FACETS = ['brand', 'size', 'condition', 'color', 'min_price', 'max_price', 'facets'] as const
const SEARCH = ['q', 'category', 'price', 'offers', ...FACETS, 'sort', 'limit', 'offset'] as const
const STORE = ['limit', 'offset'] as const
const REVIEWS = ['rating', 'limit', 'cursor'] as const

/** Tools that all callers may use, even without a key. */
export const marketTools: readonly Tool[] = [
  {
    name: 'search_market',
    title: 'Search the marketplace',
    description:
      'Searches second-hand items for sale, by words or by meaning. If `exact` is false, tell the user that the results are only similar. Call `read_item` before you describe an item’s condition or size.',
    calls: ['searchMarket'],
    takes: { searchMarket: SEARCH },
    gives: ['searchMarket'],
    run: (args, call) => call('searchMarket', { query: pick(args, SEARCH) }),
  },
  {
    name: 'read_item',
    title: 'Read a listing on the marketplace',
    description: 'Returns a public listing: description, details, photos, price, shipping, and whether it accepts offers.',
    calls: ['getPublicListing'],
    own: { listing: idOf('listing') },
    required: ['listing'],
    gives: ['getPublicListing'],
    run: (args, call) => call('getPublicListing', { params: { id: textOf(args, 'listing') } }),
  },
  {
    name: 'read_shop',
    title: 'Read a shop',
    description: 'Returns a shop with its owner, one page of its items for sale (newest first), and its recent sales.',
    calls: ['getStore'],
    takes: { getStore: STORE },
    own: { shop: { type: 'string', description: 'Slug of the shop: the name of its subdomain.' } },
    required: ['shop'],
    gives: ['getStore'],
    run: (args, call) => call('getStore', { params: { slug: textOf(args, 'shop') }, query: pick(args, STORE) }),
  },
  {
    name: 'read_reviews',
    title: 'Read the reviews of a shop',
    description: 'Returns reviews by a shop’s buyers, newest first, with the average rating. Read them before an expensive purchase.',
    calls: ['listStoreReviews'],
    takes: { listStoreReviews: REVIEWS },
    own: { shop: { type: 'string', description: 'Slug of the shop.' } },
    required: ['shop'],
    gives: ['listStoreReviews'],
    run: (args, call) => call('listStoreReviews', { params: { slug: textOf(args, 'shop') }, query: pick(args, REVIEWS) }),
  },
]
