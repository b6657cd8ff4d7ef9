import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { orderOf, orderOfPurchase, type BuyersOrder, type BuyersPurchase } from './order.ts'

const urls = {
  order: (role: string, id: string) => `https://shop.test/${role}/${id}`,
  purchase: (id: string) => `https://shop.test/purchases/${id}`,
}
const ADDRESS = { name: 'Ben Bauer', line1: 'Elm 1', line2: null, city: 'Bonn', state: null, postal_code: '53111', country: 'DE' }
const NO_TRACKING = { carrier: null, number: null, url: null }
const TRACKING = { carrier: 'DHL', number: 'JD01', url: 'https://dhl.test/JD01' }
const step = (status: string, at: string) => ({ at, status, by: 'seller' })
const PAID = step('paid', '2026-11-20T10:00:00.000Z')
const SHIPPED = step('shipped', '2026-11-21T10:00:00.000Z')
const DELIVERED = step('delivered', '2026-11-22T10:00:00.000Z')
const CANCELLED = step('cancelled', '2026-11-23T10:00:00.000Z')

/** Returns a buyer's paid order for $100.10 and $5.05 of shipping. */
const anOrder = (more: object = {}): BuyersOrder =>
  ({
    id: 'ord_1',
    status: 'paid',
    listing: { id: 'lst_1', title: 'Wool coat', url: '', photo: null },
    item: 100.1,
    shipping: 5.05,
    total: 105.15,
    refunded: 0,
    pickup: false,
    pickup_place: null,
    address: ADDRESS,
    tracking: NO_TRACKING,
    ship_by: '2026-11-27T10:00:00.000Z',
    problem: null,
    timeline: [PAID],
    updated_at: '2026-11-24T10:00:00.000Z',
    ...more,
  }) as unknown as BuyersOrder
const shown = (more: object = {}) => orderOf(urls, anOrder(more), 'chk_1')
const expectation = (more: object) => shown(more).fulfillment.expectations[0]!

