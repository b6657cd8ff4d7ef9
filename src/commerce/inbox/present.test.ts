import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OpenTask } from './index.ts'
import { presentInbox } from './present.ts'

const DAY = '2030-01-02T00:00:00.000Z'
const OFFER = { amount_cents: 4_050, note: null, counter_cents: null, counter_note: null, counter_by: null, expires_at: DAY, created_at: DAY, listing_id: 'lst_1', listing_price_cents: 9_000, buyer_name: 'Ben' } // prettier-ignore
const SALE = { listing_id: 'lst_1', ship_by: DAY, buyer_name: 'Ben' }
const task = (change: Record<string, unknown>) =>
  ({ kind: 'answer_offer', role: 'seller', record: 'offer', id: 'off_1', title: 'Lamp', shop_slug: 'attic', shop_name: 'Attic', cents: 4_050, until: new Date(DAY), cost: 'sale', late: 'The offer expires.', more: OFFER, ...change }) as unknown as OpenTask // prettier-ignore
const inbox = (...tasks: OpenTask[]) => presentInbox({ tasks, money: [], unread_threads: 0, unread_as_buyer: 0 })

test('the inbox sorts tasks into lists by their kind', () => {
  const kinds = ['answer_offer', 'ship_order', 'hand_over_order', 'answer_counter', 'answer_approval']
  const all = inbox(...kinds.map((kind) => task({ kind, id: kind, more: { ...OFFER, ...SALE } })))
  const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id)
  assert.deepEqual(
    [ids(all.offers_to_answer), ids(all.sales_to_ship), ids(all.counters_to_answer), all.tasks.map(({ record }) => record.id)],
    [['answer_offer'], ['ship_order', 'hand_over_order'], ['answer_counter'], kinds],
  )
  assert.deepEqual([all.offers_to_answer[0]!.status, all.counters_to_answer[0]!.status], ['open', 'countered'])
  const { money_problems, unread_threads, unread_as_buyer } = presentInbox({
    tasks: [],
    money: [
      { id: 'mcs_1', kind: 'chargeback', stage: 'open', amountCents: 1_250, order: 'ord_1', listing: 'Lamp', createdAt: new Date(DAY) },
      { id: 'mcs_2', kind: 'payout_failed', stage: null, amountCents: 5, order: null, listing: null, createdAt: new Date(DAY) },
    ],
    unread_threads: 3,
    unread_as_buyer: 2,
  })
  const shared = { object: 'money_problem', created_at: DAY }
  assert.deepEqual(money_problems, [
    { ...shared, kind: 'chargeback', stage: 'open', amount: 12.5, order: 'ord_1', listing: { title: 'Lamp' } },
    { ...shared, kind: 'payout_failed', stage: null, amount: 0.05, order: null, listing: null },
  ])
  assert.deepEqual([unread_threads, unread_as_buyer], [3, 2])
})

test('a task shows its record, shop, amount and deadline if it has them; approvals and webhooks have no title', () => {
  const shown = (change: Record<string, unknown>) => inbox(task(change)).tasks[0]!
  assert.deepEqual(shown({}), {
    object: 'task',
    kind: 'answer_offer',
    role: 'seller',
    record: { object: 'offer', id: 'off_1' },
    title: 'Lamp',
    shop: { slug: 'attic', name: 'Attic' },
    amount: 40.5,
    until: DAY,
    cost: 'sale',
    late: 'The offer expires.',
  })
  const { amount, until } = shown({ cents: null, until: null })
  assert.deepEqual([amount, until], [null, null])
  assert.deepEqual([shown({ shop_slug: null }).shop, shown({ shop_name: null }).shop], [null, null])
  assert.deepEqual([shown({ record: 'approval' }).title, shown({ record: 'webhook' }).title], [null, null])
})

test('an offer in the inbox shows its counteroffer, and empty texts for what is missing', () => {
  const [offer] = inbox(task({})).offers_to_answer
  assert.deepEqual(offer, {
    object: 'offer',
    id: 'off_1',
    status: 'open',
    amount: 40.5,
    note: '',
    counter: null,
    listing: { id: 'lst_1', title: 'Lamp', price: 90 },
    shop: { slug: 'attic', name: 'Attic' },
    buyer: { name: 'Ben' },
    expires_at: DAY,
    created_at: DAY,
  })
  const more = { ...OFFER, note: 'Please.', counter_cents: 6_000, counter_note: 'Last price.', counter_by: 'agent' }
  const [bare] = inbox(task({ more, title: null, shop_slug: null, shop_name: null })).offers_to_answer
  assert.deepEqual([bare!.note, bare!.counter], ['Please.', { amount: 60, note: 'Last price.', by: 'agent', expires_at: DAY }])
  assert.deepEqual([bare!.listing.title, bare!.shop], ['', { slug: '', name: '' }])
})

test('a sale in the inbox shows its total and the deadline for shipping', () => {
  const sale = (change: Record<string, unknown>) =>
    inbox(task({ kind: 'ship_order', id: 'ord_1', more: SALE, ...change })).sales_to_ship[0]!
  assert.deepEqual(sale({}), {
    object: 'order',
    id: 'ord_1',
    status: 'paid',
    total: 40.5,
    ship_by: DAY,
    listing: { id: 'lst_1', title: 'Lamp' },
    shop: { slug: 'attic', name: 'Attic' },
    buyer: { name: 'Ben' },
  })
  const { total, ship_by, listing, shop } = sale({ cents: null, title: null, shop_slug: null, shop_name: null, more: { ...SALE, ship_by: null } }) // prettier-ignore
  assert.deepEqual([total, ship_by, listing.title, shop], [0, null, '', { slug: '', name: '' }])
})
