import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { RETENTION } from '#platform/retention/rules.ts'
import { OWN } from '#identity/accounts/close/queries.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { startReceiver } from '#test/fakes/receiver.ts'
import { openSeller } from '#test/factories.ts'
import { makeTestKey, openTestTenant } from '#test/sandbox.ts'
import { HOME } from '#test/sales.ts'

/** Markers in data that identifies the user. No marker may remain anywhere after the account is closed. */
const WHO = {
  ...{ before: 'Mkbefore', name: 'Mkname', email: 'mkemail', password: 'mkpassword one', browser: 'Mkbrowser', key: 'Mkkeyname' },
  ...{ shop: 'Mkshopname', slug: 'mkslug', about: 'Mkabout', location: 'Mklocation', hook: 'mkhook' },
  ...{ line1: 'Mkline', city: 'Mkcity', search: 'Mksearch', report: 'Mkreport', prompt: 'Mkprompt', draft: 'Mkdraft' },
  ...{ chat: 'Mkchat', take: 'Mktake', run: 'Mkrun', research: 'Mkresearch' },
  ...{
    trialShop: 'Mktrialshop',
    trialSlug: 'mktrialslug',
    trialListing: 'Mktriallisting',
    trialOffer: 'Mktrialoffer',
    trialHook: 'mktrialhook',
  },
  trialKey: 'Mktrialkey',
}
/**
 * Markers in data that the other party has received, or needed for the purchase. They may remain only where docs/retention.md permits it.
 */
const FINDINGS = {
  ...{ title: 'Mktitle', description: 'Mkdescription', question: 'Mkquestion', answer: 'Mkanswer', note: 'Mknote' },
  ...{ unsold: 'Mkunsold', problem: 'Mkproblem', review: 'Mkreview' },
}

test('after an account is closed, no table and no file contains its personal data', async (t) => {
  const app = await startApp(t)
  const receiver = await startReceiver(t)
  const other = await openSeller(app, 'Other')
  await other.call('PUT', '/v1/webhooks', { json: { url: receiver.url } })
  // turns off the negotiator, so that the offer waits for the owner
  await other.call('PATCH', `/v1/shops/${other.slug}`, { json: { haggle: false } })
  const { id, cookie, password } = await live(app, other)

  // every marker must be present before the account is closed; otherwise, its absence afterwards would prove nothing
  const before = await findings(app, [...Object.values(WHO), ...Object.values(FINDINGS)])
  const unseen = Object.entries({ ...WHO, ...FINDINGS }).filter(
    ([name, word]) => name !== 'password' && !before.some((one) => one.word === word),
  )
  assert.deepEqual(unseen, [], 'every word was found before the account closed')

  const closed = await app.call('DELETE', '/v1/accounts/me', { cookie, json: { password } })
  assert.equal(closed.status, 200, JSON.stringify(closed.body))
  await app.advance(0)
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(app.service.ctx.db)
  await app.advance(7200)

  const who = await findings(app, Object.values(WHO))
  assert.deepEqual(
    who.filter(({ table, column }) => `${table}.${column}` !== 'shop_slugs.slug'),
    [],
  )
  const found = await findings(app, Object.values(FINDINGS))
  assert.deepEqual(
    found.filter(({ table, column }) => RETENTION[table]?.outlivesAccount?.[column] === undefined),
    [],
    'docs/retention.md lists every value that stays',
  )
  assert.deepEqual(filesWith(app.dataDir, Object.values(WHO)), [])

  const events = await other.call('GET', '/v1/events?limit=100')
  const buyers = events.body.data.map((event: { data: { object: { buyer?: { name: string } } } }) => event.data.object.buyer?.name)
  assert.ok(buyers.includes('Closed account'))
  const threads = (await other.call('GET', '/v1/threads')).body.data as { id: string; last_message: { text: string } }[]
  assert.ok(threads.some(({ last_message }) => last_message.text === FINDINGS.answer || last_message.text === FINDINGS.question))
  const order = (await other.call('GET', '/v1/orders?role=buyer')).body.data[0]
  assert.deepEqual([order.shop.name, order.listing.title], ['Closed shop', FINDINGS.title])

  await app.advance(31 * 86_400)
  assert.deepEqual(await findings(app, Object.values(WHO)), [])

  // also closes the other party's account, after which no one may read the shared messages
  const session = await app.call('DELETE', '/v1/accounts/me', { cookie: other.cookie, json: { password: 'a long enough password' } })
  assert.ok([200, 401].includes(session.status))
  const again = session.status === 200 ? session : await closeAgain(app, other.id)
  assert.equal(again.status, 200, JSON.stringify(again.body))
  const left = await sql<{ n: number }>`select count(*) as n from threads where buyer_id = ${id} or seller_id = ${id}`.execute(
    app.service.ctx.db,
  )
  assert.equal(left.rows[0]!.n, 0)
})

