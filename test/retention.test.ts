import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { RETENTION, type Ends } from '#platform/retention/rules.ts'
import { storeRun } from '#helpers/state/runs.ts'
import { deleteOlderChat } from '#helpers/listing-agent/queries.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { startReceiver, type Receiver } from '#test/fakes/receiver.ts'
import { likeEarlier } from '#test/likers.ts'
import { openSeller, type Seller } from '#test/factories.ts'
import { HOME } from '#test/sales.ts'
import { CART, CHECKOUT, of, paying } from '#test/ucp/buying.ts'
import { startPlatform, type Platform } from '#test/ucp/platform.ts'
import { lifetime } from '#test/lifetime.ts'

const DAY = 86_400
/** Days between two rounds of simulated traffic. The long run simulates every day. */
const STEP = process.env['ATTACK'] === 'long' ? 1 : 10
/** Day by which the row counts must have settled: the longest retention period in `RETENTION` plus a margin. */
const SETTLED = 200
const YEAR = 370

const tables = Object.entries(RETENTION)
const isKind = (entry: (typeof tables)[number], by: Ends['by']): boolean => entry[1].ends.by === by

describe('data retention', () => {
  const life = lifetime()
  let app: TestApp
  let receiver: Receiver
  before(async () => {
    app = await startApp(life)
    receiver = await startReceiver(life)
  })
  const rows = async <T>(text: string): Promise<T[]> => (await sql<T>`${sql.raw(text)}`.execute(app.service.ctx.db)).rows

  test('every table in the schema has a retention rule', async () => {
    const found = await rows<{ name: string }>(
      `select relname as name from pg_class where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace and relname <> 'schema_migrations' order by 1`,
    )
    assert.deepEqual(
      tables.map(([name]) => name).toSorted(),
      found.map(({ name }) => name),
    )
    for (const [table, { ends, outlivesAccount = {} }] of tables) {
      const parent = 'of' in ends ? ends.of : ends.by === 'age' ? (ends.per ?? table) : table
      assert.ok(parent in RETENTION, `${table} is deleted with ${parent}, which is no table`)
      for (const column of Object.keys(outlivesAccount)) await rows(`select "${column}" from ${table} limit 0`)
    }
  })

  test('a run of the retention job uses an index, so the run is cheap if there are no rows to delete', async () => {
    for (const [table, { ends }] of tables) {
      if (ends.by !== 'age') continue
      const plan = await app.service.ctx.db.transaction().execute(async (tx) => {
        await sql`set local enable_seqscan = off`.execute(tx)
        await sql`set local enable_bitmapscan = off`.execute(tx)
        // Sorting costs nothing in almost empty tables. With this setting, the planner sorts only if no index provides the order.
        await sql`set local enable_sort = off`.execute(tx)
        const explained = await sql<{ 'QUERY PLAN': string }>`explain select 1 from ${sql.table(table)}
          where ${sql.raw(ends.column)} < '2020-01-01' and ${sql.raw(ends.where ?? 'true')} order by ${sql.raw(ends.column)} limit 10`.execute(
          tx,
        )
        return explained.rows.map((row) => row['QUERY PLAN']).join('\n')
      })
      // A sort or a full scan in the plan shows that no index begins with the time column.
      if (table !== 'embedding_days') assert.doesNotMatch(plan, new RegExp(`Sort|Seq Scan on ${table}`), `${table}: ${plan}`)
    }
  })

  test('the cleanup deletes old helper messages about a listing, and leaves only the latest message', async () => {
    const seller = await openSeller(app, 'Helped')
    const { id } = await seller.list({ title: 'Lamp' })
    const { db } = app.service.ctx
    await sql`insert into listing_chats (id, listing_id, role, text, created_at)
      select 'cht_' || n, ${id}, 'seller', 'x', now() + n * interval '1 second' from generate_series(1, 250) n`.execute(db)
    await deleteOlderChat(db, id, 200)
    const [left] = await rows<Record<string, unknown>>(
      `select (select count(*) from listing_chats) as chats, (select min(created_at) = (select created_at from listing_chats where id = 'cht_51') from listing_chats) as newest`,
    )
    assert.deepEqual(left, { chats: 200, newest: true })
    for (let run = 0; run < 14; run++) {
      const started = await seller.call('POST', `/v1/listings/${id}/research`, { json: {} })
      assert.equal(started.status, 202, JSON.stringify(started.body))
      await app.advance(1)
    }
    assert.deepEqual(await rows(`select count(*) as n from research_runs where listing_id = '${id}'`), [{ n: 10 }])
  })

  test('the retention job merges old daily view counts into a total, which leaves the statistics unchanged', async () => {
    const seller = await openSeller(app, 'Seen')
    const { id } = await seller.list({ title: 'Lamp', price: 10, publish: true })
    await sql`insert into daily_counts (subject, kind, day, count)
      select s, k, current_date - n, 2 from unnest(array[${id}, 'lst_gone']::text[]) s, unnest(array['view', 'share']) k, generate_series(1, 40) n`.execute(
      app.service.ctx.db,
    )
    await app.advance(120 * DAY)
    assert.deepEqual(await rows(`select kind, count from daily_counts where subject in ('${id}', 'lst_gone') order by kind`), [
      { kind: 'share', count: 80 },
      { kind: 'view', count: 80 },
    ])
    assert.equal((await seller.call('GET', `/v1/listings/${id}`)).body.stats.views, 80)
  })

  test('during a year of constant traffic, the size of every table stays bounded', async (t) => {
    const scene = await openScene(app, receiver, t)
    const counts = new Map<number, Map<string, number>>()
    let day = 0
    for (let round = 0; day < YEAR; round++, day += STEP) {
      await traffic(scene, round)
      await app.advance(STEP * DAY)
      // These two tables use the clock of the machine, which the test cannot advance.
      for (const table of ['market_changes', 'shown_changes']) await rows(`update ${table} set at = at - interval '${STEP} days'`)
      if (day <= SETTLED && day + STEP > SETTLED) counts.set(SETTLED, await countAll())
    }
    counts.set(YEAR, await countAll())
    const [settled, year] = [counts.get(SETTLED)!, counts.get(YEAR)!]
    const share = (at: Map<string, number>, table: string, of: string) => at.get(table)! / Math.max(1, at.get(of)!)

    const grown = tables.flatMap((entry) => {
      const [table, { ends }] = entry
      const summary = `${table}: ${settled.get(table)} after ${SETTLED} days, ${year.get(table)} after ${YEAR}`
      const per = ends.by === 'record' ? ends.of : ends.by === 'age' ? ends.per : undefined
      if (per !== undefined) return share(year, table, per) > share(settled, table, per) * 1.15 + 0.05 ? [summary] : []
      if (isKind(entry, 'age') || isKind(entry, 'own job')) return year.get(table)! > settled.get(table)! * 1.15 + 10 ? [summary] : []
      if (ends.by === 'fixed') return year.get(table)! > ends.rows ? [summary] : []
      return []
    })
    assert.deepEqual(grown, [])
    for (const [table, { ends }] of tables)
      if (ends.by === 'count') {
        const over = await rows(`select ${ends.column} from ${table} group by 1 having count(*) > ${ends.most}`)
        assert.deepEqual(over, [], table)
      }
    const [jobs] = await rows<{ open: number }>('select count(*) as open from graphile_worker._private_jobs')
    assert.ok(jobs!.open < 50, `${jobs!.open} jobs are left over`)

    const untouched = tables.filter(([table]) => year.get(table) === 0 && settled.get(table) === 0).map(([table]) => table)
    t.diagnostic(`no traffic reached ${untouched.join(', ')}`)
    assert.deepEqual(
      untouched.filter((table) => !UNTOUCHED.includes(table)),
      [],
      'the traffic writes to every table that it can',
    )

    async function countAll(): Promise<Map<string, number>> {
      // Runs the cleanup jobs for the data that the last round has left behind.
      await app.advance(61)
      await app.service.ctx.requestLog.flush()
      const all = tables.map(([table]) =>
        // Excludes the one row per record that stores the total, because only the number of daily rows must stay bounded.
        table === 'daily_counts'
          ? `select '${table}' as name, (select count(*) from daily_counts where day > '0001-01-01') as n`
          : `select '${table}' as name, (select count(*) from ${table}) as n`,
      )
      return new Map((await rows<{ name: string; n: number }>(all.join(' union all '))).map(({ name, n }) => [name, n]))
    }
  })
})

