import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MONEY_CASE_KINDS } from '#commerce/payment-exceptions/rules.ts'
import { startApp } from '#test/app.ts'
import { makeListing, makeOffer, makeOrder, makeShop } from '#test/rows.ts'

const HOUR_MS = 3600_000

test('the inbox lists the tasks from all of the account’s shops, and no tasks from other accounts', async (t) => {
  const app = await startApp(t)
  const { ctx } = app.service
  const [ana, ben, cleo] = [await app.signUp('Ana'), await app.signUp('Ben Baker'), await app.signUp('Cleo')]
  const inbox = async (key: string) => (await app.call('GET', '/v1/inbox', { key })).body
  const empty = {
    object: 'inbox',
    offers_to_answer: [],
    sales_to_ship: [],
    money_problems: [],
    unread_threads: 0,
    counters_to_answer: [],
    unread_as_buyer: 0,
    tasks: [],
  }
  assert.deepEqual(await inbox(ana.key), empty)

  const [coats, lamps] = [await makeShop(ctx, ana.id), await makeShop(ctx, ana.id)]
  // without the negotiator, every offer creates a task for the shop's owner
  await ctx.db.updateTable('shops').set({ haggle: false }).execute()
  const [coat, lamp, hat] = [await makeListing(ctx, coats), await makeListing(ctx, lamps), await makeListing(ctx, coats)]
  const at = (hours: number) => new Date(ctx.now().getTime() + hours * HOUR_MS)
  const [later, sooner] = [at(40), at(2)]
  const first = await makeOffer(ctx, coats, coat, { buyerId: ben.id, expiresAt: later, amountCents: 12_50 })
  const second = await makeOffer(ctx, lamps, lamp, { buyerId: ben.id, expiresAt: sooner })
  await makeOffer(ctx, coats, hat, { buyerId: cleo.id, status: 'declined' })
  const counter = await makeOffer(ctx, coats, hat, { buyerId: ben.id, status: 'countered', counterCents: 50_25 })
  const sale = await makeOrder(ctx, lamps, lamp, { buyerId: ben.id, status: 'paid', shipBy: later, itemCents: 40_10, shippingCents: 5_05 })
  for (const status of ['awaiting_payment', 'shipped'] as const)
    await makeOrder(ctx, coats, await makeListing(ctx, coats), { buyerId: ben.id, status })
  const about = (listing: { id: string }, shop: { slug: string }) => ({
    listing: { id: listing.id, title: 'Wool coat' },
    shop: { slug: shop.slug, name: `Shop ${shop.slug}` },
    buyer: { name: 'Ben Baker' },
  })
  const priced = (...of: Parameters<typeof about>) => ({ ...about(...of), listing: { ...about(...of).listing, price: 60 } })
  for (const text of ['one', 'two']) await app.call('POST', '/v1/threads', { key: ben.key, json: { listing: coat.id, text } })
  const { body: thread } = await app.call('POST', '/v1/threads', { key: cleo.key, json: { shop: coats.slug, text: 'Open?' } })
  await app.call('POST', `/v1/threads/${thread.id}/messages`, { key: ana.key, json: { text: 'Yes.' } })

  const seen = await inbox(ana.key)
  assert.deepEqual(seen, {
    ...empty,
    offers_to_answer: [
      {
        object: 'offer',
        id: second,
        status: 'open',
        amount: 40,
        note: '',
        counter: null,
        ...priced(lamp, lamps),
        expires_at: sooner.toISOString(),
        created_at: seen.offers_to_answer[0].created_at,
      },
      {
        object: 'offer',
        id: first,
        status: 'open',
        amount: 12.5,
        note: '',
        counter: null,
        ...priced(coat, coats),
        expires_at: later.toISOString(),
        created_at: seen.offers_to_answer[1].created_at,
      },
    ],
    sales_to_ship: [{ object: 'order', id: sale, status: 'paid', total: 45.15, ship_by: later.toISOString(), ...about(lamp, lamps) }],
    unread_threads: 1,
    tasks: seen.tasks,
  })
  const summaries = (tasks: { kind: string; record: { id: string }; until: string | null }[]) =>
    tasks.map(({ kind, record, until }) => [kind, record.id, until])
  assert.deepEqual(summaries(seen.tasks), [
    ['ship_order', sale, later.toISOString()],
    ['answer_offer', second, sooner.toISOString()],
    ['answer_offer', first, later.toISOString()],
    ['answer_message', seen.tasks[3].record.id, null],
  ])
  const bens = await inbox(ben.key)
  assert.deepEqual(
    [
      bens.offers_to_answer,
      bens.sales_to_ship,
      bens.unread_threads,
      bens.counters_to_answer.length,
      bens.counters_to_answer[0].id,
      bens.counters_to_answer[0].counter.amount,
    ],
    [[], [], 0, 1, counter, 50.25],
  )
  const cleos = await inbox(cleo.key)
  assert.deepEqual(cleos, { ...empty, unread_as_buyer: 1, tasks: cleos.tasks })
  assert.deepEqual(summaries(cleos.tasks), [['read_message', thread.id, null]])
  assert.equal((await app.call('GET', '/v1/inbox')).status, 401)

  await app.advance(3 * 3600)
  // the inbox already treats the offer as expired, although the stored status is still `open`
  const over = new Date(ctx.now().getTime() - 1)
  await ctx.db.updateTable('offers').set({ expires_at: over, counter_expires_at: over }).where('id', '=', counter).execute()
  assert.deepEqual(
    (await inbox(ana.key)).offers_to_answer.map((one: { id: string }) => one.id),
    [first],
  )
  assert.deepEqual((await inbox(ben.key)).counters_to_answer, [])
})

