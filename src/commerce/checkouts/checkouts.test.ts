import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Context, Person } from '#platform/context/index.ts'
import type { Reply } from '#test/app.ts'
import { addressOf, missingOf } from './destination.ts'
import { offeredCents, shippingOfFacts, totalOf, type Facts } from './facts.ts'
import { discountParts, itemsOf, problemsOfLines, type Line } from './lines.ts'
import { pageOf, presentCheckout } from './show.ts'
import { failureOf, stateOf, type Message, type State } from './state.ts'

/** Tests the pure parts of a checkout: its lines, its state and its form in the protocol. `test/ucp` tests the endpoints. */

const NOW = new Date('2026-11-28T12:00:00.000Z')
const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000)
const settings = { guestLimitCents: 20_000 }
const ctx = {
  now: () => NOW,
  urls: {
    order: (role: string, id: string) => `https://market.test/${role}/orders/${id}`,
    purchase: (id: string) => `https://market.test/purchases/${id}`,
    bundle: (slug: string, ids: string[]) => `https://market.test/${slug}/bundle?${ids.join('&')}`,
    media: (key: string) => `https://media.test/${key}`,
  },
  config: { publicUrl: 'https://market.test', mail: { kind: 'smtp' } },
  settings: { current: () => settings },
  payments: { name: 'stripe' },
  testPayments: { name: 'test' },
} as unknown as Context

const BEN = { accountId: 'usr_ben', name: 'Ben', tenant: '', guest: false, maxOfferCents: null } as unknown as Person
const GUEST = { ...BEN, accountId: '', guest: true } as Person
const DESTINATION = { first_name: 'Ben', last_name: 'Bauer', street_address: 'Elm 1', address_locality: 'Bonn', postal_code: '53111', address_country: 'DE' } // prettier-ignore

type Card = NonNullable<Line['card']>
const aCard = (id: string, more: object = {}): Card =>
  ({
    id,
    status: 'live',
    title: id,
    priceCents: 10_000,
    wasCents: null,
    shipping: { kind: 'sent', cents: 500 },
    facets: {},
    publishedAt: at(-3_600),
    reservedUntil: null,
    url: `https://market.test/${id}`,
    shop: { id: 'shp_sol', slug: 'sol' },
    seller: { id: 'usr_sol', name: 'Sol' },
    cover: null,
    ...more,
  }) as unknown as Card
const aLine = (id: string, card: object = {}, more: Partial<Line> = {}): Line => ({
  id,
  title: id,
  cents: 10_000,
  card: aCard(id, card),
  reservation: null,
  ...more,
})

/** Returns the facts of a checkout for a live listing at $100 with $5 shipping, which is ready to be completed. */
function factsOf({ row = {}, ...more }: Partial<Record<keyof Facts, unknown>> = {}): Facts {
  const lines = (more.lines as Line[] | undefined) ?? [aLine('lst_1')]
  return {
    row: {
      id: 'chk_1',
      listing_id: 'lst_1',
      title: 'lst_1',
      items: null,
      offer_id: null,
      item_cents: 10_000,
      discount_cents: null,
      shipping_cents: 500,
      buyer: null,
      destination: DESTINATION,
      cancelled_at: null,
      expires_at: at(1),
      ...(row as object),
    },
    actor: BEN,
    lines,
    card: lines[0]!.card,
    problems: [],
    quote: null,
    offer: null,
    agreed: null,
    order: null,
    reserved: false,
    approval: null,
    ...more,
  } as unknown as Facts
}
const messageOf = ({ code, severity, path }: Message & { severity?: string }) => [code, severity, path]
const state = (facts: Parameters<typeof factsOf>[0]) => stateOf(ctx, factsOf(facts))
const summary = ({ status, messages }: State) => [status, ...messages.map(messageOf)]
const ITEM = '$.line_items[0]'

const anOffer = (status: string, more: object = {}) => ({ id: 'off_1', status, expires_at: at(1), amount_cents: 7_000, counter_cents: null, listing_price_cents: 10_000, ...more }) // prettier-ignore
const BUNDLE = [
  { id: 'lst_1', title: 'lst_1', cents: 10_000 },
  { id: 'lst_2', title: 'lst_2', cents: 5_000 },
]
const bundle = { row: { items: BUNDLE, item_cents: 15_000, discount_cents: 1_500, shipping_cents: 500 }, lines: [aLine('lst_1'), aLine('lst_2', { priceCents: 5_000 }, { cents: 5_000 })] } // prettier-ignore
const QUOTE = { discountCents: 1_500, shippingCents: 500, totalCents: 14_000 }

