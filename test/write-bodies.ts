import type { Endpoint } from '#platform/http/endpoint.ts'
import type { Call } from '#test/app.ts'
import type { EveryState } from '#test/every-state.ts'

/**
 * Request bodies that match the records in the endpoint's URL. For an endpoint with several possible bodies, there is one request per body.
 */
const BODIES: Readonly<Record<string, readonly object[]>> = {
  createShop: [{ name: 'New', slug: 'new-one' }],
  changeShop: [{ lowest_percent: 90 }, { haggle: true }, { ask_hold: false }, { visibility: 'public' }, { paused: false }, { name: 'Other' }, { answer_questions: true }, { paused: true }],
  setShopPicture: [{ url: 'http://127.0.0.1:9/a.png' }],
  setMarketLogo: [{ url: 'http://127.0.0.1:9/a.png' }],
  changeMarketSettings: [{ fee_percent: 5 }],
  createListing: [{ title: 'Lamp', price: 1, publish: true }, { title: 'Draft', price: 1 }],
  changeListing: [{ price: 1 }, { lowest_price: 0 }, { shipping: 0 }, { take_offers: true }, { take_offers: false }, { title: 'Swapped' }, { description: 'Call me' }, { visibility: 'link' }],
  bulkListings: [{ where: {}, change: { price: { set: 1 } } }, { where: {}, change: { delete: true } }, { where: {}, change: { publish: true } }],
  createSale: [{ percent: 5, ends_at: new Date(Date.now() + 86_400_000).toISOString(), preview: true }, { percent: 5, ends_at: new Date(Date.now() + 86_400_000).toISOString() }],
  setPriceDrop: [{ amount: 1, every_days: 7 }],
  putListing: [{ title: 'Lamp', price: 1, publish: true }, { title: 'Draft', price: 1 }],
  addPhotos: [{ urls: ['http://127.0.0.1:9/a.png'] }],
  orderPhotos: [{ photo_ids: [] }],
  createQuestion: [{ question: 'Is it wool?', answer: 'Call me' }],
  changeQuestion: [{ answer: 'Call me' }],
  publishListing: [{}, { visibility: 'everyone' }],
  makeOffer: [{ listing: '{others}', amount: 10 }, { listing: '{others}', amount: 10, note: 'Call me' }],
  counterOffer: [{ amount: 90 }, { amount: 90, note: 'Call me' }],
  acceptOffer: [{}],
  inviteLikers: [{ amount: 90 }, { amount: 90, note: 'Call me' }],
  takeInvitation: [{}],
  createOrder: [{ listing: '{others}' }],
  payOrder: [{ method: 'test_ok' }],
  shipOrder: [{}, { carrier: 'other', number: 'call me' }],
  buyLabel: [{ rate: '{rate}' }],
  buyLabels: [{ orders: ['{toShip}'] }],
  deliverOrder: [{}, { code: '000000' }],
  reportProblem: [{ reason: 'damaged', body: 'Torn.' }],
  answerOrder: [{ agree: true }, { agree: false }, { body: 'Sorry.' }],
  refundOrder: [{}, { amount: 5 }],
  offerReturn: [{ payer: 'seller' }],
  sendReturn: [{ carrier: 'other', number: 'call me' }],
  contestReturn: [{ body: 'Torn.', photo_urls: ['http://127.0.0.1:9/a.png'] }],
  askHold: [{ listing: '{others}' }],
  payHold: [{ method: 'test_ok' }],
  createPurchase: [{ listings: ['{others}', '{others2}'] }],
  payPurchase: [{ method: 'test_ok' }],
  shipPurchase: [{}],
  startThread: [{ listing: '{others}', text: 'Hello' }, { shop: '{otherShop}', text: 'Hello' }],
  sendMessage: [{ text: 'Hello' }],
  writeReview: [{ rating: 1, body: 'Bad' }],
  replyToReview: [{ body: 'No' }],
  reportListing: [{ reason: 'other', body: 'Hello' }],
  reportThread: [{ reason: 'other', body: 'Hello' }],
  reportOrder: [{ reason: 'other', body: 'Hello' }],
  reportStore: [{ reason: 'other', body: 'Hello' }],
  setWebhook: [{ url: 'http://127.0.0.1:9/' }],
  startResearch: [{}],
  saveSearch: [{ q: 'lamp' }],
} // prettier-ignore

/** Returns an endpoint's request bodies. The values in `names` replace the placeholders for records. */
export const bodiesOf = (
  endpoint: string,
  names: { others: string; others2: string; otherShop: string; rate?: string; toShip?: string },
): readonly (object | undefined)[] =>
  BODIES[endpoint]?.map((body) =>
    JSON.parse(
      JSON.stringify(body).replaceAll(/\{(others2?|otherShop|rate|toShip)\}/g, (_, name: keyof typeof names) => names[name] ?? 'none'),
    ),
  ) ?? [undefined]

/** Returns an endpoint's requests, one for each body and each record that its path can name. */
export function requestsOf({ id, path }: Endpoint, records: EveryState, other: { slug: string }): [string, Call][] {
  const names = { ...records, others: records.othersListing, others2: records.othersSecond, otherShop: other.slug }
  const calls = bodiesOf(id, names).map((body): Call => {
    if (id === 'importListings') return { raw: { type: 'text/csv', bytes: 'title,price\nLamp,5\n' } }
    return body === undefined ? {} : { json: body }
  })
  return pathsOf(path, records, other.slug).flatMap((at) => calls.map((call): [string, Call] => [at, call]))
}

function pathsOf(path: string, records: EveryState, slug: string): string[] {
  const parts: Record<string, string> = { photoId: 'pho_none', take: 'tak_none', questionId: 'que_none', sku: 'A-1' }
  const at = path.replaceAll(/\{(\w+)\}/g, (same, name: string) => parts[name] ?? same)
  if (path.startsWith('/market/')) return [at.replace('{id}', records.othersListing).replace('{slug}', slug)]
  if (!path.includes('{')) return [path]
  const ids = records[path.split('/')[1] as keyof EveryState] as string[] | undefined
  return (ids ?? ['none']).map((id) => at.replace(/\{\w+\}/, id))
}