test('closing an account deletes the account’s rows from every table', async (t) => {
  const app = await startApp(t)
  const { rows } = await sql<{ name: string }>`
    select conrelid::regclass::text as name from pg_constraint
    where contype = 'f' and confrelid = 'accounts'::regclass and confdeltype = 'c' order by 1`.execute(app.service.ctx.db)
  // the rows in `accounts` that belong to an account are its test accounts, which are closed with it; the previous test checks this
  const emptied: readonly string[] = [...OWN, 'account_use', 'accounts', 'exports', 'webhooks', 'webhook_deliveries']
  assert.deepEqual(
    rows.map(({ name }) => name).filter((name) => !emptied.includes(name)),
    [],
    'add these tables to src/identity/accounts/close/queries.ts',
  )
})

async function closeAgain(app: TestApp, accountId: string) {
  const found = await app.service.ctx.db.selectFrom('accounts').select('email').where('id', '=', accountId).executeTakeFirstOrThrow()
  const password = 'a long enough password'
  const opened = await app.call('POST', '/v1/sessions', { json: { email: found.email!, password } })
  return app.call('DELETE', '/v1/accounts/me', { cookie: opened.headers['set-cookie']!.split(';')[0]!, json: { password } })
}

type Other = Awaited<ReturnType<typeof openSeller>>