describe('the lines of a bundle', () => {
  const problems = (...lines: Line[]) => problemsOfLines(lines, BEN).map(({ index, code }) => [index, code])
  const contentOf = (line: Line) => problemsOfLines([line], BEN)[0]!.content

  test('lines in one shop that ship for a price have no problems', () => {
    assert.deepEqual(problems(aLine('a'), aLine('b')), [])
  })

  test('each problem has its code, and only the first problem of a line is reported', () => {
    const other = { shop: { id: 'shp_other' } }
    const taken = { reservation: { buyerId: 'usr_cleo', by: 'order' as const } }
    assert.deepEqual(
      problems(
        aLine('a'),
        aLine('gone', {}, { card: null }),
        aLine('own', { seller: { id: 'usr_ben' } }),
        aLine('sold', { status: 'sold', ...other }),
        aLine('a', other),
        aLine('b', { ...other, shipping: { kind: 'ask' } }),
        aLine('c', { shipping: { kind: 'pickup', place: null } }, taken),
        aLine('d', {}, taken),
      ),
      [
        [1, 'item_unavailable'],
        [2, 'item_unavailable'],
        [3, 'out_of_stock'],
        [4, 'duplicate_item'],
        [5, 'other_shop'],
        [6, 'ships_separately'],
        [7, 'item_unavailable'],
      ],
    )
  })

  test('the first line that can be bought determines the shop', () => {
    const other = { shop: { id: 'shp_other' } }
    assert.deepEqual(problems(aLine('a', { ...other, status: 'sold' }), aLine('b'), aLine('c'), aLine('d', other)), [
      [0, 'out_of_stock'],
      [3, 'other_shop'],
    ])
  })

  test('a message states whether another buyer, the buyer’s deposit or the buyer’s order reserves the item', () => {
    const reserved = (buyerId: string, by: 'order' | 'hold') => contentOf(aLine('a', {}, { reservation: { buyerId, by } }))
    assert.match(reserved('usr_cleo', 'hold'), /reserved for another buyer/)
    assert.match(reserved('usr_ben', 'hold'), /has paid a deposit/)
    assert.match(reserved('usr_ben', 'order'), /already has an order/)
    assert.match(contentOf(aLine('a', { shipping: { kind: 'ask' } })), /no shipping price yet/)
    assert.match(contentOf(aLine('a', { shipping: { kind: 'pickup', place: null } })), /pickup only/)
  })

  test('the discount is split by price, and a checkout without a bundle is one item without a discount', () => {
    const one = factsOf().row
    assert.deepEqual(itemsOf(one), [{ id: 'lst_1', title: 'lst_1', cents: 10_000 }])
    assert.deepEqual(discountParts(one), [0])
    assert.deepEqual(discountParts(factsOf(bundle).row), [1_000, 500])
  })
})

describe('the amounts of a checkout', () => {
  test('the total is the price minus the discount plus the shipping, and unknown amounts count as zero', () => {
    const amounts = { item_cents: 10_000, discount_cents: 1_500, shipping_cents: 500 }
    assert.equal(totalOf(amounts), 9_000)
    assert.equal(totalOf({ ...amounts, discount_cents: null, shipping_cents: null }), 10_000)
  })

  test('only a counteroffer or an accepted offer has a price, and only until it expires', () => {
    const cents = (status: string, more: object = {}) => offeredCents(ctx, anOffer(status, more) as Parameters<typeof offeredCents>[1])
    assert.equal(cents('countered', { counter_cents: 8_000 }), 8_000)
    assert.equal(cents('accepted', { expires_at: at(-1) }), 7_000)
    assert.equal(cents('countered', { counter_cents: 8_000, expires_at: NOW }), null)
    for (const status of ['open', 'declined', 'withdrawn', 'lapsed']) assert.equal(cents(status), null, status)
  })

  test('the shipping comes from the order, then from the agreed order, then from the listing, then from the checkout', () => {
    const shipping = (facts: object) => shippingOfFacts(factsOf(facts))
    const order = (cents: number) => ({ shipping_cents: cents, pickup: false, shop_location: null })
    const stored = { row: { shipping_cents: 300 } }
    assert.deepEqual(shipping({ ...stored, order: order(100), agreed: order(200) }), { kind: 'sent', cents: 100 })
    assert.deepEqual(shipping({ ...stored, agreed: order(200) }), { kind: 'sent', cents: 200 })
    assert.deepEqual(shipping(stored), { kind: 'sent', cents: 500 })
    assert.deepEqual(shipping({ ...stored, card: null }), { kind: 'sent', cents: 300 })
    assert.deepEqual(shipping({ order: { shipping_cents: 0, pickup: true, shop_location: 'Ghent' } }), { kind: 'pickup', place: 'Ghent' })
    assert.deepEqual(shipping({ ...bundle, order: order(100) }), { kind: 'sent', cents: 500 }, 'a bundle is one parcel')
    assert.deepEqual(shipping({ row: { items: BUNDLE, shipping_cents: null } }), { kind: 'sent', cents: 0 })
  })
})