describe('an order in the protocol’s format', () => {
  test('a paid order lists its item, its amounts in cents, its destination and its shipping deadline', () => {
    assert.deepEqual(shown(), {
      id: 'ord_1',
      checkout_id: 'chk_1',
      permalink_url: 'https://shop.test/buyer/ord_1',
      currency: 'USD',
      line_items: [
        {
          id: 'li_1',
          item: { id: 'lst_1', title: 'Wool coat', price: 10_010 },
          quantity: { original: 1, total: 1, fulfilled: 0 },
          totals: [
            { type: 'subtotal', amount: 10_010 },
            { type: 'total', amount: 10_010 },
          ],
          status: 'processing',
        },
      ],
      fulfillment: {
        expectations: [
          {
            id: 'exp_1',
            line_items: [{ id: 'li_1', quantity: 1 }],
            method_type: 'shipping',
            destination: {
              first_name: 'Ben Bauer',
              street_address: 'Elm 1',
              address_locality: 'Bonn',
              postal_code: '53111',
              address_country: 'DE',
            },
            description: 'Ships by 2026-11-27',
          },
        ],
        events: [],
      },
      adjustments: [],
      totals: [
        { type: 'subtotal', amount: 10_010 },
        { type: 'fulfillment', display_text: 'Shipping', amount: 505 },
        { type: 'total', amount: 10_515 },
      ],
    })
  })

  test('an order without a checkout uses its own id as the checkout’s id', () => {
    assert.equal(orderOf(urls, anOrder(), undefined).checkout_id, 'ord_1')
  })

  test('an order includes the photo, the second address line and the state if they exist', () => {
    const { line_items, fulfillment } = shown({
      listing: { id: 'lst_1', title: 'Wool coat', photo: 'https://shop.test/a.jpg' },
      address: { ...ADDRESS, line2: 'Flat 2', state: 'NRW' },
    })
    assert.equal(line_items[0]!.item.image_url, 'https://shop.test/a.jpg')
    assert.deepEqual(fulfillment.expectations[0]!.destination, {
      first_name: 'Ben Bauer',
      street_address: 'Elm 1',
      extended_address: 'Flat 2',
      address_locality: 'Bonn',
      address_region: 'NRW',
      postal_code: '53111',
      address_country: 'DE',
    })
  })

  test('an order for pickup names the place of pickup if the shop has one, and never an address', () => {
    const place = { pickup: true, shipping: 0, total: 100.1, pickup_place: 'Ghent' }
    assert.deepEqual(expectation(place), {
      id: 'exp_1',
      line_items: [{ id: 'li_1', quantity: 1 }],
      method_type: 'pickup',
      destination: { address_locality: 'Ghent' },
      description: 'Pickup from the seller',
    })
    assert.deepEqual(expectation({ ...place, pickup_place: null }).destination, {})
    assert.deepEqual(shown(place).totals, [
      { type: 'subtotal', amount: 10_010 },
      { type: 'fulfillment', display_text: 'Pickup', amount: 0 },
      { type: 'total', amount: 10_010 },
    ])
  })

  test('an order whose shipping price is not agreed has no shipping amount, and without an address its destination is empty', () => {
    const unpriced = { shipping: null, total: 100.1, address: null }
    assert.deepEqual(shown(unpriced).totals, [
      { type: 'subtotal', amount: 10_010 },
      { type: 'total', amount: 10_010 },
    ])
    assert.deepEqual(expectation(unpriced).destination, {})
  })

  test('only an order that is paid and not yet shipped states a shipping deadline', () => {
    assert.equal('description' in expectation({ status: 'shipped', timeline: [PAID, SHIPPED] }), false)
    assert.equal('description' in expectation({ status: 'awaiting_payment', timeline: [] }), false)
    assert.equal('description' in expectation({ ship_by: null }), false)
  })

  test('each status maps to a line status, and only lines that were not undone are expected', () => {
    const lineOf = (status: string, timeline: object[]) => {
      const { line_items: lines, fulfillment } = shown({ status, timeline })
      const { quantity, status: line } = lines[0]!
      return [line, quantity.total, quantity.fulfilled, fulfillment.expectations.length]
    }
    assert.deepEqual(lineOf('awaiting_payment', []), ['processing', 1, 0, 1])
    assert.deepEqual(lineOf('paid', [PAID]), ['processing', 1, 0, 1])
    assert.deepEqual(lineOf('shipped', [PAID, SHIPPED]), ['fulfilled', 1, 1, 1])
    assert.deepEqual(lineOf('delivered', [PAID, DELIVERED]), ['fulfilled', 1, 1, 1])
    assert.deepEqual(lineOf('completed', [PAID, step('completed', '2026-11-25T10:00:00.000Z')]), ['fulfilled', 1, 1, 1])
    assert.deepEqual(lineOf('problem', [PAID, SHIPPED, step('problem', '2026-11-25T10:00:00.000Z')]), ['fulfilled', 1, 1, 1])
    for (const status of ['cancelled', 'expired', 'refunded']) assert.deepEqual(lineOf(status, [PAID, SHIPPED]), ['removed', 0, 0, 0])
  })

  test('events contain shipping and delivery with their times, and the tracking data that exists', () => {
    const timeline = [PAID, SHIPPED, DELIVERED]
    const event = (status: string, at: string) => ({
      id: `ord_1_${status}`,
      occurred_at: at,
      type: status,
      line_items: [{ id: 'li_1', quantity: 1 }],
    })
    assert.deepEqual(shown({ status: 'delivered', timeline }).fulfillment.events, [
      event('shipped', SHIPPED.at),
      event('delivered', DELIVERED.at),
    ])
    const tracked = { tracking_number: 'JD01', tracking_url: 'https://dhl.test/JD01', carrier: 'DHL' }
    assert.deepEqual(shown({ status: 'shipped', timeline: [PAID, SHIPPED], tracking: TRACKING }).fulfillment.events, [
      { ...event('shipped', SHIPPED.at), ...tracked },
    ])
  })

  test('adjustments are a dispute, a cancellation and a refund, each with its own time, and the refund in cents', () => {
    const timeline = [PAID, CANCELLED]
    const problem = { reported_at: '2026-11-22T12:00:00.000Z' }
    const dispute = { id: 'ord_1_problem', type: 'dispute', occurred_at: problem.reported_at, status: 'pending' }
    const cancellation = { id: 'ord_1_cancelled', type: 'cancellation', occurred_at: CANCELLED.at, status: 'completed' }
    const refund = (amount: number) => ({
      id: 'ord_1_refund',
      type: 'refund',
      occurred_at: '2026-11-24T10:00:00.000Z',
      status: 'completed',
      totals: [{ type: 'total', amount }],
    })
    assert.deepEqual(shown({ status: 'problem', problem }).adjustments, [dispute])
    assert.deepEqual(shown({ status: 'cancelled', timeline, problem, refunded: 105.15 }).adjustments, [
      dispute,
      cancellation,
      refund(-10_515),
    ])
    assert.deepEqual(shown({ status: 'cancelled', timeline }).adjustments, [cancellation], 'an unpaid order has no refund')
    assert.deepEqual(shown({ refunded: 0.01 }).adjustments, [refund(-1)])
  })
})