/**
 * Tables that the simulated traffic leaves empty: tables whose rows are deleted soon, and tables that only an operator, a provider or the
 * demo writes to. Other tests cover the cleanup of these tables.
 */
const UNTOUCHED = [
  ...[
    'appeals',
    'audit_log',
    'demo_market',
    'demo_pictures',
    'embedding_days',
    'embedding_turn',
    'listing_vectors',
    'measures',
    'model_days',
    'operator_settings',
  ],
  ...[
    'payout_accounts',
    'payment_customers',
    'holds',
    'mailed_links',
    'like_changes',
    'market_changes',
    'shown_changes',
    'visits',
    'visit_salts',
    'idempotency_keys',
    'guest_checkouts',
    'photos',
    'wanted_photos',
    'stored_files',
    'push_keys',
    'push_subscriptions',
    'pushes',
  ],
  ...['apps', 'oauth_clients', 'oauth_codes'],
  ...['carrier_events', 'label_rates', 'labels'],
  ...['exports', 'provider_events', 'sessions', 'money_cases', 'commitments', 'request_buckets'],
  ...['authenticator_apps', 'passkeys', 'passkey_challenges', 'recovery_codes', 'sign_in_intents', 'sign_in_tickets'],
]

type Regular = { id: string; key: string; email: string; password: string }
type Scene = { app: TestApp; receiver: Receiver; shop: Seller; pest: Seller; regular: Regular; platform: Platform }