describe('the state of a checkout', () => {
  test('a checkout of a live listing with an address is ready', () => {
    assert.deepEqual(state({}), { status: 'ready_for_complete', messages: [] })
  })

  test('a paid order comes before a cancellation, a cancellation before the expiry, and the expiry before a pending payment', () => {
    const pending = { id: 'ord_1', paid_at: null, payment: 'pending', purchase_id: null }
    const ended = { cancelled_at: at(-1), expires_at: at(-1) }
    assert.deepEqual(state({ row: ended, order: { ...pending, paid_at: NOW } }), { status: 'completed', messages: [] })
    assert.deepEqual(state({ row: ended, order: pending }), { status: 'canceled', messages: [] })
    assert.deepEqual(summary(state({ row: { expires_at: NOW }, order: pending })), ['canceled', ['expired', undefined, undefined]])
    assert.deepEqual(summary(state({ order: pending })), ['complete_in_progress', ['payment_pending', undefined, undefined]])
  })

  test('while a payment is pending, the buyer continues at the order or, for a bundle, at the purchase', () => {
    const pending = { id: 'ord_1', paid_at: null, payment: 'pending', purchase_id: null }
    assert.equal(state({ order: pending }).at, 'https://market.test/buyer/orders/ord_1')
    assert.equal(state({ order: { ...pending, purchase_id: 'pur_1' } }).at, 'https://market.test/purchases/pur_1')
  })

  test('a listing that is deleted, sold or reserved for a different buyer cannot be bought', () => {
    const wrong = (facts: object) => summary(state(facts))
    assert.deepEqual(wrong({ lines: [aLine('lst_1', {}, { card: null })] }), ['incomplete', ['item_unavailable', 'recoverable', ITEM]])
    assert.deepEqual(wrong({ lines: [aLine('lst_1', { status: 'sold' })] }), ['incomplete', ['out_of_stock', 'recoverable', ITEM]])
    assert.deepEqual(wrong({ reserved: true }), ['incomplete', ['item_unavailable', 'recoverable', ITEM]])
  })

  test('neither the listing nor the offer matters once the checkout has an order, and the listing not once the offer is accepted', () => {
    const sold = { lines: [aLine('lst_1', { status: 'sold', priceCents: 9_000 })], reserved: true }
    const bought = { paid_at: null, payment: 'unpaid', shipping_cents: 500, pickup: false, item_cents: 10_000 }
    assert.equal(state({ ...sold, order: bought, row: { offer_id: 'off_1' } }).status, 'ready_for_complete')
    assert.equal(state({ ...sold, agreed: bought }).status, 'ready_for_complete')
    assert.deepEqual(summary(state({ agreed: { ...bought, item_cents: 9_000 } })), ['incomplete', ['price_changed', 'recoverable', ITEM]])
  })

  test('a changed price or shipping price is an error that states the new total', () => {
    const changed = (card: object) => state({ lines: [aLine('lst_1', card)] })
    assert.deepEqual(summary(changed({ priceCents: 11_000 })), ['incomplete', ['price_changed', 'recoverable', ITEM]])
    assert.match(changed({ priceCents: 11_000 }).messages[0]!.content, /now \$115\./)
    assert.match(changed({ shipping: { kind: 'sent', cents: 600 } }).messages[0]!.content, /now \$106\./)
    assert.match(changed({ shipping: { kind: 'ask' } }).messages[0]!.content, /now \$100\./)
  })

  test('the price of an offer applies instead of the listing’s price', () => {
    const row = { offer_id: 'off_1', item_cents: 8_000 }
    const offer = anOffer('countered', { counter_cents: 8_000 })
    assert.equal(state({ row, offer }).status, 'ready_for_complete')
    assert.deepEqual(summary(state({ row: { ...row, item_cents: 10_000 }, offer })), ['incomplete', ['price_changed', 'recoverable', ITEM]])
  })

  test('a checkout waits for the answer to an open offer, and rejects an offer that has ended or no longer exists', () => {
    const wrong = (offer: object | null) => state({ row: { offer_id: 'off_1' }, offer })
    const problem = (code: string) => ['incomplete', [code, 'recoverable', '$.offer.id']]
    assert.deepEqual(summary(wrong(anOffer('open'))), problem('offer_open'))
    assert.deepEqual(summary(wrong(null)), problem('offer_ended'))
    assert.deepEqual(summary(wrong(anOffer('declined'))), problem('offer_ended'))
    assert.deepEqual(summary(wrong(anOffer('open', { expires_at: NOW }))), problem('offer_ended'))
    assert.match(wrong(anOffer('countered', { expires_at: NOW })).messages[0]!.content, /This offer is expired\./)
    assert.equal(state({ row: { offer_id: 'off_1', item_cents: 7_000 }, offer: anOffer('accepted') }).status, 'ready_for_complete')
  })

  test('a bundle reports each line with a problem, or the first line whose price has changed, or changed totals', () => {
    const problems = [{ index: 1, code: 'other_shop', content: 'It is in another shop.' }]
    assert.deepEqual(state({ ...bundle, problems }).messages, [
      { type: 'error', code: 'other_shop', content: 'It is in another shop.', severity: 'recoverable', path: '$.line_items[1]' },
    ])
    assert.deepEqual(state({ ...bundle, quote: QUOTE }), { status: 'ready_for_complete', messages: [] })
    const changed = (facts: object) => state({ ...bundle, quote: QUOTE, ...facts }).messages.map(({ content, path }: { content: string; path?: string }) => [content, path]) // prettier-ignore
    const now = (text: string) => `The total is now ${text}. Update the checkout to accept it.`
    assert.deepEqual(changed({ lines: [bundle.lines[0]!, aLine('lst_2', { priceCents: 6_000 }, { cents: 5_000 })] }), [[now('$140'), ITEM.replace('0', '1')]]) // prettier-ignore
    assert.deepEqual(changed({ lines: [aLine('lst_1', { priceCents: 9_000 }), bundle.lines[1]!] }), [[now('$140'), ITEM]])
    assert.deepEqual(changed({ quote: { ...QUOTE, discountCents: 1_400, totalCents: 14_100 } }), [[now('$141'), '$.totals']])
    assert.deepEqual(changed({ quote: { ...QUOTE, shippingCents: 600, totalCents: 14_100 } }), [[now('$141'), '$.totals']])
  })

  test('an address is required unless the buyer picks up the item, and each missing field is named', () => {
    const at = '$.fulfillment.methods[0].destinations'
    assert.deepEqual(summary(state({ row: { destination: null } })), ['incomplete', ['missing', 'recoverable', at]])
    const { postal_code: _, ...partial } = DESTINATION
    assert.deepEqual(summary(state({ row: { destination: { ...partial, address_country: 'D' } } })), [
      'incomplete',
      ['missing', 'recoverable', `${at}[0].postal_code`],
      ['missing', 'recoverable', `${at}[0].address_country`],
    ])
    const pickup = {
      lines: [aLine('lst_1', { shipping: { kind: 'pickup', place: 'Ghent' } })],
      row: { destination: null, shipping_cents: 0 },
    }
    assert.deepEqual(state(pickup), {
      status: 'ready_for_complete',
      messages: [
        {
          type: 'warning',
          code: 'fulfillment',
          content: 'The place of pickup is Ghent.',
          path: '$.fulfillment',
          presentation: 'disclosure',
        },
      ],
    })
  })

  test('a guest needs a valid email address until the order exists', () => {
    const missing = ['incomplete', ['missing', 'recoverable', '$.buyer.email']]
    const order = { paid_at: null, payment: 'unpaid', shipping_cents: 500, pickup: false }
    assert.deepEqual(summary(state({ actor: GUEST })), missing)
    assert.deepEqual(summary(state({ actor: GUEST, row: { buyer: { email: 'ben@example' } } })), missing)
    assert.equal(state({ actor: GUEST, row: { buyer: { email: 'ben@example.test' } } }).status, 'ready_for_complete')
    assert.equal(state({ actor: GUEST, order }).status, 'ready_for_complete')
  })

  test('a guest can buy up to the limit for guests, and a larger total needs an account until the order exists', () => {
    const buyer = { email: 'ben@example.test' }
    const guest = (cents: number, more: object = {}) =>
      state({ actor: GUEST, row: { buyer, item_cents: cents, ...more }, lines: [aLine('lst_1', { priceCents: cents })] })
    assert.equal(guest(19_500).status, 'ready_for_complete')
    assert.deepEqual(guest(19_501), {
      status: 'requires_escalation',
      messages: [
        {
          type: 'error',
          code: 'over_limit',
          content: 'Purchases above $200 need an account, and the total is $200.01. The buyer can complete the purchase at continue_url.',
          severity: 'requires_buyer_review',
        },
      ],
    })
    const order = { paid_at: null, payment: 'unpaid', shipping_cents: 500, pickup: false }
    assert.equal(state({ actor: GUEST, order, row: { buyer, item_cents: 90_000 } }).status, 'ready_for_complete')
    const large = { row: { item_cents: 90_000 }, lines: [aLine('lst_1', { priceCents: 90_000 })] }
    assert.equal(state(large).status, 'ready_for_complete', 'a buyer with an account')
  })

  test('a total above the key’s limit requires the owner, and a total at the limit does not', () => {
    const capped = (maxOfferCents: number) => state({ actor: { ...BEN, maxOfferCents } })
    assert.equal(capped(10_500).status, 'ready_for_complete')
    assert.deepEqual(summary(capped(10_499)), ['requires_escalation', ['over_limit', 'requires_buyer_review', '$.totals']])
    assert.match(capped(10_499).messages[0]!.content, /at most \$104\.99 per purchase, but the total is \$105\./)
  })

  test('a pending approval sends the buyer to the approval, and a declined one remains visible', () => {
    const approval = (status: string) => state({ approval: { status, url: 'https://market.test/approvals/1' } })
    assert.deepEqual(summary(approval('pending')), ['requires_escalation', ['approval_required', 'requires_buyer_review', undefined]])
    assert.equal(approval('pending').at, 'https://market.test/approvals/1')
    assert.deepEqual(summary(approval('declined')), ['requires_escalation', ['approval_declined', 'requires_buyer_review', undefined]])
    assert.equal(approval('declined').at, undefined)
    assert.deepEqual(approval('failed'), { status: 'ready_for_complete', messages: [] })
  })

  test('a failed approval states the error’s message, or else a general message', () => {
    const failure = (approval: object | null) => failureOf(factsOf({ approval }))
    const because = (content: string) => ({ type: 'warning', code: 'approval_failed', content })
    const general = because('The buyer approved the purchase, but it failed. Try again.')
    assert.deepEqual(failure({ status: 'failed', result: { body: { error: { message: 'The card was declined.' } } } }), because('The card was declined.')) // prettier-ignore
    for (const result of [undefined, null, {}, { body: {} }, { body: { error: { message: 3 } } }])
      assert.deepEqual(failure({ status: 'failed', result }), general)
    for (const approval of [null, { status: 'pending' }, { status: 'done' }]) assert.equal(failure(approval), null)
  })
})

