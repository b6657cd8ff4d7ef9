import { idOf, pick, textOf, type Tool } from '#mcp/shape/tool.ts'

const SEARCH = ['q', 'category', 'price', 'offers', 'sort', 'limit', 'offset'] as const
const STORE = ['limit', 'offset'] as const
const REVIEWS = ['rating', 'limit', 'cursor'] as const

/** Tools for everyone, even without a key. */
export const marketTools: readonly Tool[] = [
  {
    name: 'search_market',
    title: 'Search the marketplace',
    description:
      'Finds second-hand things that are for sale now, by words or by what is meant. Say `exact: false` results to the user as near misses. Read one with `read_item` before you speak of its condition or size.',
    calls: ['searchMarket'],
    takes: { searchMarket: SEARCH },
    gives: ['searchMarket'],
    run: (args, call) => call('searchMarket', { query: pick(args, SEARCH) }),
  },
  {
    name: 'read_item',
    title: 'Read one thing on the marketplace',
    description: 'The whole page of one listing of the market: description, details, photos, price, shipping, and whether it takes offers.',
    calls: ['getPublicListing'],
    own: { listing: idOf('listing') },
    required: ['listing'],
    gives: ['getPublicListing'],
    run: (args, call) => call('getPublicListing', { params: { id: textOf(args, 'listing') } }),
  },
  {
    name: 'read_shop',
    title: 'Read a shop',
    description: 'A shop of the market: who runs it, what it has for sale, newest first and by pages, what it sold lately.',
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
    description: 'What people who bought from a shop wrote of it, newest first, with its average. Look here before a dear purchase.',
    calls: ['listStoreReviews'],
    takes: { listStoreReviews: REVIEWS },
    own: { shop: { type: 'string', description: 'Slug of the shop.' } },
    required: ['shop'],
    gives: ['listStoreReviews'],
    run: (args, call) => call('listStoreReviews', { params: { slug: textOf(args, 'shop') }, query: pick(args, REVIEWS) }),
  },
]
