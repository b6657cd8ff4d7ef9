import { PUBLIC_TEXT_NAMES } from '#catalog/listings/rules/texts.ts'
import { ApiError, invalid } from '#platform/errors/index.ts'
import { idOf, choiceField, pick, textOf, choiceOf, type Args, type CallEndpoint, type JsonSchema, type Tool } from '#mcp/shape/tool.ts'

const SHOP = ['name', 'slug', 'category', 'about', 'visibility'] as const
const LIST = ['shop', 'status', 'q', 'sort', 'updated_after', 'limit', 'offset'] as const
/** Arguments of a listing, without the minimum price (`floor.ts`). */
const CHANGEABLE = [...PUBLIC_TEXT_NAMES, 'shipping', 'take_offers', 'fields'] as const
const DRAFT = ['shop', 'prompt', ...CHANGEABLE, 'price', 'photo_urls'] as const
const DOWN = { unpublish: 'unpublishListing', mark_sold: 'markListingSold', delete: 'deleteListing' } as const
const BULK_STEPS = ['preview', 'run', 'check', 'undo'] as const
const DOWN_KINDS = Object.keys(DOWN) as (keyof typeof DOWN)[]

const PHOTOS: JsonSchema = {
  type: 'array',
  maxItems: 24,
  items: { type: 'string', contentEncoding: 'base64' },
  description: 'Pictures as base64, at most 10 MB in total. If they have URLs, send the URLs instead.',
}

/** Detail lines as a map, because its schema is shorter than a schema with all the forms that the API accepts. */
const DETAILS = {
  fields: {
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'Detail lines: label to value. They are merged with the existing lines; an empty value removes a line.',
  },
}

const SHIPPING: Record<string, JsonSchema> = {
  shipping: { type: ['number', 'null'], description: 'US dollars. 0: pickup only. Null: agreed by message.' },
}
const SHORT: Record<string, JsonSchema> = {
  ...SHIPPING,
  title: { type: ['string', 'null'], maxLength: 80 },
  one_liner: { type: ['string', 'null'], maxLength: 120, description: 'Shown under the title.' },
  description: { type: ['string', 'null'], maxLength: 5000 },
  category: { type: ['string', 'null'], description: 'Clothing, Shoes, Bags, Home, Collectibles, Books, Tech, Kids or Garden.' },
  take_offers: { type: 'boolean' },
  price: { type: ['number', 'null'], description: 'US dollars.' },
}

const ownListing = { listing: idOf('listing to change') }