describe('a checkout in the protocol’s format', () => {
  const shown = (facts: Parameters<typeof factsOf>[0] = {}) => presentCheckout(ctx, factsOf(facts)) as Reply['body']

  test('an open checkout contains its item, its totals, its destination and the page on which the buyer can continue', () => {
    assert.deepEqual(shown({ row: { buyer: { email: 'ben@example.test' } } }), {
      id: 'chk_1',
      status: 'ready_for_complete',
      currency: 'USD',
      line_items: [
        {
          id: 'li_1',
          item: { id: 'lst_1', title: 'lst_1', price: 10_000 },
          quantity: 1,
          totals: [
            { type: 'subtotal', amount: 10_000 },
            { type: 'total', amount: 10_000 },
          ],
        },
      ],
      buyer: { email: 'ben@example.test' },
      totals: [
        { type: 'subtotal', amount: 10_000 },
        { type: 'fulfillment', display_text: 'Shipping', amount: 500 },
        { type: 'total', amount: 10_500 },
      ],
      links: [
        { type: 'terms_of_service', url: 'https://market.test/terms' },
        { type: 'privacy_policy', url: 'https://market.test/privacy' },
      ],
      expires_at: at(1).toISOString(),
      continue_url: 'https://market.test/lst_1',
      fulfillment: {
        methods: [
          {
            id: 'shipping',
            type: 'shipping',
            line_item_ids: ['li_1'],
            destinations: [{ ...DESTINATION, id: 'address' }],
            selected_destination_id: 'address',
            groups: [
              {
                id: 'parcel',
                line_item_ids: ['li_1'],
                options: [{ id: 'only', title: 'Shipping', totals: [{ type: 'total', amount: 500 }] }],
                selected_option_id: 'only',
              },
            ],
          },
        ],
      },
      handler: 'stripe',
    })
  })

  test('a completed checkout has an order, or for a bundle a purchase, and no page on which to continue', () => {
    const order = { id: 'ord_1', paid_at: NOW, purchase_id: null, shipping_cents: 500, pickup: false }
    const done = shown({ order })
    assert.deepEqual([done['status'], 'continue_url' in done, 'messages' in done], ['completed', false, false])
    assert.deepEqual(done['order'], { id: 'ord_1', permalink_url: 'https://market.test/buyer/orders/ord_1' })
    assert.deepEqual(shown({ ...bundle, order: { ...order, purchase_id: 'pur_1' } })['order'], {
      id: 'pur_1',
      permalink_url: 'https://market.test/purchases/pur_1',
    })
    const cancelled = shown({ order: { ...order, paid_at: null, payment: 'unpaid' }, row: { cancelled_at: NOW } })
    assert.deepEqual([cancelled['status'], 'continue_url' in cancelled, 'order' in cancelled], ['canceled', false, false])
    assert.equal('order' in shown({ order: { ...order, paid_at: null, payment: 'unpaid' } }), false, 'an unpaid order is not shown')
  })

  test('a checkout in test mode uses the test payments, and without payments it has no handler', () => {
    assert.equal(shown({ actor: { ...BEN, tenant: 'usr_sol' } })['handler'], 'test')
    assert.equal(presentCheckout({ ...ctx, payments: null }, factsOf()).handler, null)
  })

  test('a checkout shows its offer with the current status, and the reason why an approved completion failed', () => {
    const row = { offer_id: 'off_1', item_cents: 7_000 }
    assert.deepEqual(shown({ row, offer: anOffer('accepted') })['offer'], { id: 'off_1', status: 'accepted' })
    assert.deepEqual(shown({ row, offer: anOffer('open', { expires_at: NOW }) })['offer'], { id: 'off_1', status: 'expired' })
    const failed = shown({ approval: { status: 'failed' }, row: { destination: null } })
    assert.deepEqual(failed['messages'].map(({ code }: Message) => code), ['missing', 'approval_failed']) // prettier-ignore
  })

  test('a bundle shows each line’s share of the discount and the picture of each item that has one', () => {
    const cover = { variants: [{ size: 'thumb', key: 'a-thumb' }, { size: 'large', key: 'a-large' }] } // prettier-ignore
    const lines = [aLine('lst_1', { cover }), bundle.lines[1]!]
    const { line_items, totals, fulfillment, continue_url } = shown({ ...bundle, lines, quote: QUOTE })
    assert.deepEqual(
      line_items.map(({ id, item, totals: of }: Reply['body']) => [id, item.image_url, ...of.map(({ amount }: Reply['body']) => amount)]),
      [
        ['li_1', 'https://media.test/a-large', 10_000, -1_000, 9_000],
        ['li_2', undefined, 5_000, -500, 4_500],
      ],
    )
    assert.deepEqual(totals.map(({ type, amount }: Reply['body']) => [type, amount]), [['subtotal', 15_000], ['items_discount', -1_500], ['fulfillment', 500], ['total', 14_000]]) // prettier-ignore
    assert.deepEqual([fulfillment.methods[0].line_item_ids, continue_url], [['li_1', 'li_2'], 'https://market.test/sol/bundle?lst_1&lst_2']) // prettier-ignore
  })

  test('the buyer continues at the bundle of the first item’s shop, at the only item, or at the home page', () => {
    const [a, b] = [{ card: aCard('a') }, { card: aCard('b') }]
    const other = { card: aCard('c', { shop: { id: 'shp_other', slug: 'other' } }) }
    assert.equal(pageOf(ctx, [{ card: null }, a, other, b]), 'https://market.test/sol/bundle?a&b')
    assert.equal(pageOf(ctx, [a, other]), 'https://market.test/a')
    assert.equal(pageOf(ctx, [{ card: null }]), 'https://market.test/')
  })

  test('a pickup is shown with its place if the shop has one, and an unknown shipping price has no amount in the totals', () => {
    const method = (place: string | null) =>
      shown({ lines: [aLine('lst_1', { shipping: { kind: 'pickup', place } })], row: { shipping_cents: 0 } })
    const pickup = method('Ghent')
    assert.deepEqual(pickup['totals'][1], { type: 'fulfillment', display_text: 'Pickup', amount: 0 })
    const [{ type, destinations, selected_destination_id: selected, groups }] = pickup['fulfillment'].methods
    assert.deepEqual([type, destinations, selected], ['pickup', [{ id: 'place', address_locality: 'Ghent' }], 'place'])
    assert.deepEqual(groups[0].options, [{ id: 'only', title: 'Pickup', totals: [{ type: 'total', amount: 0 }] }])
    assert.deepEqual(method(null)['fulfillment'].methods[0].destinations, [{ id: 'place' }])
    const unpriced = shown({ lines: [aLine('lst_1', { shipping: { kind: 'ask' } })], row: { shipping_cents: null, destination: null } })
    assert.deepEqual(unpriced['totals'], [{ type: 'subtotal', amount: 10_000 }, { type: 'total', amount: 10_000 }]) // prettier-ignore
    const [option] = unpriced['fulfillment'].methods
    assert.deepEqual([option.destinations, option.selected_destination_id], [[], null])
    assert.deepEqual(option.groups[0].options[0], { id: 'only', title: 'Shipping by agreement', totals: [{ type: 'total', amount: 0 }] })
    const stored = shown({ row: { destination: { ...DESTINATION, id: 'adr_1' } } })
    assert.equal(stored['fulfillment'].methods[0].selected_destination_id, 'adr_1')
  })
})

