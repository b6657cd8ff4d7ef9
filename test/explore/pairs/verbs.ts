import type { Endpoint } from '#platform/http/endpoint.ts'
import { bodiesOf } from '#test/write-bodies.ts'
import { HOME } from '#test/sales.ts'
import type { Request, Role } from './market.ts'
import { SLUG, type Records } from './stages.ts'

/**
 * One user's write to a listing, or to a record of its sale. `target`: index of the record, if the stage has several. With `isOther`, the
 * write uses a second buyer, record or body, and no pair starts with this write.
 */
export type Verb = { name: string; endpoint: Endpoint; who: Role; target: number; body: number; isOther: boolean }

/** The kind of record that an id in a path identifies. The keys are the beginnings of paths, up to and including the id. */
const KINDS: Readonly<Record<string, string>> = {
  '/listings/{id}': 'listings',
  '/market/listings/{id}': 'listings',
  '/operator/listings/{id}': 'listings',
  '/offers/{id}': 'offers',
  '/invitations/{id}': 'invitations',
  '/orders/{id}': 'orders',
  '/operator/disputes/{id}': 'orders',
  '/holds/{id}': 'holds',
  '/purchases/{id}': 'purchases',
  '/threads/{id}': 'threads',
  '/reviews/{id}': 'reviews',
  '/measures/{id}': 'measures',
  '/operator/measures/{id}': 'measures',
  '/operator/appeals/{id}': 'appeals',
  '/operator/reports/{id}': 'reports',
  '/shops/{slug}': 'slugs',
  '/market/stores/{slug}': 'slugs',
  '/listings/by-sku/{sku}': 'skus',
}
const PARTS: Readonly<Record<string, string>> = { photoId: 'photos', questionId: 'questions', take: 'takes' }
const LISTING_FIELDS = ['listing', 'listings', 'ids', 'orders']

/** API paths that concern an account rather than a single listing. */
const OF_ACCOUNTS =
  /^\/(accounts|me|sessions|passkeys|totp|recovery-codes|password-resets|sign-in-links|email-verifications|keys|sandbox|apps|approvals|exports|searches|replies|addresses|payouts|webhooks|notices)(\/|$)/

/** Writes that are excluded from the pairs. Each entry states the reason. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  createShop: 'opens a shop without a listing',
  setShopPicture: 'changes a picture that no listing reads',
  removeShopPicture: 'changes a picture that no listing reads',
  importListings: 'creates listings by the action of createListing',
  undoBulk: 'needs a bulk change, which only the worker can finish',
  quotePurchase: 'writes nothing',
  takeStripeEvent: 'needs Stripe; the model test delivers its events between other calls',
  takeCarrierEvent: 'needs EasyPost; src/commerce/labels/carrier-events.test.ts delivers its events between calls',
  startResearch: 'waits for a model; its job changes the listing later',
  writeWords: 'waits for a model, and saves a draft of a text',
  sendChat: 'waits for a model, and saves a chat',
  checkShopping: 'waits for a model, and writes no listing',
  createSale: 'plans a sale; src/catalog/sales/price-sequences.test.ts mixes it with other changes',
  endSale: 'ends a sale, whose prices the worker restores; src/catalog/sales/sales.test.ts',
  suspendShop: 'starts from the id of a shop; changeShop pauses the shop in the same way',
  suspendAccount: 'starts from an account; changeShop pauses its shop in the same way',
  changeMarketSettings: 'changes settings; src/admin/settings/settings.test.ts changes them during orders',
  setMarketLogo: 'changes a picture that no listing reads',
  removeMarketLogo: 'changes a picture that no listing reads',
  closeMoneyCase: 'needs a payment exception, which only the payment provider can cause',
}

/** Request bodies for endpoints that `test/write-bodies.ts` does not cover, or that pairs call with several bodies. */
const BODIES: Readonly<Record<string, (r: Records) => readonly object[]>> = {
  changeListing: () => [{ price: 80 }, { take_offers: false }],
  changeShop: () => [{ paused: true }, { ask_hold: false }],
  putListing: () => [{ shop: SLUG, title: 'Lamp', price: 90 }],
  createListing: () => [{ shop: SLUG, title: 'Lamp', price: 90, sku: 'SKU-2', publish: true }],
  changePhoto: () => [{ alt: 'A lamp.' }],
  addPhotos: () => [{}],
  orderPhotos: ({ photos }) => [{ photo_ids: photos }],
  bulkListings: ({ listings }) => [{ ids: listings!.slice(0, 1), change: { price: { set: 70 } } }],
  publishListing: () => [{}],
  setPriceDrop: () => [{ percent: 5, every_days: 7 }],
  makeOffer: ({ listings }) => [{ listing: listings![0], amount: 65 }],
  counterOffer: () => [{ amount: 85 }],
  inviteLikers: () => [{ amount: 90 }],
  takeInvitation: () => [{ address: HOME }],
  buyLabel: ({ rates = [] }) => rates.slice(0, 1).map((rate) => ({ rate })),
  buyLabels: ({ orders = [] }) => (orders.length > 0 ? [{ orders }] : []),
  createOrder: ({ listings }) => [{ listing: listings![0], address: HOME }],
  payOrder: () => [{ method: 'test_ok', address: HOME }, { method: 'test_declined', address: HOME }],
  shipOrder: () => [{}],
  deliverOrder: () => [{}],
  answerOrder: () => [{ agree: true, body: 'Yes.' }, { agree: false, body: 'No.' }],
  refundOrder: () => [{}, { amount: 5 }],
  createGuestCheckout: ({ listings }) => [{ listing: listings![0], email: 'guest@example.test', address: HOME }],
  createPurchase: ({ listings }) => [{ listings, address: HOME }],
  payPurchase: () => [{ method: 'test_ok' }],
  payHold: () => [{ method: 'test_ok' }],
  contestReturn: () => [{ body: 'Broken.' }],
  decideDispute: () => [
    { decision: 'refund', reason: 'Torn.' },
    { decision: 'complete', reason: 'Whole.' },
    { decision: 'part', amount: 5, reason: 'A bit torn.' },
  ],
  offerDisputeReturn: () => [{ payer: 'seller', reason: 'Torn.' }],
  appealMeasure: () => [{ body: 'It is mine.' }],
  answerAppeal: () => [{ outcome: 'upheld', reason: 'Fine.' }, { outcome: 'reversed', reason: 'Fine.' }],
  startThread: ({ listings }) => [{ listing: listings![0], text: 'Hello' }],
  sendMessage: () => [{ text: 'Hello' }],
} // prettier-ignore