/** Uses every feature that stores text, and completes all workflows. */
async function live(app: TestApp, other: Other): Promise<{ id: string; cookie: string; password: string }> {
  const { ctx } = app.service
  const email = `${WHO.email}@example.test`
  const account = await app.call('POST', '/v1/accounts', { json: { name: WHO.before, email, password: WHO.password } })
  const { id } = account.body
  const key = account.body.api_key.secret
  const me = async (method: string, path: string, json?: unknown, by: object = { key }) => {
    const reply = await app.call(method, path, { ...by, ...(json === undefined ? {} : { json }) })
    assert.ok(reply.status < 300, `${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
    return reply.body
  }
  const it = async (method: string, path: string, json?: unknown) => me(method, path, json, { key: other.key })
  const session = await app.call('POST', '/v1/sessions', {
    json: { email, password: WHO.password },
    headers: { 'user-agent': WHO.browser },
  })
  const cookie = session.headers['set-cookie']!.split(';')[0]!
  await me('POST', '/v1/shops', { name: WHO.shop, slug: WHO.slug })
  await me('PATCH', `/v1/shops/${WHO.slug}`, { about: WHO.about, location: WHO.location })
  const sold = await me('POST', '/v1/listings', {
    title: FINDINGS.title,
    description: FINDINGS.description,
    price: 30,
    shipping: 5,
    publish: true,
  })
  await me('POST', '/v1/listings', { title: WHO.draft, prompt: WHO.prompt, price: 20 })
  const unsold = await me('POST', '/v1/listings', { title: FINDINGS.unsold, price: 20, publish: true })
  await me('POST', '/v1/searches', { name: WHO.search, q: WHO.search, alert: 'daily' })
  await me('PUT', '/v1/webhooks', { url: `http://127.0.0.1:1/${WHO.hook}` })

  // the account acts as a buyer under its old name: messages, a declined offer, and an order that is refunded after a problem
  const [liked, bought] = [
    await other.list({ title: 'Lamp', price: 50, publish: true }),
    await other.list({ title: 'Vase', price: 50, shipping: 5, publish: true }),
  ]
  await me('POST', `/v1/market/listings/${liked.id}/report`, { reason: 'other', body: WHO.report })
  await me('POST', '/v1/threads', { listing: liked.id, text: FINDINGS.question })
  const offer = await me('POST', '/v1/offers', { listing: liked.id, amount: 20, note: FINDINGS.note })
  const agent = await other.keyWith({ kind: 'agent', scopes: ['offers'], ask_first: ['offers.decline'] })
  const requested = await app.call('POST', `/v1/offers/${offer.id}/decline`, { key: agent, json: {} })
  assert.equal(requested.status, 202)
  await me('POST', `/v1/approvals/${requested.body.id}/approve`, undefined, { cookie: other.cookie })
  await me('PATCH', '/v1/me', { name: WHO.name }, { cookie })
  const order = await me('POST', '/v1/orders', {
    listing: bought.id,
    address: { ...HOME, name: WHO.name, line1: WHO.line1, city: WHO.city },
  })
  await me('POST', `/v1/orders/${order.id}/pay`, { method: 'test_ok' })
  await it('POST', `/v1/orders/${order.id}/ship`, { carrier: 'UPS', number: '1Z999AA10123456784' })
  await me('POST', `/v1/orders/${order.id}/problem`, { reason: 'damaged', body: FINDINGS.problem })
  await it('POST', `/v1/orders/${order.id}/refund`, {})
  await me('POST', `/v1/orders/${order.id}/review`, { rating: 4, body: FINDINGS.review })

  // the account acts as a seller: a sale and an answered question
  const sale = await it('POST', '/v1/orders', { listing: sold.id, address: HOME })
  await it('POST', `/v1/orders/${sale.id}/pay`, { method: 'test_ok' })
  await me('POST', `/v1/orders/${sale.id}/ship`, { carrier: 'UPS', number: '1Z999AA10123456784' })
  await it('POST', `/v1/orders/${sale.id}/confirm`, {})
  await it('POST', '/v1/offers', { listing: unsold.id, amount: 12 })
  const thread = await it('POST', '/v1/threads', { shop: WHO.slug, text: 'Do you have more?' })
  await me('POST', `/v1/threads/${thread.id}/messages`, { text: FINDINGS.answer })
  await me('POST', '/v1/keys', { name: WHO.key, kind: 'agent', scopes: ['buying'] }, { cookie })
  await tryOut(app, { cookie })
  await me('POST', '/v1/exports', undefined, { cookie })
  await app.advance(60)
  await app.call('GET', `/v1/shops/${WHO.slug}`, { key })
  await ctx.requestLog.flush()

  // inserts the helper's data directly, because the API needs a model to create it
  const at = ctx.now()
  for (const listing of [sold.id, unsold.id]) {
    await sql`insert into listing_chats (id, listing_id, role, text, created_at) values (${ctx.newId('cht')}, ${listing}, 'seller', ${WHO.chat}, ${at})`.execute(
      ctx.db,
    )
    await sql`insert into words_takes (id, listing_id, tone, instruction, title, one_liner, description, teaser, created_at)
      values (${ctx.newId('tak')}, ${listing}, 'plain', ${WHO.take}, 'x', 'x', 'x', 'x', ${at})`.execute(ctx.db)
    await sql`insert into research_runs (id, listing_id, account_id, prompt, status, steps, started_at, touched_at)
      values (${ctx.newId('res')}, ${listing}, ${id}, ${WHO.research}, 'done', '[]', ${at}, ${at})`.execute(ctx.db)
  }
  await sql`update listings set prompt = ${WHO.prompt}, research = ${JSON.stringify({ name: WHO.research })}::jsonb where id = ${sold.id}`.execute(
    ctx.db,
  )
  for (const owner of [id, other.id])
    await sql`insert into helper_runs (id, account_id, helper, subject, decision, snapshot, started_at, ended_at)
      values (${ctx.newId('run')}, ${owner}, 'negotiator', ${offer.id}, 'counter', ${JSON.stringify({ buyer: WHO.run })}::jsonb, ${at}, ${at})`.execute(
      ctx.db,
    )
  return { id, cookie, password: WHO.password }
}

async function tryOut(app: TestApp, owner: { cookie: string }): Promise<void> {
  const { seller, buyer } = await openTestTenant(app, owner)
  await makeTestKey(app, owner, 'seller', { name: WHO.trialKey })
  const call = async ({ key }: { key: string }, method: string, path: string, json: unknown) => {
    const reply = await app.call(method, `/v1${path}`, { key, json })
    assert.ok(reply.status < 300, `${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
    return reply.body
  }
  await call(seller, 'PUT', '/webhooks', { url: `http://127.0.0.1:1/${WHO.trialHook}` })
  await call(seller, 'POST', '/shops', { name: WHO.trialShop, slug: WHO.trialSlug })
  const [liked, bought] = [
    await call(seller, 'POST', '/listings', { title: WHO.trialListing, price: 30, publish: true }),
    await call(seller, 'POST', '/listings', { title: WHO.trialListing, price: 30, publish: true }),
  ]
  await call(buyer, 'POST', '/offers', { listing: liked.id, amount: 20, note: WHO.trialOffer })
  const order = await call(buyer, 'POST', '/orders', { listing: bought.id, address: HOME })
  await call(buyer, 'POST', `/orders/${order.id}/pay`, { method: 'test_ok' })
}

type Finding = { table: string; column: string; word: string; rows: number }

/** Finds all columns that contain a marker, in every table, including the job queue's tables. */
async function findings(app: TestApp, words: readonly string[]): Promise<Finding[]> {
  const { db } = app.service.ctx
  const columns = await sql<{ schema: string; table: string; column: string }>`
    select n.nspname as schema, c.relname as table, a.attname as column
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where c.relkind = 'r' and n.nspname in ('public', 'graphile_worker') and a.attnum > 0 and not a.attisdropped
      and a.atttypid::regtype::text in ('text', 'json', 'jsonb', 'text[]', 'tsvector', 'character varying')`.execute(db)
  const parts = columns.rows.map(
    ({ schema, table, column }) => sql`
      select ${table}::text as "table", ${column}::text as "column", w as word, count(*)::int as rows
      from unnest(${[...words]}::text[]) w join ${sql.table(`${schema}.${table}`)} t on t.${sql.ref(column)}::text ilike '%' || w || '%' group by w`,
  )
  const { rows } = await sql<Finding>`${sql.join(parts, sql` union all `)} order by 1, 2, 3`.execute(db)
  return rows
}

/**
 * Finds files in the data folder that contain a marker. Each .zip export counts as a match, because its compressed content cannot be
 * searched: it must have been deleted.
 */
function filesWith(folder: string, words: readonly string[]): string[] {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return names
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => path.endsWith('.zip') || words.some((word) => readFileSync(path).includes(word)))
}
