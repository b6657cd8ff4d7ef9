/**
 * Request bodies for each endpoint. Each body fits the records in the endpoint's URL. An endpoint with several bodies gets one request per
 * body.
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

/** Returns the request bodies of an endpoint. The values of `names` replace the placeholders for records. */
export const bodiesOf = (
  endpoint: string,
  names: { others: string; others2: string; otherShop: string; rate?: string; toShip?: string },
): readonly (object | undefined)[] =>
  BODIES[endpoint]?.map((body) =>
    JSON.parse(
      JSON.stringify(body).replaceAll(/\{(others2?|otherShop|rate|toShip)\}/g, (_, name: keyof typeof names) => names[name] ?? 'none'),
    ),
  ) ?? [undefined]