describe('the address of a checkout', () => {
  const address = (destination: object | null, buyer: object | null = null) => addressOf(destination, buyer, BEN)
  const unnamed = { ...DESTINATION, first_name: undefined, last_name: undefined }

  test('a complete destination becomes an address with a country code', () => {
    const full = { ...DESTINATION, extended_address: 'Flat 2', address_region: 'NRW', address_country: 'Germany' }
    assert.deepEqual(address(full), { name: 'Ben Bauer', line1: 'Elm 1', line2: 'Flat 2', city: 'Bonn', state: 'NRW', postal_code: '53111', country: 'DE' }) // prettier-ignore
    assert.equal(address({ ...DESTINATION, address_country: 'Atlantis' })!.country, 'Atlantis')
  })

  test('the recipient’s name comes before the buyer’s name and the buyer’s name before the account’s, and has at most 100 characters', () => {
    assert.equal(address(DESTINATION, { first_name: 'Cleo' })!.name, 'Ben Bauer')
    assert.equal(address(unnamed, { first_name: 'Cleo', last_name: 'Cole' })!.name, 'Cleo Cole')
    assert.equal(address(unnamed, { last_name: 'Cole' })!.name, 'Cole')
    assert.equal(address(unnamed, {})!.name, 'Ben')
    assert.equal(address(unnamed)!.name, 'Ben')
    assert.equal(address({ ...DESTINATION, first_name: 'x'.repeat(100) })!.name, 'x'.repeat(100))
  })

  test('a destination without a street, a city, a postal code or a country of two letters is no address', () => {
    assert.equal(address(null), null)
    assert.deepEqual(missingOf({}), ['street_address', 'address_locality', 'postal_code', 'address_country'])
    for (const name of missingOf({})) {
      assert.deepEqual(missingOf({ ...DESTINATION, [name]: '' }), [name])
      assert.equal(address({ ...DESTINATION, [name]: undefined }), null)
    }
    assert.deepEqual(missingOf({ ...DESTINATION, street_address: '1', address_country: 'D' }), ['address_country'])
  })
})
