import assert from 'node:assert/strict'
import { HOME } from '#test/sales.ts'
import type { Market, Role } from './market.ts'

/** Ids of the records in a stage, by kind, such as `offers`. If there are several offers or holds, ann's id comes before bob's. */
export type Records = Readonly<Record<string, readonly string[]>>

export type Stage = { name: string; prepare(m: Preparation): Promise<Records> }

export const SLUG = 'pairs'
const PARCEL = { carrier: 'other', number: 'X1' }
const REASON = { reason: 'It is not what it says.' }

/** Prepares a stage with the API calls that users would make. Every call must succeed. */
export class Preparation {
  readonly #market: Market
  readonly records: Record<string, string[]> = {}

  constructor(market: Market) {
    this.#market = market
  }

  async do(
    who: Role,
    id: string,
    params: Record<string, string> = {},
    body: Record<string, unknown> = {},
  ): Promise<Record<string, unknown>> {
    const endpoint = this.#market.endpoint(id)
    const answer = await this.#market.call({ endpoint, who, params, body, photo: id === 'addPhotos' || id === 'contestReturn' }, 'p')
    assert.ok(answer.status < 300, `${who} ${id}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }

  /** Calls an endpoint on the first record of the given kind. */
  on(kind: string, who: Role, id: string, body: Record<string, unknown> = {}): Promise<unknown> {
    return this.do(who, id, { id: this.records[kind]![0]! }, body)
  }

  /** Calls an endpoint that creates a record, and stores the id of the record. */
  async make(kind: string, who: Role, id: string, params: Record<string, string>, body: Record<string, unknown>): Promise<string> {
    const made = String((await this.do(who, id, params, body))['id'])
    ;(this.records[kind] ??= []).push(made)
    return made
  }

  async list(publish = true, more: Record<string, unknown> = {}): Promise<string> {
    const details = { title: 'Lamp', price: 100, shipping: 5, publish, ...more }
    return this.make('listings', 'owner', 'createListing', {}, { shop: SLUG, ...details })
  }

  /** Lists two items. The first has a photo, a public question, a drafted listing text, and a message from a buyer. */
  async start(publish = true): Promise<string> {
    this.records['skus'] = ['SKU-1']
    const id = await this.list(publish, { sku: 'SKU-1' })
    const photos = (await this.do('owner', 'addPhotos', { id })) as { data: { id: string }[] }
    this.records['photos'] = photos.data.map((photo) => photo.id)
    await this.list()
    await this.make('questions', 'owner', 'createQuestion', { id }, { question: 'Is it new?', answer: 'Yes.' })
    this.records['takes'] = [await this.#takeOf(id)]
    if (publish) await this.make('threads', 'ann', 'startThread', {}, { listing: id, text: 'Is it heavy?' })
    return id
  }

  async offer(who: Role, listing: string, amount: number): Promise<string> {
    return this.make('offers', who, 'makeOffer', {}, { listing, amount })
  }

  async buy(listing: string): Promise<string> {
    return this.make('orders', 'ann', 'createOrder', {}, { listing, address: HOME })
  }

  age(table: 'likes', hours: number): Promise<void> {
    return this.#market.write(`update ${table} set created_at = created_at - interval '${hours} hours'`)
  }

  pay(): Promise<unknown> {
    return this.on('orders', 'ann', 'payOrder', { method: 'test_ok', address: HOME })
  }

  async #takeOf(listing: string): Promise<string> {
    const id = 'tak_01000000000000000000000000'
    await this.#market.write(`insert into words_takes (id, listing_id, tone, instruction, title, one_liner, description, teaser, created_at)
      values ('${id}', '${listing}', 'Friendly', '', 'A lamp', 'It glows.', 'A lamp that glows.', 'Glows', '2030-01-07T12:00:00Z')`)
    return id
  }
}

/** Opens the shop that is shared by all stages. */
export async function openShop(market: Market): Promise<void> {
  const m = new Preparation(market)
  await m.do('owner', 'createShop', {}, { name: 'Pairs', slug: SLUG })
  await m.do('owner', 'changeShop', { slug: SLUG }, { haggle: false, answer_questions: false, ask_hold: true })
}

const stage = (name: string, prepare: (m: Preparation) => Promise<unknown>): Stage => ({
  name,
  prepare: async (m) => {
    await prepare(m)
    return m.records
  },
})

/** Prepares an order in a given state, using API calls. `steps` are the calls after the payment. */
const sale = (name: string, ...steps: [Role, string, Record<string, unknown>?][]): Stage =>
  stage(name, async (m) => {
    await m.buy(await m.start())
    await m.pay()
    for (const [who, id, body] of steps) await m.on('orders', who, id, body)
  })

const PROBLEM: [Role, string, Record<string, unknown>?][] = [
  ['owner', 'shipOrder', {}],
  ['ann', 'reportProblem', { reason: 'damaged', body: 'Torn.' }],
]
const RETURN: [Role, string, Record<string, unknown>?][] = [
  ['owner', 'offerReturn', { payer: 'seller' }],
  ['ann', 'agreeToReturn'],
  ['ann', 'sendReturn', PARCEL],
  ['owner', 'receiveReturn'],
]

/** The states that pairs start from, in the order of the runs. */
export const STAGES: readonly Stage[] = [
  stage('two offers', async (m) => {
    const id = await m.start()
    await m.offer('ann', id, 60)
    await m.offer('bob', id, 70)
  }),
  stage('two counteroffers', async (m) => {
    const id = await m.start()
    for (const who of ['ann', 'bob'] as const) {
      const offer = await m.offer(who, id, 60)
      await m.do('owner', 'counterOffer', { id: offer }, { amount: 80 })
    }
  }),
  stage('two unpaid holds', async (m) => {
    const listing = await m.start()
    for (const who of ['ann', 'bob'] as const) await m.make('holds', who, 'askHold', {}, { listing })
  }),
  stage('a paid hold', async (m) => {
    const listing = await m.start()
    await m.offer('bob', listing, 70)
    await m.make('holds', 'ann', 'askHold', {}, { listing })
    await m.on('holds', 'ann', 'payHold', { method: 'test_ok' })
  }),
  stage('an unpaid order', async (m) => {
    const listing = await m.start()
    await m.offer('bob', listing, 70)
    await m.buy(listing)
  }),
  stage('an unpaid order with a deposit', async (m) => {
    const listing = await m.start()
    await m.make('holds', 'ann', 'askHold', {}, { listing })
    await m.on('holds', 'ann', 'payHold', { method: 'test_ok' })
    await m.buy(listing)
  }),
  stage('an unpaid purchase', async (m) => {
    await m.start()
    await purchase(m)
  }),
  sale('a paid order'),
  stage('a paid pickup', async (m) => {
    await m.buy(await m.list(true, { shipping: 0 }))
    await m.pay()
  }),
  stage('a paid purchase', async (m) => {
    await m.start()
    await purchase(m)
    await m.on('purchases', 'ann', 'payPurchase', { method: 'test_ok' })
  }),
  stage('a paid order with rates', rated),
  stage('a paid order with a label', async (m) => {
    await rated(m)
    await m.on('orders', 'owner', 'buyLabel', { rate: m.records['rates']![0]! })
  }),
  sale('a request to cancel', ['ann', 'cancelOrder']),
  sale('a shipped order', ['owner', 'shipOrder', {}]),
  sale('a delivered order', ['owner', 'shipOrder', {}], ['ann', 'deliverOrder', {}]),
  sale('a problem', ...PROBLEM),
  sale('an offered part', ...PROBLEM, ['owner', 'refundOrder', { amount: 10 }]),
  ...RETURN.map((_, n) => sale(`a return, step ${n + 1}`, ...PROBLEM, ...RETURN.slice(0, n + 1))),
  sale('a contested return', ...PROBLEM, ...RETURN, ['owner', 'contestReturn', { body: 'Broken.' }]),
  sale('a completed order', ['owner', 'shipOrder', {}], ['ann', 'confirmOrder']),
  stage('a reviewed order', async (m) => {
    await m.buy(await m.start())
    await m.pay()
    await m.on('orders', 'owner', 'shipOrder', {})
    await m.on('orders', 'ann', 'confirmOrder')
    await m.make('reviews', 'ann', 'writeReview', { id: m.records['orders']![0]! }, { rating: 2, body: 'Torn.' })
  }),
  sale('a refunded order', ...PROBLEM, ['owner', 'refundOrder', {}]),
  stage('a draft', (m) => m.start(false)),
  stage('a sold item', async (m) => {
    await m.start()
    await m.on('listings', 'owner', 'markListingSold')
  }),
  stage('a liked item', liked),
  stage('an invitation', async (m) => {
    const id = await liked(m)
    await m.make('invitations', 'owner', 'inviteLikers', { id }, { amount: 90 })
  }),
  stage('a reported item', async (m) => {
    const id = await m.start()
    await m.make('reports', 'bob', 'reportListing', { id }, { reason: 'misleading' })
    await m.do('ann', 'likeListing', { id })
    await m.do('ann', 'followStore', { slug: SLUG })
    await m.do('ann', 'blockThread', { id: m.records['threads']![0]! })
  }),
  stage('a hidden item', async (m) => {
    const id = await m.start()
    await m.make('measures', 'operator', 'hideListing', { id }, REASON)
  }),
  stage('an appeal', async (m) => {
    const id = await m.start()
    const measure = await m.make('measures', 'operator', 'hideListing', { id }, REASON)
    await m.make('appeals', 'owner', 'appealMeasure', { id: measure }, { body: 'It is mine.' })
  }),
  stage('a hidden review', async (m) => {
    await m.buy(await m.start())
    await m.pay()
    await m.on('orders', 'owner', 'shipOrder', {})
    await m.on('orders', 'ann', 'confirmOrder')
    const id = await m.make('reviews', 'ann', 'writeReview', { id: m.records['orders']![0]! }, { rating: 2, body: 'Torn.' })
    await m.do('operator', 'hideReview', { id }, REASON)
  }),
]

async function purchase(m: Preparation): Promise<void> {
  const body = (await m.do('ann', 'createPurchase', {}, { listings: m.records['listings'], address: HOME })) as {
    id: string
    orders: { id: string }[]
  }
  m.records['purchases'] = [body.id]
  m.records['orders'] = body.orders.map(({ id }) => id)
}

/** Sells an item with a known parcel size and sender's address, and gets the rates for its label. */
async function rated(m: Preparation): Promise<void> {
  const id = await m.start()
  await m.do('owner', 'changeListing', { id }, { parcel: { weight_oz: 24, length_in: 12, width_in: 9, height_in: 4 } })
  await m.do('owner', 'changeShop', { slug: SLUG }, { ship_from: HOME })
  await m.buy(id)
  await m.pay()
  const rates = (await m.on('orders', 'owner', 'listRates')) as { data: { id: string }[] }
  m.records['rates'] = rates.data.map((rate) => rate.id)
}

/** Lists an item with a like from each buyer. The likes are backdated by two hours, so that the seller can already invite both buyers. */
async function liked(m: Preparation): Promise<string> {
  const id = await m.start()
  for (const who of ['ann', 'bob'] as const) await m.do(who, 'likeListing', { id })
  await m.age('likes', 2)
  return id
}
