import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { nameAt } from '#platform/backup/manifest.ts'
import { sql } from 'kysely'
import { migrationNames } from '#platform/db/migrate.ts'
import { note } from '#admin/audit/index.ts'
import { CANCELLED } from '#identity/email-links/rules.ts'
import { activeMeasuresOf, readPresentedMeasure } from '#admin/moderation/index.ts'
import type { Operator, Person } from '#platform/context/index.ts'
import { startApp, type Reply, type TestApp } from '#test/app.ts'
import { audit } from '#test/audit.ts'
import { openSeller } from '#test/factories.ts'
import { visitorOf } from '#test/pages.ts'
import { fields, ledgerOf, openSaleAt } from '#test/sales.ts'
import { lifetime } from '#test/lifetime.ts'

const why = { reason: 'It is a copy' }
const HOUR = 3_600
const DAY = 24 * HOUR

describe('the operator API and the operator pages', () => {
  let app: TestApp
  let boss: Awaited<ReturnType<TestApp['signUp']>>
  const life = lifetime()

  before(async () => {
    app = await startApp(life)
    boss = await app.signUp('Boss')
    await app.service.ctx.db.updateTable('accounts').set({ is_operator: true }).where('id', '=', boss.id).execute()
  })

  const operate = (path: string, json: Record<string, unknown> = why) =>
    app.call('POST', `/v1/operator${path}`, { cookie: boss.cookie, json })
  const read = async (path: string): Promise<Reply['body']> => (await app.call('GET', `/v1/operator${path}`, { cookie: boss.cookie })).body
  const shopId = async (slug: string): Promise<string> =>
    (await app.service.ctx.db.selectFrom('shops').select('id').where('slug', '=', slug).executeTakeFirstOrThrow()).id
  const mails = (accountId: string) =>
    app.service.ctx.db.selectFrom('mails').selectAll().where('account_id', '=', accountId).orderBy('created_at').execute()

  /** Returns all responses that an anonymous user can fetch, joined into one string. */
  async function publicBytes(slug: string, link: string, id: string): Promise<string> {
    const at = (path: string, host?: string) => app.call('GET', path, host ? { host } : {})
    const host = `${slug}.resale.localhost`
    const replies = await Promise.all([
      ...[
        '/',
        '/search?q=unmistakable',
        '/c/clothing',
        '/sitemap.xml',
        `/v1/market/search?q=unmistakable`,
        '/v1/market/search?limit=100',
      ].map((path) => at(path)),
      ...[`/v1/market/listings/${id}`, `/v1/market/stores/${slug}`, '/v1/market/suggest?q=unmis', `/v1/stores/${slug}/reviews`].map(
        (path) => at(path),
      ),
      ...['/', `/${link}`, '/feed.xml', '/feed.json', '/google.xml', '/sitemap.xml', '/reviews'].map((path) => at(path, host)),
    ])
    return replies.map(({ bytes }) => bytes.toString()).join('\n')
  }

  test('the health report lists pending migrations and migrations from newer releases, and lists none if version and database match', async () => {
    const page = async () => (await app.call('GET', '/operator', { cookie: boss.cookie, host: 'resale.localhost' })).body as string
    const newer = '29990101000000_of_a_newer_release.sql'
    assert.deepEqual((await read('/health')).migrations, { pending: [], newer: [] })
    assert.match(await page(), /version and database match/)
    const { db } = app.service.ctx
    await sql`insert into schema_migrations (name, sha256) values (${newer}, '')`.execute(db)
    assert.deepEqual((await read('/health')).migrations, { pending: [], newer: [newer] })
    assert.match(await page(), /added 1 migration that this version does not know/)
    await sql`delete from schema_migrations where name = ${newer}`.execute(db)
    const [gone] = migrationNames().slice(-1)
    const { rows } = await sql`delete from schema_migrations where name = ${gone} returning name, sha256`.execute(db)
    assert.equal((await read('/health')).reason, 'migrations pending')
    assert.deepEqual((await read('/health')).migrations, { pending: [gone], newer: [] })
    assert.match(await page(), /1 pending migration, applied on the next startup: /)
    const [{ name, sha256 }] = rows as [{ name: string; sha256: string }]
    await sql`insert into schema_migrations (name, sha256) values (${name}, ${sha256})`.execute(db)
  })

  test('the health report and the admin overview state whether the newest backup is recent', async (t) => {
    const page = async () => (await app.call('GET', '/operator', { cookie: boss.cookie, host: 'resale.localhost' })).body as string
    assert.deepEqual((await read('/health')).backup, { state: 'off', newest_at: null, every_hours: 0 })
    assert.match(await page(), /<dt>Backup<\/dt><dd><strong>Off<\/strong>/)
    const folder = join(app.dataDir, 'backup-target')
    const { config } = app.service.ctx
    t.mock.property(config, 'backup', { ...config.backup, to: { kind: 'disk', folder }, everyHours: 6 })
    assert.deepEqual((await read('/health')).backup, { state: 'late', newest_at: null, every_hours: 6 })
    assert.match(await page(), /<div class="bad"><dt>Backup<\/dt><dd><strong>Late<\/strong><span class="small">There is no backup yet/)
    await mkdir(join(folder, 'backups'), { recursive: true })
    const at = new Date(Math.floor(app.service.ctx.now().getTime() / 1_000) * 1_000)
    await writeFile(join(folder, 'backups', nameAt(at)), '')
    assert.deepEqual((await read('/health')).backup, { state: 'ok', newest_at: at.toISOString(), every_hours: 6 })
    assert.match(await page(), /<div class="ok"><dt>Backup<\/dt><dd><strong>Up to date/)
  })

  test('the health report and the metrics count late transfers, switched-off webhooks, and waiting and recently failed deliveries and emails', async (t) => {
    const busy = await startApp(t)
    const { db, now, newId } = busy.service.ctx
    const { id, cookie } = await busy.signUp('Olga')
    await db.updateTable('accounts').set({ is_operator: true }).where('id', '=', id).execute()
    const { order, seller, buyer } = await openSaleAt(busy, 'completed')
    await busy.advance(0)
    await db.deleteFrom('mails').execute()
    const at = (seconds: number) => new Date(now().getTime() + seconds * 1_000)
    const later = at(DAY)

    const payout = await db.selectFrom('money_moves').selectAll().where('order_id', '=', order.id).executeTakeFirstOrThrow()
    const transfer = (kind: 'payout' | 'reversal', status: 'due' | 'held' | 'sent', age: number) => {
      const sent_at = status === 'sent' ? now() : null
      return { ...payout, id: newId('mov'), of_move: payout.id, kind, status, created_at: at(-age), next_try_at: later, sent_at }
    }
    const transfers = [transfer('payout', 'due', HOUR - 60), transfer('payout', 'due', HOUR + 60), transfer('reversal', 'due', HOUR + 60)]
    const others = [transfer('payout', 'held', HOUR + 60), transfer('payout', 'sent', HOUR + 60)]
    await db
      .insertInto('money_moves')
      .values([...transfers, ...others])
      .execute()

    const hook = { url: 'http://127.0.0.1:9/none', events: ['order.paid'], secret: 'whsec_x', created_at: now(), updated_at: now() }
    const hooks = [
      { ...hook, account_id: seller.id, enabled: false, switched_off_at: now() },
      { ...hook, account_id: buyer.id, enabled: false, switched_off_at: null },
      { ...hook, account_id: id, enabled: true, switched_off_at: now() },
    ]
    await db.insertInto('webhooks').values(hooks).execute()

    const delivery = (status: 'waiting' | 'failed' | 'delivered', age: number) => {
      const next_try_at = status === 'waiting' ? later : null
      const event = { event_id: newId('evt'), event_type: 'order.paid', body: '{}' }
      return { id: newId('dlv'), account_id: id, ...event, status, next_try_at, created_at: at(-age) }
    }
    const undelivered = [delivery('waiting', DAY + 60), delivery('waiting', 0), delivery('failed', DAY - 60), delivery('failed', DAY + 60)]
    await db
      .insertInto('webhook_deliveries')
      .values([...undelivered, delivery('delivered', 0)])
      .execute()

    const mail = (status: 'waiting' | 'failed' | 'sent', age: number, last_error: string | null = null) => {
      const sent_at = status === 'sent' ? now() : null
      const text = { kind: 'sold', recipient: 'olga@example.test', subject: 'Sold', body: 'Sold' }
      return { id: newId('mal'), account_id: id, ...text, status, next_try_at: later, last_error, created_at: at(-age), sent_at }
    }
    const unsent = [mail('waiting', DAY + 60), mail('waiting', 0), mail('waiting', 0)]
    const failed = [
      mail('failed', DAY - 60, 'busy'),
      mail('failed', DAY - 60),
      mail('failed', DAY + 60, 'busy'),
      mail('failed', 0, CANCELLED),
    ]
    await db
      .insertInto('mails')
      .values([...unsent, ...failed, mail('sent', 0)])
      .execute()

    for (const key of ['waiting', 'failed'])
      await sql`select graphile_worker.add_job('send_push', max_attempts := 1, run_at := ${later}, job_key := ${key})`.execute(db)
    await sql`update graphile_worker._private_jobs set attempts = 1, run_at = now() - interval '1 hour' where key = 'failed'`.execute(db)

    const { body } = await busy.call('GET', '/v1/operator/health', { cookie })
    assert.deepEqual([body.money.due, body.money.late], [3, 2])
    const hourAgo = Date.now() - HOUR * 1_000
    assert.ok(body.queue.oldest_at === null || Date.parse(body.queue.oldest_at) > hourAgo + 60_000, body.queue.oldest_at)
    assert.deepEqual([body.webhooks.waiting, body.webhooks.failed_24h, body.webhooks.switched_off], [2, 1, 1])
    assert.deepEqual([body.mail.waiting, body.mail.failed_24h], [3, 2])
    const metrics = String((await busy.call('GET', '/metrics')).body).split('\n')
    for (const line of [
      'payouts_late 1',
      'mails{state="waiting"} 3',
      'mails{state="failed"} 2',
      'webhook_deliveries{state="waiting"} 2',
      'webhook_deliveries{state="failed"} 1',
    ])
      assert.ok(metrics.includes(`market_${line}`), line)
    assert.ok(metrics.includes('jobs_failed 1'))
  })

  test('anonymous users, sellers and all API keys are rejected by the operator API, and get 404 on operator pages', async () => {
    const seller = await openSeller(app)
    const agent = await seller.keyWith({ kind: 'agent', scopes: ['listings'] })
    for (const path of ['/reports', '/disputes', '/accounts', '/reviews', '/measures', '/appeals', '/audit', '/health']) {
      assert.equal((await app.call('GET', `/v1/operator${path}`)).status, 401, path)
      assert.equal((await app.call('GET', `/v1/operator${path}`, { cookie: seller.cookie })).status, 404, path)
      assert.equal((await app.call('GET', `/v1/operator${path}`, { key: agent })).status, 403, path)
      // an API key is refused here even if it belongs to an operator
      assert.equal((await app.call('GET', `/v1/operator${path}`, { key: boss.key })).status, 403, path)
    }
    // the server checks authorization before it validates the request
    assert.equal((await app.call('POST', '/v1/operator/listings/x/hide', { cookie: seller.cookie, json: {} })).status, 404)
    const nothing = (await app.call('GET', '/nothing-here', { headers: { accept: 'text/html' } })).body as string
    for (const path of ['/operator', '/operator/reports', '/operator/audit', '/operator/settings', '/operator/accounts/x']) {
      const anonymous = await app.call('GET', path, { headers: { accept: 'text/html' } })
      assert.deepEqual([anonymous.status, plain(anonymous.body)], [404, plain(nothing)], path)
      assert.equal((await app.call('GET', path, { cookie: seller.cookie })).status, 404, path)
    }
    const visitor = await visitorOf(app, seller.cookie)
    assert.equal((await visitor.post(`/operator/accounts/${boss.id}`, { do: 'account', reason: 'x' })).status, 404)
  })

  test('hiding a listing removes it from all public responses and notifies the owner, and unhiding the listing restores it', async () => {
    const seller = await openSeller(app)
    const listing = await seller.list({ title: 'Unmistakable cape', price: 40, category: 'Clothing', publish: true })
    const buyer = await app.signUp('Ben')
    const offer = await app.call('POST', '/v1/offers', { key: buyer.key, json: { listing: listing.id, amount: 30 } })
    await app.call('PUT', `/v1/market/listings/${listing.id}/like`, { key: buyer.key })
    await app.advance(1)
    const link = new URL(listing.url).pathname.slice(1)
    assert.match(await publicBytes(seller.slug, link, listing.id), /Unmistakable cape/)
    const taken = await operate(`/listings/${listing.id}/hide`)
    assert.equal(taken.status, 201, JSON.stringify(taken.body))
    await app.advance(1)
    assert.doesNotMatch(await publicBytes(seller.slug, link, listing.id), /Unmistakable cape/)
    assert.equal((await app.call('GET', `/${link}`, { host: `${seller.slug}.resale.localhost` })).status, 404)
    assert.equal((await app.call('GET', `/v1/market/listings/${listing.id}`, { key: buyer.key })).status, 404)
    assert.equal((await app.call('GET', '/v1/likes', { key: buyer.key })).body.total, 0)
    assert.equal((await app.call('POST', '/v1/orders', { key: buyer.key, json: { listing: listing.id } })).status, 404)
    assert.equal((await app.call('GET', `/v1/offers/${offer.body.id}`, { key: buyer.key })).body.status, 'closed')
    // the owner still has the listing, but no change by the owner makes it visible again
    assert.equal(
      (await seller.call('PATCH', `/v1/listings/${listing.id}`, { json: { visibility: 'link', price: 41 } })).body.visibility,
      'link',
    )
    assert.equal((await seller.call('POST', `/v1/listings/${listing.id}/unpublish`)).status, 200)
    assert.equal((await seller.call('POST', `/v1/listings/${listing.id}/publish`, { json: { visibility: 'everyone' } })).status, 200)
    assert.equal((await app.call('GET', `/v1/market/listings/${listing.id}`)).status, 404)
    const notified = (await mails(seller.id)).filter(({ kind }) => kind === 'measure')
    assert.equal(notified.length, 1)
    assert.match(notified[0]!.body, /> It is a copy/)
    assert.equal((await operate(`/listings/${listing.id}/hide`)).status, 409)
    assert.equal((await operate(`/measures/${taken.body.id}/lift`, { reason: 'It is not' })).status, 200)
    await app.advance(1)
    assert.match(await publicBytes(seller.slug, link, listing.id), /Unmistakable cape/)
  })

  test('hiding a listing closes the reports about it, and closing or dismissing a report notifies the person who made it', async () => {
    const seller = await openSeller(app)
    const one = await seller.list({ title: 'Lamp', price: 4, publish: true })
    const other = await seller.list({ title: 'Stool', price: 4, publish: true })
    const teller = await app.signUp('Teller')
    const report = async (id: string) =>
      (await app.call('POST', `/v1/market/listings/${id}/report`, { key: teller.key, json: { reason: 'misleading', body: 'Hm' } })).body.id
    const [first, second] = [await report(one.id), await report(other.id)]
    const open = (await read('/reports')).data.map(({ id }: { id: string }) => id)
    assert.ok(open.includes(first) && open.includes(second))
    assert.equal((await operate(`/listings/${one.id}/hide`)).status, 201)
    assert.equal((await operate(`/reports/${second}/dismiss`)).body.outcome, 'dismissed')
    assert.equal((await operate(`/reports/${second}/dismiss`)).status, 409)
    const closed = new Map((await read('/reports?status=closed')).data.map((row: Reply['body']) => [row.id, row.outcome]))
    assert.deepEqual([closed.get(first), closed.get(second)], ['upheld', 'dismissed'])
    await app.advance(1)
    assert.equal((await mails(teller.id)).filter(({ kind }) => kind === 'report_closed').length, 2)
  })

  test('suspending an account hides its shops and blocks its writes, but still allows reads and the export', async () => {
    const seller = await openSeller(app)
    const listing = await seller.list({ title: 'Unmistakable hat', price: 9, publish: true })
    const link = new URL(listing.url).pathname.slice(1)
    assert.equal((await operate(`/accounts/${seller.id}/suspend`, { reason: 'Sells fakes' })).status, 201)
    await app.advance(1)
    assert.doesNotMatch(await publicBytes(seller.slug, link, listing.id), /Unmistakable hat/)
    assert.equal((await app.call('GET', '/', { host: `${seller.slug}.resale.localhost` })).status, 404)
    for (const credentials of [{ key: seller.key }, { cookie: seller.cookie }]) {
      const refused = await app.call('PATCH', `/v1/listings/${listing.id}`, { ...credentials, json: { price: 8 } })
      assert.deepEqual([refused.status, refused.body.error.code], [403, 'suspended'])
      assert.match(refused.body.error.message, /Sells fakes\./)
      assert.equal((await app.call('GET', `/v1/listings/${listing.id}`, credentials)).status, 200)
    }
    assert.equal((await app.call('POST', '/v1/shops', { cookie: seller.cookie, json: { name: 'Again', slug: 'again' } })).status, 403)
    assert.equal((await app.call('POST', '/v1/exports', { cookie: seller.cookie })).status, 202)
    const visitor = await visitorOf(app, seller.cookie)
    const today = await visitor.get('/app')
    assert.match(today.body, /Your account is suspended\.[^]*Sells fakes[^]*\/app\/measures/)
    assert.match((await visitor.post('/app/shop', { name: 'New' })).body, /Your account is suspended/)
    const { data } = (await app.call('GET', '/v1/measures', { cookie: seller.cookie })).body
    assert.deepEqual([data[0].kind, data[0].reason], ['account', 'Sells fakes'])
    assert.equal((await operate(`/measures/${data[0].id}/lift`, { reason: 'Sorry' })).status, 200)
    await app.advance(1)
    assert.match(await publicBytes(seller.slug, link, listing.id), /Unmistakable hat/)
    assert.equal((await seller.call('PATCH', `/v1/listings/${listing.id}`, { json: { price: 8 } })).status, 200)
  })

  test('a suspended seller can complete open orders in a session, and orders that the seller ignores are refunded', async () => {
    const sale = await openSaleAt(app, 'paid')
    assert.equal((await operate(`/accounts/${sale.seller.id}/suspend`)).status, 201)
    const ship = (how: object) =>
      app.call('POST', `/v1/orders/${sale.order.id}/ship`, { ...how, json: { carrier: 'UPS', number: '1Z999AA10123456784' } })
    assert.equal((await ship({ key: sale.seller.key })).status, 403)
    assert.equal((await ship({ cookie: sale.seller.cookie })).status, 200)
    await sale.as('buyer', 'deliver')
    await sale.as('buyer', 'confirm')
    await app.advance(60)
    assert.equal(fields(await sale.read()), 'completed/paid/sent')
    // an order that the suspended seller does not ship is cancelled and refunded
    const left = await openSaleAt(app, 'paid')
    assert.equal((await operate(`/accounts/${left.seller.id}/suspend`)).status, 201)
    await app.advance(9 * 86_400)
    assert.equal(fields(await left.read('buyer')), 'cancelled/refunded/none')
  })

  test('a shop that was suspended separately remains suspended when its account’s suspension is lifted', async () => {
    const seller = await openSeller(app)
    const shop = await shopId(seller.slug)
    const measure = (await operate(`/shops/${shop}/suspend`)).body
    const refused = await seller.call('PATCH', `/v1/shops/${seller.slug}`, { json: { visibility: 'public' } })
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'suspended'])
    assert.equal((await seller.call('PATCH', `/v1/shops/${seller.slug}`, { json: { about: 'Quiet' } })).status, 200)
    const account = (await operate(`/accounts/${seller.id}/suspend`)).body
    assert.equal((await operate(`/measures/${account.id}/lift`)).status, 200)
    assert.equal((await app.call('GET', `/v1/market/stores/${seller.slug}`)).status, 404)
    assert.equal((await operate(`/measures/${measure.id}/lift`)).status, 200)
    assert.equal((await app.call('GET', `/v1/market/stores/${seller.slug}`)).status, 200)
  })

  test('a seller can have one open appeal, and the operator answers the appeal by upholding or lifting the suspension', async () => {
    const seller = await openSeller(app)
    const measure = (await operate(`/accounts/${seller.id}/suspend`)).body
    const appeal = (body: string, cookie = seller.cookie) =>
      app.call('POST', `/v1/measures/${measure.id}/appeal`, { cookie, json: { body } })
    assert.equal((await appeal('Mine', (await app.signUp('Other')).cookie)).status, 404)
    assert.equal((await appeal('x'.repeat(2001))).status, 400)
    const first = (await appeal('It was not me')).body
    assert.equal((await appeal('Again')).status, 409)
    assert.ok((await read('/appeals')).data.some(({ id }: { id: string }) => id === first.id))
    const upheld = await operate(`/appeals/${first.id}/answer`, { outcome: 'upheld', reason: 'It was you' })
    assert.deepEqual([upheld.body.status, upheld.body.answer], ['answered', 'It was you'])
    assert.equal((await operate(`/appeals/${first.id}/answer`, { outcome: 'lifted', reason: 'Hm' })).status, 409)
    const second = (await appeal('Look at the photo')).body
    assert.equal((await operate(`/appeals/${second.id}/answer`, { outcome: 'lifted', reason: 'You are right' })).body.outcome, 'lifted')
    assert.equal((await seller.call('PATCH', `/v1/shops/${seller.slug}`, { json: { about: 'Open' } })).status, 200)
    assert.equal((await appeal('Thanks')).status, 409)
    await app.advance(1)
    assert.deepEqual(
      (await mails(seller.id)).filter(({ kind }) => kind === 'measure').map(({ subject }) => subject),
      ['Your account is suspended', 'Answer to your appeal about “Ana”', 'Your account is no longer suspended'],
    )
  })

  test('deciding a dispute updates the order and the ledger, and never refunds more than the buyer paid', async () => {
    const refused = await openSaleAt(app, 'problem')
    const decide = (id: string, json: Record<string, unknown>) => operate(`/disputes/${id}/decide`, { ...why, ...json })
    const tooMuch = await decide(refused.order.id, { decision: 'part', amount: 48.01 })
    assert.deepEqual([tooMuch.status, tooMuch.body.error.param], [400, 'amount'])
    assert.equal((await decide(refused.order.id, { decision: 'part' })).body.error.param, 'amount')
    assert.equal(fields(await refused.read()), 'problem/paid/on_hold')

    const seen = await read(`/disputes/${refused.order.id}`)
    assert.deepEqual([seen.problem.body, seen.timeline.at(-1).status, 'address' in seen], ['The shade is torn.', 'problem', false])
    assert.equal((await decide(refused.order.id, { decision: 'part', amount: 20 })).status, 200)
    assert.equal(fields(await refused.read()), 'completed/partly_refunded/waiting')
    assert.equal((await decide(refused.order.id, { decision: 'refund' })).status, 409)
    await app.advance(60)
    assert.deepEqual(await ledgerOf(app, refused.order.id), { buyer: -2800, bank: 2800 })

    const whole = await openSaleAt(app, 'problem')
    assert.equal((await decide(whole.order.id, { decision: 'part', amount: 48 })).status, 200)
    assert.equal(fields(await whole.read()), 'refunded/refunded/none')
    const sale = await openSaleAt(app, 'problem')
    assert.equal((await decide(sale.order.id, { decision: 'complete' })).status, 200)
    assert.equal(fields(await sale.read()), 'completed/paid/waiting')
    const early = await openSaleAt(app, 'shipped')
    for (const decision of [{ decision: 'refund' }, { decision: 'complete' }, { decision: 'part', amount: 1_000 }])
      assert.equal((await decide(early.order.id, decision)).status, 409, 'the order has no problem')
    await app.advance(60)
    for (const { id } of [refused.buyer, refused.seller])
      assert.match((await mails(id)).find(({ kind }) => kind === 'decision')!.body, /\$20 goes back to the buyer[^]*> It is a copy/)
  })

  test('every operator action writes an audit entry in the same transaction, and audit entries can be neither changed nor deleted', async () => {
    const { db } = app.service.ctx
    const acts = (await read('/audit?limit=100')).data
    const done = new Set(acts.map(({ verb }: { verb: string }) => verb))
    for (const verb of [
      'listing.hide',
      'listing.show',
      'account.suspend',
      'account.restore',
      'shop.suspend',
      'report.dismiss',
      'appeal.answer',
    ])
      assert.ok(done.has(verb), verb)
    const part = (await read('/audit?verb=order.part')).data.at(-1)
    assert.deepEqual([part.actor.id, part.reason, part.before.status, part.after.refunded], [boss.id, 'It is a copy', 'problem', 20])
    await assert.rejects(sql`update audit_log set reason = 'other'`.execute(db), /only ever added to/)
    await assert.rejects(sql`delete from audit_log`.execute(db), /only ever added to/)
    await assert.rejects(sql`truncate audit_log`.execute(db), /only ever added to/)
    await assert.rejects(
      note(
        // @ts-expect-error -- outside a transaction this does not compile; at runtime it also fails
        app.service.ctx,
        { accountId: boss.id, name: 'Boss' },
        { verb: 'listing.hide', subject: { kind: 'listing', id: 'x' }, reason: null },
      ),
    )
    // the hide action has no effect if its audit log entry cannot be written
    const seller = await openSeller(app)
    const listing = await seller.list({ title: 'Bowl', price: 4, publish: true })
    await sql`alter table audit_log add constraint full_disk check (false) not valid`.execute(db)
    const failed = await operate(`/listings/${listing.id}/hide`)
    await sql`alter table audit_log drop constraint full_disk`.execute(db)
    assert.ok(failed.status >= 400, String(failed.status))
    assert.equal((await app.call('GET', `/v1/market/listings/${listing.id}`)).status, 200)
    assert.equal((await read(`/audit?subject=${listing.id}`)).total, 0)
  })

  test('an operator cannot be suspended, and an action on an unknown record returns 404', async () => {
    assert.equal((await operate(`/accounts/${boss.id}/suspend`)).status, 409)
    assert.equal((await operate('/accounts/usr_0/suspend')).status, 404)
    assert.equal((await operate('/listings/nothing/hide')).status, 404)
    assert.equal((await operate('/reviews/rev_0/hide')).status, 404)
    for (const id of ['apl_0', 'nothing']) assert.equal((await operate(`/appeals/${id}/answer`, { outcome: 'upheld', ...why })).status, 404)
    assert.equal((await operate('/money/mcs_0/close', { how: 'seen', ...why })).status, 404)
  })

  test('operator pages and their forms work without JavaScript', async () => {
    const seller = await openSeller(app)
    const listing = await seller.list({ title: 'Vase <b>', price: 12, publish: true })
    const teller = await app.signUp('Mia')
    const reporter = await visitorOf(app, teller.cookie)
    assert.equal((await app.call('GET', `/report/${listing.id}`)).status, 200)
    assert.match((await reporter.post(`/report/${listing.id}`, {})).body, /Choose what is wrong/)
    const sent = await reporter.post(`/report/${listing.id}`, { reason: 'counterfeit', body: 'Look at the mark' })
    assert.deepEqual([sent.status, sent.headers.location], [303, `/report/${listing.id}?sent=1`])
    const operator = await visitorOf(app, boss.cookie)
    for (const path of [
      '',
      '/reports',
      '/reports?status=closed',
      '/appeals',
      '/disputes',
      '/accounts?find=Mia',
      '/measures',
      '/reviews',
      '/audit',
      '/settings',
    ])
      assert.equal((await operator.get(`/operator${path}`)).status, 200, path)
    const report = (await read('/reports?limit=100')).data.find((row: Reply['body']) => row.listing.id === listing.id)
    const page = await operator.get(`/operator/reports/${report.id}`)
    assert.match(page.body, /Vase &lt;b&gt;[^]*Look at the mark/)
    const missing = await operator.post(`/operator/reports/${report.id}`, { do: 'listing', reason: '' })
    assert.deepEqual([missing.status, /must have 1 to 1000 characters/.test(missing.body)], [400, true])
    assert.equal((await operator.post(`/operator/reports/${report.id}`, { do: 'listing', reason: 'A fake' })).status, 303)
    assert.equal((await app.call('GET', `/v1/market/listings/${listing.id}`)).status, 404)
    const owner = await visitorOf(app, seller.cookie)
    const measures = await owner.get('/app/measures')
    const measure = /name="measure" value="(mea_\w+)"/.exec(measures.body)![1]!
    assert.equal((await owner.post('/app/measures', { measure, [`body_${measure}`]: 'It is real' })).status, 303)
    const appeal = (await read('/appeals')).data.find((row: Reply['body']) => row.measure === measure)
    assert.match((await operator.get(`/operator/appeals/${appeal.id}`)).body, /It is real/)
    assert.equal((await operator.post(`/operator/appeals/${appeal.id}`, { do: 'lifted', reason: 'It is' })).status, 303)
    assert.equal((await app.call('GET', `/v1/market/listings/${listing.id}`)).status, 200)
    const sale = await openSaleAt(app, 'problem')
    assert.match((await operator.get(`/operator/disputes/${sale.order.id}`)).body, /The shade is torn/)
    const tooMuch = await operator.post(`/operator/disputes/${sale.order.id}`, { do: 'part', amount: '999', reason: 'Torn' })
    assert.deepEqual([tooMuch.status, /at most \$48/.test(tooMuch.body)], [400, true])
    assert.equal((await operator.post(`/operator/disputes/${sale.order.id}`, { do: 'refund', reason: 'Torn' })).status, 303)
    assert.equal(fields(await sale.read()), 'refunded/refunded/none')
    assert.equal((await operator.post(`/operator/accounts/${teller.id}`, { do: 'account', reason: 'Spam' })).status, 303)
    assert.match((await operator.get(`/operator/accounts/${teller.id}`)).body, /Suspended[^]*Spam/)
    assert.doesNotMatch(
      (await operator.get('/operator/settings')).body,
      new RegExp(app.databaseUrl.split('@').at(-1)!.replaceAll(/[^\w]/g, '.')),
    )
  })

  test('a moderation action, its appeals and its end affect only their own record, and each is logged and reported', async () => {
    const [ana, bea] = [await openSeller(app, 'Ana'), await openSeller(app, 'Bea')]
    const [lamp, vase] = [
      await ana.list({ title: 'Lamp', price: 4, publish: true }),
      await bea.list({ title: 'Vase', price: 4, publish: true }),
    ]
    const shop = await shopId(ana.slug)
    const hidden = (await operate(`/listings/${lamp.id}/hide`, { reason: 'A copy' })).body
    const theirs = (await operate(`/listings/${vase.id}/hide`, { reason: 'A fake' })).body
    await app.advance(1)
    const closed = (await operate(`/shops/${shop}/suspend`, { reason: 'Many copies' })).body
    const { ctx } = app.service
    const active = async ({ id }: { id: string }) => activeMeasuresOf(ctx, { accountId: id } as Person)
    assert.deepEqual(await active(ana), [
      { kind: 'shop', name: 'Shop of Ana', reason: 'Many copies' },
      { kind: 'listing', name: 'Lamp', reason: 'A copy' },
    ])
    const appeal = async (measure: string, { cookie }: { cookie: string }) => {
      await app.advance(1)
      return (await app.call('POST', `/v1/measures/${measure}/appeal`, { cookie, json: { body: 'No' } })).body.id as string
    }
    const appeals = [await appeal(hidden.id, ana), await appeal(theirs.id, bea), await appeal(closed.id, ana)] as const
    const idsOf = async (path: string, among: readonly string[]) =>
      (await read(path)).data.map(({ id }: { id: string }) => id).filter((id: string) => among.includes(id))
    assert.deepEqual(await idsOf('/appeals?limit=100', appeals), appeals, 'the appeal that has waited longest comes first')
    const own = async ({ cookie }: { cookie: string }) =>
      (await app.call('GET', '/v1/measures', { cookie })).body.data.map(({ id, reason, lifted_reason, appeals: of }: Reply['body']) => [id, reason, lifted_reason, of.map((one: Reply['body']) => [one.id, one.outcome, one.answer])]) // prettier-ignore
    assert.deepEqual(await own(bea), [[theirs.id, 'A fake', null, [[appeals[1], null, null]]]])

    assert.equal((await operate(`/measures/${closed.id}/lift`, { reason: 'Too strict' })).status, 200)
    await app.advance(1)
    assert.equal((await operate(`/appeals/${appeals[0]}/answer`, { outcome: 'upheld', reason: 'It is' })).status, 200)
    assert.equal((await operate(`/measures/${closed.id}/lift`, { reason: 'Again' })).status, 409)
    for (const unknown of ['mea_nothing', 'nothing']) assert.equal((await operate(`/measures/${unknown}/lift`)).status, 404)
    assert.deepEqual(await own(ana), [
      [hidden.id, 'A copy', null, [[appeals[0], 'upheld', 'It is']]],
      [closed.id, 'Many copies', 'Too strict', [[appeals[2], 'lifted', 'Too strict']]],
    ])
    assert.deepEqual([await own(bea), await active(ana), await active(bea)], [
      [[theirs.id, 'A fake', null, [[appeals[1], null, null]]]],
      [{ kind: 'listing', name: 'Lamp', reason: 'A copy' }],
      [{ kind: 'listing', name: 'Vase', reason: 'A fake' }],
    ]) // prettier-ignore
    const all = [hidden.id, theirs.id, closed.id]
    assert.deepEqual(await idsOf('/measures?limit=100', all), [closed.id, theirs.id, hidden.id])
    assert.deepEqual(await idsOf(`/measures?account=${ana.id}`, all), [closed.id, hidden.id])
    assert.deepEqual(await idsOf(`/measures?account=${ana.id}&kind=listing`, all), [hidden.id])
    assert.deepEqual(await idsOf(`/measures?account=${ana.id}&standing=true`, all), [hidden.id])
    assert.deepEqual(await idsOf(`/measures?account=${ana.id}&standing=false`, all), [closed.id])
    assert.deepEqual(await idsOf('/appeals?limit=100', appeals), [appeals[1]])
    assert.deepEqual(await idsOf('/appeals?status=answered&limit=100', appeals), [appeals[0], appeals[2]])

    const acts = async (subject: string) =>
      (await read(`/audit?subject=${subject}`)).data.map(({ verb, reason, before: was, after: is }: Reply['body']) => [verb, reason, was, is]) // prettier-ignore
    assert.deepEqual(await acts(shop), [
      ['shop.restore', 'Too strict', { suspended: true, measure: closed.id }, { suspended: false }],
      ['shop.suspend', 'Many copies', { suspended: false }, { suspended: true, measure: closed.id }],
    ])
    assert.deepEqual(await acts(appeals[0]), [
      ['appeal.answer', 'It is', { status: 'open' }, { status: 'answered', outcome: 'upheld', measure: hidden.id }],
    ])
    const events = async (type: string) =>
      (await ctx.db.selectFrom('events').select('data').where('account_id', '=', ana.id).where('type', '=', type).orderBy('id').execute())
        .map(({ data }) => JSON.parse(data).object) // prettier-ignore
    assert.deepEqual((await events('measure.taken')).map(({ id }) => id), [hidden.id, closed.id]) // prettier-ignore
    assert.deepEqual((await events('measure.lifted')).map(({ id, lifted_reason }) => [id, lifted_reason]), [[closed.id, 'Too strict']]) // prettier-ignore
    const [answered] = await events('appeal.answered')
    assert.deepEqual([answered.id, answered.outcome, answered.about], [appeals[0], 'upheld', 'Lamp'])
    assert.equal((await app.call('GET', `/v1/market/stores/${ana.slug}`)).status, 200)
    assert.equal((await app.call('GET', `/v1/market/listings/${lamp.id}`)).status, 404)
    assert.equal((await operate(`/measures/${hidden.id}/lift`, { reason: 'Fixed' })).status, 200)
    assert.deepEqual((await own(ana)).at(-1), [hidden.id, 'A copy', 'Fixed', [[appeals[0], 'upheld', 'It is']]], 'keeps the answer')
    assert.equal((await operate(`/listings/${lamp.id}/hide`, { reason: 'Again' })).status, 201, 'a lifted action can be repeated')
    for (const id of all) assert.equal((await readPresentedMeasure(ctx, {} as Operator, id)).id, id)
  })

  test('deciding a report affects only reports about the same record, and the histories count reports by and against each person', async () => {
    const [ana, bea] = [await openSeller(app, 'Ana'), await openSeller(app, 'Bea')]
    const [lamp, pot] = [
      await ana.list({ title: 'Lamp', price: 4, publish: true }),
      await ana.list({ title: 'Pot', price: 4, publish: true }),
    ]
    const vase = await bea.list({ title: 'Vase', price: 4, publish: true })
    const reporters = [await app.signUp('Rob'), await app.signUp('Sue')] as const
    const report = async (id: string, { key }: { key: string }) => {
      await app.advance(1)
      return (await app.call('POST', `/v1/market/listings/${id}/report`, { key, json: { reason: 'misleading', body: 'Hm' } })).body
        .id as string
    }
    const ids = [
      await report(lamp.id, reporters[0]),
      await report(lamp.id, reporters[1]),
      await report(pot.id, reporters[0]),
      await report(vase.id, reporters[0]),
    ] as const
    const shown = await read(`/reports/${ids[0]}`)
    assert.deepEqual(
      [shown.about, shown.listing.id, shown.owner.id, shown.reporter.id, shown.open_about_it, shown.listing.hidden],
      ['Lamp', lamp.id, ana.id, reporters[0].id, 2, false],
    )
    assert.deepEqual(shown.history, {
      reporter: { sent: 3, sent_upheld: 0, received: 0, received_upheld: 0, warnings: 0, actions: 0 },
      owner: { sent: 0, sent_upheld: 0, received: 3, received_upheld: 0, warnings: 0, actions: 0 },
    })
    assert.equal((await operate(`/reports/${ids[2]}/dismiss`, { reason: 'Fine' })).status, 200)
    assert.equal((await operate(`/listings/${lamp.id}/hide`)).status, 201)
    const outcomes = async () => Promise.all(ids.map(async (id) => (await read(`/reports/${id}`)).outcome))
    assert.deepEqual(await outcomes(), ['upheld', 'upheld', 'dismissed', null])
    const listed = async (query: string) =>
      (await read(`/reports?limit=100${query}`)).data.map(({ id }: { id: string }) => id).filter((id: string) => ids.includes(id))
    assert.deepEqual([await listed(''), (await listed('&status=closed')).at(-1)], [[ids[3]], ids[2]])
    assert.deepEqual((await read(`/reports/${ids[0]}`)).history, {
      reporter: { sent: 3, sent_upheld: 1, received: 0, received_upheld: 0, warnings: 0, actions: 0 },
      owner: { sent: 0, sent_upheld: 0, received: 3, received_upheld: 2, warnings: 0, actions: 1 },
    })
    const [dismissed] = (await read(`/audit?subject=${ids[2]}`)).data
    assert.deepEqual(
      [dismissed.verb, dismissed.reason, dismissed.before, dismissed.after],
      ['report.dismiss', 'Fine', { status: 'open' }, { status: 'closed', outcome: 'dismissed', listing: pot.id }],
    )
    const { db } = app.service.ctx
    const notified = async ({ id }: { id: string }) =>
      (
        await db
          .selectFrom('events')
          .select('data')
          .where('account_id', '=', id)
          .where('type', '=', 'report.closed')
          .orderBy('id')
          .execute()
      ).map(({ data }) => JSON.parse(data).object)
    assert.deepEqual(await notified(reporters[0]), [
      { object: 'report', id: ids[2], about: 'Pot', outcome: 'dismissed' },
      { object: 'report', id: ids[0], about: 'Lamp', outcome: 'upheld' },
    ])
    assert.deepEqual(await notified(reporters[1]), [{ object: 'report', id: ids[1], about: 'Lamp', outcome: 'upheld' }])
    assert.equal((await operate(`/reports/${ids[3]}/warn`)).status, 201)
    assert.deepEqual(await activeMeasuresOf(app.service.ctx, { accountId: bea.id } as Person), [], 'a warning restricts nothing')
    for (const unknown of ['rep_nothing', 'nothing']) {
      assert.equal((await operate(`/reports/${unknown}/dismiss`)).status, 404)
      assert.equal((await app.call('GET', `/v1/operator/reports/${unknown}`, { cookie: boss.cookie })).status, 404)
    }
  })

  test('the operator can find an account by any of its records, and sees the counts for that account only', async () => {
    const sale = await openSaleAt(app, 'problem')
    const [ana, buyer] = [sale.seller, sale.buyer]
    const live = await ana.list({ title: 'Lamp', price: 4, publish: true })
    const draft = await ana.list({ title: 'Draft', price: 4 })
    const hiddenDraft = await ana.list({ title: 'Hidden', price: 4, publish: true })
    const reporter = await app.signUp('Rob')
    await app.call('POST', `/v1/market/listings/${live.id}/report`, { key: reporter.key, json: { reason: 'misleading', body: 'Hm' } })
    assert.equal((await operate(`/listings/${hiddenDraft.id}/hide`)).status, 201)
    await ana.call('POST', `/v1/listings/${hiddenDraft.id}/unpublish`)
    const found = async (q: string) => (await read(`/accounts?q=${encodeURIComponent(q)}`)).data.map(({ id }: { id: string }) => id)
    const shop = await shopId(ana.slug)
    for (const q of [ana.id, shop, ana.slug, live.id]) assert.deepEqual(await found(q), [ana.id], q)
    assert.deepEqual((await found(sale.order.id)).toSorted(), [ana.id, buyer.id].toSorted())
    assert.deepEqual([await found('no_such%'), (await found('Rob')).includes(reporter.id)], [[], true])
    const { counts, shops, listings, operator } = await read(`/accounts/${ana.id}`)
    assert.deepEqual(counts, { live: 1, sales: 1, purchases: 0, open_reports: 1, disputes: 1 })
    assert.deepEqual(shops.map(({ id, slug, suspended }: Reply['body']) => [id, slug, suspended]), [[shop, ana.slug, false]]) // prettier-ignore
    assert.equal(operator, false)
    assert.ok(!listings.some(({ id }: { id: string }) => id === draft.id))
    assert.deepEqual([listings[0].id, listings[0].hidden, listings[0].status], [hiddenDraft.id, true, 'draft'])
    assert.deepEqual((await read(`/accounts/${buyer.id}`)).counts, { live: 0, sales: 0, purchases: 1, open_reports: 0, disputes: 1 })
    assert.deepEqual((await read(`/accounts/${reporter.id}`)).counts, { live: 0, sales: 0, purchases: 0, open_reports: 0, disputes: 0 })
  })

  test('a requested change to a listing shows when that listing was changed afterward', async () => {
    const ana = await openSeller(app, 'Ana')
    const [lamp, vase] = [
      await ana.list({ title: 'Lamp', price: 4, publish: true }),
      await ana.list({ title: 'Vase', price: 4, publish: true }),
    ]
    const requested = (await operate(`/listings/${lamp.id}/request-change`, { reason: 'Wrong size' })).body
    const { id: hidden } = (await operate(`/listings/${vase.id}/hide`)).body
    assert.equal((await operate(`/listings/${lamp.id}/hide`)).status, 201, 'a requested change does not prevent another action')
    const changed = async () => {
      const { data } = await read(`/measures?account=${ana.id}`)
      return [requested.id, hidden].map((id) => data.find((one: Reply['body']) => one.id === id).changed_at)
    }
    await app.advance(1)
    await ana.call('PATCH', `/v1/listings/${vase.id}`, { json: { title: 'Old vase' } })
    assert.deepEqual(await changed(), [null, null])
    const { updated_at } = (await ana.call('PATCH', `/v1/listings/${lamp.id}`, { json: { title: 'Small lamp' } })).body
    assert.deepEqual(await changed(), [updated_at, null])
  })

  test('hiding a hidden review again replaces only the reason of that review, and every change of a review is logged once', async () => {
    const { ctx } = app.service
    const reviewed = async () => {
      const { as } = await openSaleAt(app, 'completed')
      return (await as('buyer', 'review', { rating: 1, body: 'Rude' })).body.id as string
    }
    const [first, second] = [await reviewed(), await reviewed()]
    const act = async (id: string, verb: string, json: object = {}) =>
      (await app.call('POST', `/v1/reviews/${id}/${verb}`, { cookie: boss.cookie, json })).status
    for (const id of [first, second]) assert.equal(await act(id, 'hide', { reason: 'Insult' }), 200)
    for (const _ of [1, 2]) assert.equal(await act(first, 'hide', { reason: 'Names a person' }), 200)
    const stored = async (id: string) => {
      const measures = ctx.db.selectFrom('measures').select(['id', 'reason', 'lifted_reason']).where('subject_id', '=', id)
      const review = ctx.db.selectFrom('reviews').select('hidden_reason').where('id', '=', id)
      return [(await review.executeTakeFirstOrThrow()).hidden_reason, ...(await measures.execute())]
    }
    const [[shown, measure], theirs] = [await stored(first), await stored(second)] as [[string, { id: string }], unknown[]]
    assert.deepEqual([shown, measure], ['Names a person', { id: measure.id, reason: 'Names a person', lifted_reason: null }])
    for (const _ of [1, 2]) assert.equal(await act(first, 'unhide'), 200)
    const lifted = { ...measure, lifted_reason: 'An operator made the review visible again.' }
    assert.deepEqual(await stored(first), [null, lifted])
    assert.deepEqual([theirs[0], await stored(second)], ['Insult', theirs])
    const acts = (await read(`/audit?subject=${first}`)).data
    assert.deepEqual(acts.map(({ verb, reason, before: was, after: is }: Reply['body']) => [verb, reason, was, is]), [
      ['review.show', lifted.lifted_reason, { hidden: true, measure: measure.id }, { hidden: false }],
      ['review.reword', 'Names a person', { reason: 'Insult' }, { reason: 'Names a person' }],
      ['review.hide', 'Insult', { hidden: false }, { hidden: true, measure: measure.id }],
    ]) // prettier-ignore
    for (const unknown of [`rev_${'0'.repeat(26)}`, 'nothing'])
      assert.deepEqual([await act(unknown, 'hide', why), await act(unknown, 'unhide')], [404, 404])
  })

  test('both parties are notified of the decision on a dispute, and the log holds the order’s state before and after the decision', async () => {
    const [sale, other] = [await openSaleAt(app, 'problem'), await openSaleAt(app, 'problem')]
    const { id } = sale.order
    const decided = await operate(`/disputes/${id}/decide`, { decision: 'part', amount: 20, reason: 'Half of it' })
    assert.deepEqual([decided.status, decided.body.id], [200, id])
    const [logged] = (await read(`/audit?subject=${id}`)).data
    assert.deepEqual(
      [logged.verb, logged.reason, logged.before, logged.after],
      [
        'order.part',
        'Half of it',
        { status: 'problem', payment: 'paid', payout: 'on_hold', refunded: 0 },
        { status: 'completed', payment: 'partly_refunded', payout: 'waiting', refunded: 20 },
      ],
    )
    for (const [side, account] of [['buyer', sale.buyer.id], ['seller', sale.seller.id]] as const) {
      const notices = await app.service.ctx.db.selectFrom('events').select('data').where('account_id', '=', account).where('type', '=', 'order.decided').execute()
      assert.deepEqual(notices.map(({ data }) => JSON.parse(data).object), [
        { object: 'decision', id, about: 'Brass lamp', decision: 'part', back: 20, reason: 'Half of it', side },
      ])
    } // prettier-ignore
    const list = async (status: string) => {
      const { data } = await read(`/disputes?status=${status}&limit=100`)
      return data.map(({ id: one }: Reply['body']) => one).filter((one: string) => [id, other.order.id].includes(one))
    }
    assert.deepEqual([await list('open'), await list('decided')], [[other.order.id], [id]])
    const offered = await operate(`/disputes/${other.order.id}/return`, { payer: 'seller', reason: 'Send it back' })
    assert.deepEqual([offered.status, offered.body.id], [200, other.order.id])
    const [returned] = (await read(`/audit?subject=${other.order.id}`)).data
    assert.deepEqual(
      [returned.verb, returned.reason, returned.before, returned.after],
      ['order.return', 'Send it back', { return: null }, { return: 'offered', payer: 'seller' }],
    )
    for (const unknown of [`ord_${'0'.repeat(26)}`, 'nothing']) {
      const replies = [
        await app.call('GET', `/v1/operator/disputes/${unknown}`, { cookie: boss.cookie }),
        await operate(`/disputes/${unknown}/decide`, { decision: 'complete', ...why }),
        await operate(`/disputes/${unknown}/return`, { payer: 'buyer', ...why }),
      ]
      assert.deepEqual(
        replies.map(({ status }) => status),
        [404, 404, 404],
      )
    }
  })

  test('the consistency audit finds no errors after all operator actions', async () => {
    assert.deepEqual(await audit({ connectionString: app.databaseUrl }), [])
  })
})

/** Removes the parts of a page that differ each time it is loaded. */
const plain = (html: unknown): string => String(html).replaceAll(/nonce="[^"]*"/g, '')