const WITH_PHOTO = new Set(['addPhotos', 'contestReturn'])

const shapeOf = (schema: unknown): string[] => Object.keys((schema as { shape?: object } | undefined)?.shape ?? {})
const prefixOf = (path: string): string => /^.*?\{\w+\}/.exec(path)?.[0] ?? ''

/**
 * Returns true if the path or the body shows that the write concerns a listing or a record of its sale. Returns null if neither shows the
 * write's subject.
 */
export function isOnListing({ id, path, body }: Endpoint): boolean | null {
  if (LEFT_OUT[id] !== undefined) return false
  if (KINDS[prefixOf(path)] !== undefined || shapeOf(body).some((field) => LISTING_FIELDS.includes(field))) return true
  if (path === '/listings') return true
  return OF_ACCOUNTS.test(path) ? false : null
}

export const isWrite = ({ method }: Endpoint): boolean => method !== 'GET'

/**
 * Returns the users with a reason to call an endpoint: only the owner for paths in `/listings` and `/shops`, only buyers for paths in
 * `/market`.
 */
function rolesOf({ access, path }: Endpoint): readonly Role[] {
  if (access.who === 'operator') return ['operator']
  if (access.who === 'anyone') return ['anyone']
  if (/^\/(listings|shops)\b/.test(path)) return ['owner']
  return path.startsWith('/market/') ? ['ann', 'bob'] : ['owner', 'ann', 'bob']
}

/** Yields one verb for each combination of a user, a record (at most two) and a body. */
export function* candidatesOf(endpoints: readonly Endpoint[]): Generator<Verb> {
  for (const endpoint of endpoints) {
    if (!isWrite(endpoint) || isOnListing(endpoint) !== true) continue
    const twice = ['offers', 'holds'].includes(KINDS[prefixOf(endpoint.path)] ?? '')
    for (const who of rolesOf(endpoint))
      for (const target of twice ? [0, 1] : [0])
        for (const body of [0, 1, 2]) {
          const name = `${endpoint.id} by ${who}${target === 1 ? ' on the second' : ''}${body > 0 ? `, body ${body + 1}` : ''}`
          yield { name, endpoint, who, target, body, isOther: target === 1 || who === 'bob' || body > 0 }
        }
  }
}

/**
 * Builds the request that a verb sends in a stage. Returns null if the stage lacks the necessary record, or if the endpoint has no body
 * with the verb's number.
 */
export function requestOf({ endpoint, who, target, body: number }: Verb, records: Records): Request | null {
  const params: Record<string, string> = {}
  const all: Records = { ...records, slugs: [SLUG] }
  const prefix = prefixOf(endpoint.path)
  const kind = KINDS[prefix]
  for (const [, name] of endpoint.path.matchAll(/\{(\w+)\}/g)) {
    const from = prefix.endsWith(`{${name!}}`) ? kind : PARTS[name!]
    const id = from === undefined ? undefined : all[from]?.[from === kind ? target : 0]
    if (id === undefined) return null
    params[name!] = id
  }
  const [listing, second] = records['listings']!
  const own = BODIES[endpoint.id]?.(records)
  const bodies = own ?? bodiesOf(endpoint.id, { others: listing!, others2: second ?? listing!, otherShop: SLUG }).slice(0, 1)
  if (number >= bodies.length) return null
  const reason = shapeOf(endpoint.body).includes('reason') ? { reason: endpoint.access.who === 'operator' ? 'A test.' : 'other' } : {}
  const body = (bodies[number] ?? reason) as Record<string, unknown>
  return { endpoint, who, params, body, photo: WITH_PHOTO.has(endpoint.id) }
}