test('the inbox lists the account’s open payment exceptions, newest first, and none of other accounts', async (t) => {
  const app = await startApp(t)
  const { ctx } = app.service
  const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
  const shop = await makeShop(ctx, ana.id)
  const order = await makeOrder(ctx, shop, await makeListing(ctx, shop), { buyerId: ben.id, status: 'paid', title: 'Lamp' })
  const at = (hours: number) => new Date(ctx.now().getTime() - hours * HOUR_MS)
  const [early, late] = [at(3), at(1)]
  const insertCase = async (accountId: string, kind: (typeof MONEY_CASE_KINDS)[number], createdAt: Date, more: object = {}) => {
    const id = ctx.newId('mcs')
    const row = { id, provider: 'test' as const, kind, ref: id, account_id: accountId, amount_cents: 12_00 }
    await ctx.db
      .insertInto('money_cases')
      .values({ ...row, created_at: createdAt, updated_at: ctx.now(), ...more })
      .execute()
  }
  await insertCase(ana.id, 'chargeback', early, { stage: 'open', amount_cents: 105_50, order_id: order })
  await insertCase(ana.id, 'payout_failed', late)
  await insertCase(ana.id, 'transfer_failed', late, { closed_at: ctx.now() })
  await insertCase(ana.id, 'mismatch', late)
  await insertCase(ana.id, 'refund_failed', late)
  await insertCase(ben.id, 'transfer_reversed', late)
  const problems = async (key: string) => (await app.call('GET', '/v1/inbox', { key })).body.money_problems
  const problem = { object: 'money_problem', stage: null, amount: 12, order: null, listing: null, created_at: late.toISOString() }
  assert.deepEqual(await problems(ana.key), [
    { ...problem, kind: 'payout_failed' },
    { ...problem, kind: 'chargeback', stage: 'open', amount: 105.5, order, listing: { title: 'Lamp' }, created_at: early.toISOString() },
  ])
  assert.deepEqual(await problems(ben.key), [{ ...problem, kind: 'transfer_reversed' }])
})

test('the Today page names the buyer in a seller’s tasks, and the overview names the shop in a buyer’s tasks', async (t) => {
  const app = await startApp(t)
  const { ctx } = app.service
  const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben Baker')]
  const shop = await makeShop(ctx, ana.id, { name: 'Attic' })
  await ctx.db.updateTable('shops').set({ haggle: false, answer_questions: false }).execute()
  const listing = () => makeListing(ctx, shop)
  await makeOrder(ctx, shop, await listing(), { buyerId: ben.id, status: 'paid', title: 'Lamp' })
  await makeOrder(ctx, shop, await listing(), { buyerId: ben.id, status: 'completed', title: 'Vase' })
  await makeOffer(ctx, shop, await listing(), { buyerId: ben.id, title: 'Coat', amountCents: 40_50 })
  await makeOffer(ctx, shop, await listing(), { buyerId: ben.id, title: 'Hat', status: 'countered', counterCents: 50_25 })
  const subject = await listing()
  const { body: thread } = await app.call('POST', '/v1/threads', { key: ben.key, json: { listing: subject.id, text: 'Is it new?' } })
  const textOf = async (path: string, { cookie }: { cookie: string }) =>
    (await app.call('GET', path, { cookie })).body.replaceAll(/<[^>]+>/g, '')
  const sellers = await textOf('/app', ana)
  for (const task of [
    /Ben Baker paid \$60 \+ \$6 shipping for Lamp/,
    /Ben Baker offers \$40\.50 for Coat/,
    /Ben Baker asks about Wool coat/,
  ])
    assert.match(sellers, task)
  await app.call('POST', `/v1/threads/${thread.id}/messages`, { key: ana.key, json: { text: 'Yes.' } })
  const buyers = await textOf('/you', ben)
  for (const task of [/How was Vase from Attic\?/, /Attic counters with \$50\.25 for Hat/, /Attic wrote to you about Wool coat/])
    assert.match(buyers, task)
})