describe('a purchase in the protocol’s format', () => {
  const lamp = anOrder({ item: 18, shipping: 10, total: 28 })
  const shelf = anOrder({ id: 'ord_2', listing: { id: 'lst_2', title: 'Oak shelf', photo: null }, item: 27, shipping: 0, total: 27 })
  const purchase = (orders: readonly BuyersOrder[] = [lamp, shelf], more: Partial<BuyersPurchase> = {}) =>
    orderOfPurchase(
      urls,
      {
        id: 'pur_1',
        discountCents: 500,
        shippingCents: 1_000,
        totalCents: 5_500,
        orders: orders.map((order, index) => ({ order, discountCents: [200, 300][index]! })),
        ...more,
      },
      'chk_1',
    )

  test('a purchase has one line per order, at the price before the discount, and its totals add up', () => {
    const { line_items, totals, ...rest } = purchase()
    assert.deepEqual(rest, {
      ...rest,
      id: 'pur_1',
      checkout_id: 'chk_1',
      permalink_url: 'https://shop.test/purchases/pur_1',
      currency: 'USD',
    })
    assert.deepEqual(
      line_items.map(({ id, item, totals: amounts }) => [id, item.id, item.price, amounts.map(({ type, amount }) => [type, amount])]),
      [
        ['li_1', 'lst_1', 2_000, [['subtotal', 2_000], ['items_discount', -200], ['total', 1_800]]],
        ['li_2', 'lst_2', 3_000, [['subtotal', 3_000], ['items_discount', -300], ['total', 2_700]]],
      ], // prettier-ignore
    )
    assert.deepEqual(totals, [
      { type: 'subtotal', amount: 5_000 },
      { type: 'items_discount', display_text: 'Bundle discount', amount: -500 },
      { type: 'fulfillment', display_text: 'Shipping', amount: 1_000 },
      { type: 'total', amount: 5_500 },
    ])
  })

  test('a purchase without a discount has no discount entry, because the protocol does not permit zero', () => {
    const { totals } = purchase([lamp], { discountCents: 0, totalCents: 6_000 })
    assert.deepEqual(totals.map(({ type, amount }) => [type, amount]), [['subtotal', 5_000], ['fulfillment', 1_000], ['total', 6_000]]) // prettier-ignore
  })

  test('a purchase has one expectation for the items that are still expected, with the deadline of an unshipped item', () => {
    const cancelled = { ...lamp, status: 'cancelled' } as BuyersOrder
    const [one, none] = purchase([cancelled, shelf]).fulfillment.expectations
    assert.deepEqual([one!.line_items, none], [[{ id: 'li_2', quantity: 1 }], undefined])
    const shipped = { ...lamp, status: 'shipped', ship_by: '2026-11-01T00:00:00.000Z' } as BuyersOrder
    assert.equal(purchase([shipped, shelf]).fulfillment.expectations[0]!.description, 'Ships by 2026-11-27')
    assert.deepEqual(purchase([cancelled, { ...shelf, status: 'refunded' }]).fulfillment.expectations, [])
  })

  test('orders share an event only if they were shipped at the same time with the same tracking number', () => {
    const sent = (order: BuyersOrder, number: string, at = SHIPPED.at) =>
      ({ ...order, status: 'shipped', tracking: { ...TRACKING, number }, timeline: [PAID, step('shipped', at)] }) as unknown as BuyersOrder
    const linesOf = (one: BuyersOrder, other: BuyersOrder) =>
      purchase([one, other]).fulfillment.events.map(({ id, line_items: lines }) => [id, ...lines.map((line) => line.id)])
    assert.deepEqual(linesOf(sent(lamp, 'A'), sent(shelf, 'A')), [['ord_1_shipped', 'li_1', 'li_2']])
    const apart = [['ord_1_shipped', 'li_1'], ['ord_2_shipped', 'li_2']] // prettier-ignore
    assert.deepEqual(linesOf(sent(lamp, 'A'), sent(shelf, 'B')), apart)
    assert.deepEqual(linesOf(sent(lamp, 'A'), sent(shelf, 'A', DELIVERED.at)), apart)
  })

  test('each adjustment of a purchase names its item, and removes the line only if the order was cancelled or refunded', () => {
    const problem = { reported_at: '2026-11-22T12:00:00.000Z' }
    const about = (order: BuyersOrder) =>
      purchase([lamp, order]).adjustments.map(({ type, line_items: lines, description }: { type: string; line_items?: unknown; description?: string }) => [type, description, lines]) // prettier-ignore
    const gone = [{ id: 'li_2', quantity: -1 }]
    assert.deepEqual(about({ ...shelf, problem } as BuyersOrder), [['dispute', 'Oak shelf', undefined]])
    assert.deepEqual(about({ ...shelf, refunded: 5 }), [['refund', 'Oak shelf', undefined]], 'a part of the price')
    for (const status of ['cancelled', 'refunded'])
      assert.deepEqual(about({ ...shelf, status, refunded: 27 } as BuyersOrder), [['refund', 'Oak shelf', gone]])
    assert.deepEqual(about({ ...shelf, status: 'cancelled', timeline: [PAID, CANCELLED] } as unknown as BuyersOrder), [['cancellation', 'Oak shelf', gone]]) // prettier-ignore
  })
})
