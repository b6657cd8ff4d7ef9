import { pick, textOf, choiceOf, type Args, type CallEndpoint, type JsonSchema, type Tool } from '#mcp/shape/tool.ts'

const PAGE = ['limit', 'offset'] as const
const FILTERS = ['q', 'category', 'price', 'offers', 'brand', 'size', 'condition', 'color', 'min_price', 'max_price'] as const
const CHOICE = ['name', 'alert', 'alert_by'] as const
const LISTS = { likes: 'listLikes', follows: 'listFollows', searches: 'listSearches', blocks: 'listBlocks' } as const
const LIST_NAMES = Object.keys(LISTS) as (keyof typeof LISTS)[]
const STEPS = ['save', 'change', 'delete'] as const

const id: JsonSchema = { type: 'string' }
const texts: JsonSchema = { type: 'array', items: { type: 'string' } }
/** These filters have no descriptions, because `search_market` describes them. */
const FILTER_FIELDS = {
  ...{ q: { type: 'string' }, category: { type: 'string' }, price: { type: 'string' }, offers: { type: 'boolean' } },
  ...{ name: { type: 'string' }, alert: { enum: ['none', 'daily'] }, alert_by: { enum: ['both', 'email', 'push'] } },
  ...{ brand: texts, size: texts, condition: texts, color: texts, min_price: { type: 'number' }, max_price: { type: 'number' } },
}

export const savedTools: readonly Tool[] = [
  {
    name: 'like_or_follow',
    title: 'Like an item or follow a shop',
    description: 'Likes a `listing` or follows a `shop` (slug), so that the user gets alerts. `undo: true` reverses it.',
    calls: ['likeListing', 'unlikeListing', 'followStore', 'unfollowStore'],
    own: { listing: id, shop: id, undo: { type: 'boolean' } },
    gives: ['likeListing', 'followStore'],
    run: likeOrFollow,
  },
  {
    name: 'save_search',
    title: 'Save, change or delete a saved search',
    description:
      '`save` takes the filters of `search_market`. `change` and `delete` take the id as `search`. With `alert: daily`, the user is notified of new results.',
    calls: ['saveSearch', 'changeSearch', 'deleteSearch'],
    takes: { saveSearch: [...FILTERS, ...CHOICE] },
    own: { action: { enum: STEPS }, search: id, ...FILTER_FIELDS },
    required: ['action'],
    gives: ['saveSearch'],
    run: saveSearch,
  },
  {
    name: 'list_saved',
    title: 'List likes, follows, saved searches or blocks',
    description: 'Lists the user’s likes, follows, saved searches or blocks.',
    calls: Object.values(LISTS),
    takes: { listLikes: PAGE },
    own: { what: { enum: LIST_NAMES } },
    required: ['what'],
    gives: ['listLikes'],
    run: (args, call) => call(LISTS[choiceOf(args, 'what', LIST_NAMES)], { query: pick(args, PAGE) }),
  },
]

function likeOrFollow(args: Args, call: CallEndpoint): Promise<Record<string, unknown>> {
  const undo = args['undo'] === true
  return args['shop'] === undefined
    ? call(undo ? 'unlikeListing' : 'likeListing', { params: { id: textOf(args, 'listing') } })
    : call(undo ? 'unfollowStore' : 'followStore', { params: { slug: textOf(args, 'shop') } })
}

function saveSearch(args: Args, call: CallEndpoint): Promise<Record<string, unknown>> {
  const step = choiceOf(args, 'action', STEPS)
  if (step === 'save') return call('saveSearch', { body: pick(args, [...FILTERS, ...CHOICE]) })
  const params = { id: textOf(args, 'search') }
  return step === 'delete' ? call('deleteSearch', { params }) : call('changeSearch', { params, body: pick(args, CHOICE) })
}