async function openScene(app: TestApp, receiver: Receiver, t: { after(stop: () => Promise<void>): void }): Promise<Scene> {
  const shop = await openSeller(app, 'Steady')
  const regular = await app.signUp('Regular')
  await shop.call('PUT', '/v1/webhooks', { json: { url: receiver.url } })
  const pest = await openSeller(app, 'Pest')
  return { app, receiver, shop, pest, regular, platform: await startPlatform(t, [CART, CHECKOUT]) }
}

/** Simulates one round of traffic: a new user joins, sells, buys, haggles, asks a question, browses, makes failing requests and leaves. */
async function traffic(scene: Scene, round: number): Promise<void> {
  const { app, receiver, shop, pest, regular } = scene
  const ok = async (method: string, path: string, key: string, json?: unknown, more: object = {}) => {
    const reply = await app.call(method, path, { key, ...(json === undefined ? {} : { json }), ...more })
    assert.ok(reply.status < 300, `${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
    return reply.body
  }
  const { ctx } = app.service
  receiver.answer = (response) => {
    response.statusCode = round % 2 === 0 ? 200 : 500
    response.end()
  }
  // Enables the webhook again, because the service disables a webhook after three days of failures.
  await ok('PUT', '/v1/webhooks', shop.key, { url: receiver.url })
  const newUser = await app.signUp(`Comer ${round}`)
  const [sold, haggled, listing] = await Promise.all(
    ['Sold', 'Haggled', 'Kept'].map((title) => shop.list({ title: `${title} ${round}`, price: 50, shipping: 5, publish: true })),
  )
  await app.call('GET', `/v1/market/listings/${listing.id}`, { key: newUser.key })
  await likeEarlier(app, newUser, listing.id)
  await ok('POST', `/v1/listings/${listing.id}/invitations`, shop.key, { amount: 45 })
  await ok('PATCH', `/v1/listings/${listing.id}`, shop.key, { price: 40 })
  await ok('POST', '/v1/listings/bulk', shop.key, { ids: [listing.id], change: { price: { add: -1 } } })
  await ok('PUT', `/v1/market/stores/${shop.slug}/follow`, newUser.key)
  await ok('PUT', `/v1/market/stores/${pest.slug}/block`, newUser.key)
  await app.call('GET', '/v1/market/search?q=lamp', { key: newUser.key })
  await ok('POST', '/v1/searches', newUser.key, { q: `lamp ${round}`, alert: 'daily' })
  await ok('POST', `/v1/market/listings/${listing.id}/report`, newUser.key, { reason: 'other', body: 'Odd' })
  await sql`update reports set status = 'closed', outcome = 'dismissed', closed_at = ${ctx.now()} where status = 'open'`.execute(ctx.db)
  await ok('POST', '/v1/threads', newUser.key, { listing: listing.id, text: 'Is it there?' })
  const soon = new Date(ctx.now().getTime() + 3_600_000).toISOString()
  await ok('POST', `/v1/shops/${shop.slug}/sales`, shop.key, { percent: 5, ends_at: soon, listings: [listing.id] })
  await ok('PUT', `/v1/listings/${listing.id}/price-drop`, shop.key, { amount: 3, every_days: 3 })
  await ok('POST', `/v1/listings/${listing.id}/questions`, shop.key, { question: 'Is it there?', answer: 'Yes.' })

  const declined = await ok('POST', '/v1/offers', newUser.key, { listing: haggled.id, amount: 20, note: 'Please' })
  const refused = await app.call('POST', `/v1/offers/${declined.id}/decline`, { key: shop.key })
  // If the negotiator has already made a counteroffer, the buyer declines the counteroffer.
  if (refused.status === 409) await ok('POST', `/v1/offers/${declined.id}/decline`, newUser.key)
  await ok('POST', '/v1/offers', newUser.key, { listing: haggled.id, amount: 30 })
  const address = await ok('POST', '/v1/addresses', newUser.key, HOME)
  await ok('POST', '/v1/replies', shop.key, { title: `Hours ${round}`, body: 'Hi {name}, we ship on Mondays.' })
  const order = await ok(
    'POST',
    '/v1/orders',
    newUser.key,
    { listing: sold.id, address: address.id },
    { headers: { 'idempotency-key': `buy ${round}` } },
  )
  const asPlatform = { host: 'localhost', headers: { 'ucp-agent': `profile="${scene.platform.url}"` } }
  await app.call('GET', '/.well-known/ucp', { host: 'localhost' })
  const bought = await shop.list({ title: `Bought by an agent ${round}`, price: 50, shipping: 0, publish: true })
  const cart = await ok('POST', '/ucp/carts', newUser.key, { line_items: of(bought.id) }, asPlatform)
  const checkout = await ok('POST', '/ucp/checkout-sessions', newUser.key, { cart_id: cart.id }, asPlatform)
  await ok('POST', `/ucp/checkout-sessions/${checkout.id}/complete`, newUser.key, paying(), asPlatform)
  await ok('POST', `/v1/orders/${order.id}/pay`, newUser.key, { method: 'test_ok' })
  const bundled = await Promise.all(
    ['Bowl', 'Jug'].map((title) => shop.list({ title: `${title} ${round}`, price: 20, shipping: 5, publish: true })),
  )
  await ok('POST', '/v1/purchases', newUser.key, { listings: bundled.map(({ id }) => id), address: HOME })
  const unpaid = await shop.list({ title: `Ordered by a guest ${round}`, price: 20, shipping: 5, publish: true })
  const guest = { listing: unpaid.id, email: `guest${round}@example.test`, address: HOME }
  assert.equal((await app.call('POST', '/v1/checkouts/guest', { json: guest })).status, 201)
  await ok('POST', `/v1/orders/${order.id}/ship`, shop.key, { carrier: 'UPS', number: '1Z999AA10123456784' })
  await ok('POST', `/v1/orders/${order.id}/confirm`, newUser.key)
  await ok('POST', `/v1/orders/${order.id}/review`, newUser.key, { rating: 5, body: 'Good' })

  const session = await app.call('POST', '/v1/sessions', { json: { email: newUser.email, password: newUser.password } })
  const cookie = session.headers['set-cookie']!.split(';')[0]!
  await app.call('POST', '/v1/sessions', { json: { email: newUser.email, password: 'a wrong password' } })
  const agent = (
    await app.call('POST', '/v1/keys', {
      cookie,
      json: { name: 'Agent', kind: 'agent', scopes: ['buying'], ask_first: ['buying.offer'] },
    })
  ).body
  const requested = await app.call('POST', '/v1/offers', { key: agent.secret, json: { listing: listing.id, amount: 10 } })
  assert.equal(requested.status, 202, JSON.stringify(requested.body))
  await app.call('POST', `/v1/approvals/${requested.body.id}/decline`, { cookie })
  await app.call('DELETE', `/v1/keys/${agent.id}`, { cookie })
  await app.call('POST', '/v1/exports', { cookie })
  await app.call('POST', '/v1/password-resets', { json: { email: newUser.email } })
  await app.call('PATCH', '/v1/notices', { cookie, json: { payout: false } })

  await ok('POST', `/v1/listings/${listing.id}/research`, shop.key, {})
  await storeRun(ctx, { accountId: regular.id, helper: 'words', subject: listing.id, decision: 'written', startedAt: ctx.now() })
  const at = ctx.now()
  await sql`insert into listing_chats (id, listing_id, role, text, created_at) values (${ctx.newId('cht')}, ${listing.id}, 'seller', 'Shorter', ${at})`.execute(
    ctx.db,
  )
  await sql`insert into words_takes (id, listing_id, tone, instruction, title, one_liner, description, teaser, created_at)
    values (${ctx.newId('tak')}, ${listing.id}, 'plain', 'take', 'x', 'x', 'x', 'x', ${at})`.execute(ctx.db)
  await sql`insert into model_days (account_id, day, calls) values (${regular.id}, ${at}::date, 1) on conflict do nothing`.execute(ctx.db)
  await sql`insert into embedding_days (day, kind, calls) values (${at}::date, 'queries', 1) on conflict do nothing`.execute(ctx.db)
  await sql`insert into provider_events (provider, id, type, received_at) values ('test', ${ctx.newId('evt')}, 'paid', ${at})`.execute(
    ctx.db,
  )
}
