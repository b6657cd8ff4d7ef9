import { TEXT_NAMES } from '#catalog/listings/rules/texts.ts'
import { ApiError } from '#platform/errors/index.ts'
import { idOf, oneOfWords, pick, textOf, wordOf, type Args, type CallEndpoint, type JsonSchema, type Tool } from '#mcp/shape/tool.ts'

const SHOP = ['name', 'slug', 'category', 'about', 'visibility'] as const
const LIST = ['shop', 'status', 'updated_after', 'limit', 'offset'] as const
/** Without the floor (`floor.ts`). */
const WORDS = [...TEXT_NAMES, 'shipping', 'take_offers', 'fields'] as const
const DRAFT = ['shop', 'prompt', ...WORDS, 'price', 'photo_urls'] as const
const DOWN = { unpublish: 'unpublishListing', mark_sold: 'markListingSold', delete: 'deleteListing' } as const
const WAYS_DOWN = Object.keys(DOWN) as (keyof typeof DOWN)[]

const PHOTOS: JsonSchema = {
  type: 'array',
  maxItems: 24,
  items: { type: 'string', contentEncoding: 'base64' },
  description: 'Pictures as base64, with or without a data: prefix; together at most 10 MB. Those with an address are named by it instead.',
}

const ownListing = { listing: idOf('listing of yours') }

/** Tools for sellers. */
export const sellingTools: readonly Tool[] = [
  {
    name: 'open_shop',
    title: 'Open a shop',
    description:
      'Opens a shop, which listings need. `slug` is the name of its subdomain: ask the user for name and slug. Next: `draft_listing`.',
    calls: ['createShop'],
    takes: { createShop: SHOP },
    required: ['name', 'slug'],
    gives: ['createShop'],
    run: (args, call) => call('createShop', { body: pick(args, SHOP) }),
  },
  {
    name: 'list_my_listings',
    title: 'Look through my listings',
    description: 'The drafts, live and sold listings of the owner’s shops, what changed last first. `step` says what each still needs.',
    calls: ['listListings'],
    takes: { listListings: LIST },
    gives: ['listListings'],
    run: (args, call) => call('listListings', { query: pick(args, LIST) }),
  },
  {
    name: 'draft_listing',
    title: 'Make a draft from photos and words',
    description:
      'Makes a draft that nobody sees yet: from photos, a few words, or both. Next: `research_price`, then `price_and_publish`. Never make up a brand, size or condition: ask the user, or leave it out.',
    calls: ['createListing', 'addPhotos', 'getListing'],
    takes: { createListing: DRAFT },
    own: { photos: PHOTOS },
    gives: ['getListing'],
    run: draftListing,
  },
  {
    name: 'add_photos',
    title: 'Add photos to a listing',
    description:
      'Adds pictures at the end, as base64 (`photos`) or by their addresses (`urls`). One bad picture fails the call and adds nothing.',
    calls: ['addPhotos', 'getListing'],
    takes: { addPhotos: ['urls', 'alt'] },
    own: { ...ownListing, photos: PHOTOS },
    required: ['listing'],
    gives: ['getListing'],
    run: (args, call) => addPhotos(args, call, textOf(args, 'listing')),
  },
  {
    name: 'change_listing',
    title: 'Change what a listing says, or its price',
    description: 'Changes only what is sent; null clears. A change of a live listing is seen at once.',
    calls: ['changeListing'],
    takes: { changeListing: [...WORDS, 'price', 'visibility'] },
    own: ownListing,
    required: ['listing'],
    gives: ['changeListing'],
    run: (args, call) =>
      call('changeListing', { params: { id: textOf(args, 'listing') }, body: pick(args, [...WORDS, 'price', 'visibility']) }),
  },
  {
    name: 'research_price',
    title: 'Find out what a thing is worth',
    description:
      'Looks up what the thing on a listing is and what such things sell for, in the background. Call it again after some seconds until `status` is `done`: then `result.suggested_price` and `result.questions` are there. `priced_by: rule_of_thumb` means that no sale was found.',
    calls: ['startResearch', 'getResearch'],
    takes: { startResearch: ['prompt'] },
    own: { ...ownListing, again: { type: 'boolean', description: 'True: looks again though there is a finished run.' } },
    required: ['listing'],
    gives: ['getResearch'],
    run: researchPrice,
  },
  {
    name: 'price_and_publish',
    title: 'Price a draft and put it live',
    description:
      'Sets the price, where one is sent, and puts the draft live, so that buyers see it. It needs a title and a price. Safe to call again: what is as it should be is left as it is.',
    calls: ['getListing', 'changeListing', 'publishListing'],
    takes: { changeListing: ['price', 'shipping', 'title'], publishListing: ['visibility'] },
    own: ownListing,
    required: ['listing'],
    gives: ['publishListing'],
    run: priceAndPublish,
  },
  {
    name: 'take_down',
    title: 'Take a listing off the market',
    description:
      '`unpublish`: back to a draft. `mark_sold`: it was sold elsewhere. `delete`: for ever, with its photos; only what was never sold. Open offers and deposits on it end.',
    calls: Object.values(DOWN),
    own: { ...ownListing, how: oneOfWords('How.', WAYS_DOWN) },
    required: ['listing', 'how'],
    gives: ['unpublishListing', 'deleteListing'],
    run: (args, call) => call(DOWN[wordOf(args, 'how', WAYS_DOWN)], { params: { id: textOf(args, 'listing') } }),
  },
]

async function draftListing(args: Args, call: CallEndpoint): Promise<Record<string, unknown>> {
  const id = String((await call('createListing', { body: pick(args, DRAFT) }))['id'])
  if (args['photos'] === undefined) return call('getListing', { params: { id } })
  try {
    return await addPhotos({ photos: args['photos'] }, call, id)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { type, message, param, code, headers } = error
    throw new ApiError(type, `${message} The draft ${id} is there without them: send the pictures again with add_photos.`, {
      ...(param === undefined ? {} : { param }),
      ...(code === undefined ? {} : { code }),
      headers,
      cause: error,
    })
  }
}

async function addPhotos(args: Args, call: CallEndpoint, id: string): Promise<Record<string, unknown>> {
  const { photos = [] } = args
  await call('addPhotos', { params: { id }, body: pick(args, ['urls', 'alt']), files: [photos].flat() as string[] })
  return call('getListing', { params: { id } })
}

/** Models poll often: an existing run is not started again. */
async function researchPrice(args: Args, call: CallEndpoint): Promise<Record<string, unknown>> {
  const params = { id: textOf(args, 'listing') }
  const start = () => call('startResearch', { params, body: pick(args, ['prompt']) })
  if (args['again'] === true) return start()
  const run = await call('getResearch', { params }).catch((error: unknown) => {
    if (error instanceof ApiError && error.type === 'not_found') return null
    throw error
  })
  return run === null ? start() : run
}

async function priceAndPublish(args: Args, call: CallEndpoint): Promise<Record<string, unknown>> {
  const params = { id: textOf(args, 'listing') }
  const now = await call('getListing', { params })
  const change = Object.fromEntries(
    Object.entries(pick(args, ['price', 'shipping', 'title'])).filter(([name, value]) => now[name] !== value),
  )
  // an unchanged price would still need approval
  if (Object.keys(change).length > 0) await call('changeListing', { params, body: change })
  return call('publishListing', { params, body: pick(args, ['visibility']) })
}