export const sellingTools: readonly Tool[] = [
  {
    name: 'open_shop',
    title: 'Open a shop',
    description:
      'Opens a shop. Every listing needs one. `slug` is its subdomain name: ask the user for name and slug. Next: `draft_listing`.',
    calls: ['createShop'],
    takes: { createShop: SHOP },
    required: ['name', 'slug'],
    gives: ['createShop'],
    run: (args, call) => call('createShop', { body: pick(args, SHOP) }),
  },
  {
    name: 'list_my_listings',
    title: 'List my listings',
    description: 'Lists drafts, live and sold listings of the owner’s shops. `step` is the next step for each listing.',
    calls: ['listListings'],
    takes: { listListings: LIST },
    gives: ['listListings'],
    run: (args, call) => call('listListings', { query: pick(args, LIST) }),
  },
  {
    name: 'draft_listing',
    title: 'Create a draft from photos and text',
    description:
      'Creates a private draft from photos, text or both. Next: `research_price`, then `price_and_publish`. Never invent a brand, size or condition: ask the user, or omit it.',
    calls: ['createListing', 'addPhotos', 'getListing'],
    takes: { createListing: DRAFT },
    own: { photos: PHOTOS, ...DETAILS, ...SHORT },
    gives: ['getListing'],
    run: draftListing,
  },
  {
    name: 'add_photos',
    title: 'Add photos to a listing',
    description:
      'Adds pictures at the end, as base64 (`photos`) or by URL (`urls`). If one picture is invalid, the call fails and adds none.',
    calls: ['addPhotos', 'getListing'],
    takes: { addPhotos: ['urls', 'alt'] },
    own: { ...ownListing, photos: PHOTOS },
    required: ['listing'],
    gives: ['getListing'],
    run: (args, call) => addPhotos(args, call, textOf(args, 'listing')),
  },
  {
    name: 'change_listing',
    title: 'Edit a listing, or change its price',
    description: 'Changes only the fields you send; null clears a field. Buyers see changes to a live listing immediately.',
    calls: ['changeListing'],
    takes: { changeListing: [...CHANGEABLE, 'price', 'visibility'] },
    own: { ...ownListing, ...DETAILS, ...SHORT },
    required: ['listing'],
    gives: ['changeListing'],
    run: (args, call) =>
      call('changeListing', { params: { id: textOf(args, 'listing') }, body: pick(args, [...CHANGEABLE, 'price', 'visibility']) }),
  },
  {
    name: 'research_price',
    title: 'Research an item’s value',
    description:
      'Identifies the item of a listing and looks up prices of similar items, in the background. Call it again every few seconds until `status` is `done`; then `result.suggested_price` and `result.questions` are available. `priced_by: rule_of_thumb` means that no sales were found.',
    calls: ['startResearch', 'getResearch'],
    takes: { startResearch: ['prompt'] },
    own: { ...ownListing, again: { type: 'boolean', description: 'True: starts a new run even if a finished run exists.' } },
    required: ['listing'],
    gives: ['getResearch'],
    run: researchPrice,
  },
  {
    name: 'price_and_publish',
    title: 'Price and publish a draft',
    description:
      'Sets the price, if you send one, and publishes the draft to buyers. The draft needs a title and a price. You can safely repeat the call.',
    calls: ['getListing', 'changeListing', 'publishListing'],
    takes: { changeListing: ['price', 'shipping', 'title'], publishListing: ['visibility'] },
    own: { ...ownListing, ...SHIPPING },
    required: ['listing'],
    gives: ['publishListing'],
    run: priceAndPublish,
  },
  {
    name: 'take_down',
    title: 'Take a listing off the market',
    description:
      '`unpublish` makes the listing a draft again. `mark_sold` records a sale elsewhere. `delete` permanently deletes a listing that was never sold, with its photos. Each action closes open offers and refunds any deposit.',
    calls: Object.values(DOWN),
    own: { ...ownListing, how: choiceField('How to take the listing off the market.', DOWN_KINDS) },
    required: ['listing', 'how'],
    gives: ['unpublishListing', 'deleteListing'],
    run: (args, call) => call(DOWN[choiceOf(args, 'how', DOWN_KINDS)], { params: { id: textOf(args, 'listing') } }),
  },
  {
    name: 'bulk_change',
    title: 'Change many listings at once',
    description:
      'First `preview`, and show the user the result. Then `run` the same with its `token`, and `check` the id (`bulk`) until `done`. `undo` works for 24 hours, but not for deletions.',
    calls: ['bulkListings', 'getBulk', 'undoBulk'],
    own: {
      step: { enum: BULK_STEPS },
      ids: { type: 'array', items: { type: 'string' } },
      where: { type: 'object', description: 'Filters of `list_my_listings`, instead of `ids`.' },
      change: {
        type: 'object',
        description:
          'One of `price` {`percent`, `add` or `set`; `round`: none, 1, 5, .99}, `publish`, `unpublish`, `delete` (true), `visibility`, `take_offers`, `shipping`.',
      },
      token: { type: 'string' },
      bulk: { type: 'string' },
    },
    required: ['step'],
    gives: ['getBulk'],
    run: bulkChange,
  },
]

function bulkChange(args: Args, call: CallEndpoint): Promise<Record<string, unknown>> {
  const step = choiceOf(args, 'step', BULK_STEPS)
  if (step === 'check') return call('getBulk', { params: { id: textOf(args, 'bulk') } })
  if (step === 'undo') return call('undoBulk', { params: { id: textOf(args, 'bulk') } })
  const { change } = args
  if (typeof change === 'object' && change !== null && 'lowest_price' in change)
    throw invalid('change', 'change cannot set the minimum price. Only the owner can change it, in the app.')
  return call('bulkListings', {
    body: { ...pick(args, ['ids', 'where', 'change', 'token']), ...(step === 'preview' && { preview: true }) },
  })
}

async function draftListing(args: Args, call: CallEndpoint): Promise<Record<string, unknown>> {
  const id = String((await call('createListing', { body: pick(args, DRAFT) }))['id'])
  if (args['photos'] === undefined) return call('getListing', { params: { id } })
  try {
    return await addPhotos({ photos: args['photos'] }, call, id)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { type, message, param, code, headers } = error
    throw new ApiError(type, `${message} The draft ${id} was created without photos: send the pictures again with add_photos.`, {
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

/**
 * Returns the price research for a listing. Starts a run only if the listing has none yet, because models poll often. With `again`, always
 * starts a new run.
 */
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
  // skips an empty change, for which `changeListing` would require approval although the price is unchanged
  if (Object.keys(change).length > 0) await call('changeListing', { params, body: change })
  return call('publishListing', { params, body: pick(args, ['visibility']) })
}
