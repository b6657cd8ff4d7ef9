import assert from 'node:assert/strict'
import { afterEach, before, describe, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import sharp from 'sharp'
import { effective } from '#platform/settings/index.ts'
import type { Reply, TestApp } from '#test/app.ts'
import { lifetime } from '#test/lifetime.ts'
import { visitorOf } from '#test/pages.ts'
import { HOME, openSale, openSaleAt } from '#test/sales.ts'
import { differentSums } from '#test/truth/sums.ts'
import { twoApps } from '#test/two-apps.ts'
import { until } from '#test/until.ts'

describe('the operator’s settings for the marketplace', () => {
  let [app, other]: TestApp[] = []
  let boss: Awaited<ReturnType<TestApp['signUp']>>
  const life = lifetime()
  before(async () => {
    ;[app, other] = await twoApps(life)
    boss = await app.signUp('Boss')
    await app.service.ctx.db.updateTable('accounts').set({ is_operator: true }).where('id', '=', boss.id).execute()
  })

  afterEach(async () => {
    const names = ['name', 'letter', 'accent', 'terms', 'privacy', 'contact', 'fee_percent', 'fees', 'guest_limit']
    await changed(Object.fromEntries(names.map((name) => [name, null])))
    await until('the defaults', () =>
      [app!, other!].every(({ service: { ctx } }) => isDeepStrictEqual(ctx.settings.current(), effective(ctx.config, {}))),
    )
  })

  const change = (json: unknown, at = app!): Promise<Reply> => at.call('PATCH', '/v1/operator/settings', { cookie: boss.cookie, json })
  const changed = async (json: unknown): Promise<Reply['body']> => {
    const reply = await change(json)
    assert.equal(reply.status, 200, JSON.stringify(reply.body))
    return reply.body
  }
  const read = async (): Promise<Reply['body']> => (await app!.call('GET', '/v1/operator/settings', { cookie: boss.cookie })).body
  const acts = async (): Promise<Reply['body'][]> =>
    (await app!.call('GET', '/v1/operator/audit?verb=settings.change', { cookie: boss.cookie })).body.data
  /** Changes the fees, and waits until both processes use the new fees. */
  const setFees = async (json: { fee_percent: number | null; fees?: Record<string, number> | null }) => {
    await changed({ fees: null, ...json })
    const { fee_percent: percent } = await read()
    await until('the new fee', () => [app!, other!].every(({ service }) => service.ctx.settings.current().feePercent === percent))
  }

  test('every setting has a default, and the response states where each value comes from', async () => {
    const { sources, ...values } = await read()
    assert.deepEqual(
      [values.name, values.letter, values.logo_url, values.accent, values.terms, values.fee_percent, values.fees, values.guest_limit],
      ['resale', null, null, null, null, 0, {}, 500],
    )
    assert.deepEqual([sources.name, sources.fee_percent, sources.guest_limit], ['default', 'environment', 'environment'])
    assert.equal((await changed({ name: 'Attic' })).sources.name, 'app')
    const restored = await changed({ name: null })
    assert.deepEqual([restored.name, restored.sources.name], ['resale', 'default'])
  })

  test('only an operator can change settings, and only in a session, not with a key', async () => {
    const ana = await app!.signUp('Ana')
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['PUT', '/logo'],
      ['DELETE', '/logo'],
    ] as const) {
      const at = (call: object) =>
        app!.call(method, `/v1/operator/settings${path}`, { ...(method === 'PATCH' && { json: { name: 'Mine' } }), ...call })
      assert.equal((await at({})).status, 401)
      assert.equal((await at({ cookie: ana.cookie })).status, 404)
      assert.equal((await at({ key: boss.key })).status, 403)
    }
    assert.equal((await read()).name, 'resale')
  })

  test('an invalid setting is rejected with an error that names the field', async () => {
    const before = await acts()
    const bad: [json: object, param: string][] = [
      [{ name: '' }, 'name'],
      [{ name: 'x'.repeat(41) }, 'name'],
      [{ letter: '<b' }, 'letter'],
      [{ accent: 'yellow' }, 'accent'],
      [{ accent: '#203040' }, 'accent'],
      [{ terms: 'http://example.com/terms' }, 'terms'],
      [{ privacy: 'javascript:alert(1)' }, 'privacy'],
      [{ contact: 'nobody' }, 'contact'],
      [{ fee_percent: 50.01 }, 'fee_percent'],
      [{ fee_percent: 1.234 }, 'fee_percent'],
      [{ fee_percent: -1 }, 'fee_percent'],
      [{ fees: { Books: 51 } }, 'fees.Books'],
      [{ fees: { Books: 1, BOOKS: 2 } }, 'fees'],
      [{ guest_limit: -1 }, 'guest_limit'],
      [{ guest_limit: 200_001 }, 'guest_limit'],
    ]
    for (const [json, param] of bad) {
      const { status, body } = await change(json)
      assert.deepEqual([status, body.error?.param], [400, param], JSON.stringify([json, body]))
    }
    assert.match((await change({ accent: '#203040' })).body.error.message, /accent is too dark/)
    assert.deepEqual(await acts(), before)
  })

  test('the audit log records every change to the settings, and only the values that changed', async () => {
    await changed({ name: 'Attic', fee_percent: 5 })
    const [act] = await acts()
    assert.deepEqual(
      [act!.actor.id, act!.before, act!.after],
      [boss.id, { name: 'resale', fee_percent: 0 }, { name: 'Attic', fee_percent: 5 }],
    )
    const count = (await acts()).length
    await changed({ name: 'Attic' })
    assert.equal((await acts()).length, count, 'an unchanged value is not logged')
    await changed({ name: null, fee_percent: null })
  })

  test('a changed setting appears within seconds on the pages of every process, including cached pages', async () => {
    const title = async (at: TestApp): Promise<string> => /<title>([^<]*)</.exec((await at.call('GET', '/shops')).body)![1]!
    const [one, two] = [app!, other!]
    for (const at of [one, two])
      await until(
        'a cached page',
        async () => (await at.call('GET', '/shops')) && at.service.ctx.responseCache.has(`resale.localhost:${at.port} /shops`),
      )
    await changed({ name: 'Attic & Co', letter: 'A', accent: '#7AEBCA', contact: 'help@example.com' })
    for (const at of [one, two]) await until('the new name', async () => (await title(at)) === 'Shops · Attic &amp; Co', 5_000)
    const { body } = await two.call('GET', '/')
    assert.match(body, /<span>A<\/span>\u00a0Attic &amp; Co/)
    assert.match(body, /<a href="mailto:help@example.com">Contact<\/a>/)
    const [, sheet] = /href="(\/static\/accent\/7aebca\.css)"/.exec(body)!
    assert.match((await two.call('GET', sheet!)).body, /--tone-pop:light-dark\(#7aebca,#7aebca\)/)
    assert.match((await two.call('GET', '/static/icon.svg')).body, />A<\/text>/)
    assert.equal(
      (await two.call('GET', '/manifest.webmanifest')).body.name ?? JSON.parse((await two.call('GET', '/manifest.webmanifest')).body).name,
      'Attic & Co',
    )
    await changed({ name: null, letter: null, accent: null, contact: null })
    for (const at of [one, two]) await until('the old name', async () => (await title(at)) === 'Shops · resale')
    assert.doesNotMatch((await two.call('GET', '/')).body, /accent|mailto:/)
  })

  test('the operator can replace the terms of service with custom text or a URL', async () => {
    await changed({ terms: 'Be kind.\n\nShip <fast>.' })
    const page = await until('the terms', async () => {
      const reply = await other!.call('GET', '/terms')
      return reply.body.includes('Be kind.') && reply
    })
    assert.match(page.body, /<p class="words">Be kind\.<\/p><p class="words">Ship &lt;fast&gt;\.<\/p>/)
    await changed({ terms: 'https://example.com/terms' })
    const reply = await until('the address', async () => {
      const found = await other!.call('GET', '/terms')
      return found.status === 302 && found
    })
    assert.equal(reply.headers['location'], 'https://example.com/terms')
    assert.equal((await other!.call('GET', '/privacy')).status, 200)
    await changed({ terms: null })
    await until('the default terms', async () => (await other!.call('GET', '/terms')).body.includes?.('List only items that you own'))
  })

  test('a new limit on the value of guest purchases applies immediately', async () => {
    const order = (listing: string) =>
      other!.call('POST', '/v1/checkouts/guest', { json: { listing, email: 'guest@example.com', address: HOME } })
    const { listing, as } = await openSale(app!)
    await as('buyer', 'cancel')
    await changed({ guest_limit: 20 })
    await until('the new limit', () => other!.service.ctx.settings.current().guestLimitCents === 2_000)
    const refused = await order(listing.id)
    assert.equal(refused.status, 409)
    assert.match(refused.body.error.message, /Purchases above \$20 need an account/)
    await changed({ guest_limit: null })
    await until('the old limit', () => other!.service.ctx.settings.current().guestLimitCents === 50_000)
    assert.equal((await order(listing.id)).status, 201)
  })

  test('a new fee applies only to orders that are created after the change', async () => {
    await setFees({ fee_percent: 10 })
    const old = await openSaleAt(other!, 'paid')
    await setFees({ fee_percent: 20 })
    const fresh = await openSale(other!)
    assert.deepEqual([(await old.read()).fee, (await fresh.read()).fee], [4, 8])
    await old.as('seller', 'ship', { carrier: 'UPS', number: '1Z999AA10123456784' })
    await old.as('buyer', 'confirm')
    assert.deepEqual([(await old.read()).status, (await old.read()).fee], ['completed', 4])
    await app!.advance(1)
    assert.deepEqual(await differentSums(app!.service.ctx), [])
  })

  test('a new order has the new fee even if the process that creates the order still has the old fee in memory', async (t) => {
    const { settings } = other!.service.ctx
    const stale = settings.current()
    t.mock.method(settings, 'current', () => stale)
    await changed({ fee_percent: 20 })
    assert.equal((await (await openSale(other!)).read()).fee, 8)
  })

  test('an order is charged the fee for its category if there is one, then the fee for its shop’s category, and otherwise the general fee', async () => {
    await setFees({ fee_percent: 10, fees: { Books: 5, Tech: 0, 'Old maps': 25 } })
    const feeOf = async (details: object) => (await (await openSale(app!, { ...details })).read()).fee
    assert.deepEqual(
      [
        await feeOf({ category: 'Books' }),
        await feeOf({ category: 'Tech' }),
        await feeOf({ category: 'old maps' }),
        await feeOf({ category: 'Shoes' }),
        await feeOf({}),
      ],
      [2, 0, 10, 4, 4],
    )
    const sale = await openSale(app!)
    await sale.as('buyer', 'cancel')
    await sale.seller.call('PATCH', `/v1/shops/${sale.seller.slug}`, { json: { category: 'Books' } })
    const again = await app!.call('POST', '/v1/orders', { key: sale.buyer.key, json: { listing: sale.listing.id, address: HOME } })
    assert.equal(again.body.fee, 2)
    await setFees({ fee_percent: null })
  })

  test('all items in a purchase are charged the same fee, even if the fee changes while the orders are created', async () => {
    await setFees({ fee_percent: 10 })
    const { seller, listing, buyer, as } = await openSale(app!)
    await as('buyer', 'cancel')
    const second = await seller.list({ title: 'Oak chair', price: 40, shipping: 8, publish: true })
    const { db } = app!.service.ctx
    // each order waits for this lock after it has read the fee
    await sql`create function wait_for_test() returns trigger language plpgsql as 'begin perform pg_advisory_xact_lock(4201); return new; end'`.execute(
      db,
    )
    await sql`create trigger wait_for_test before insert on orders for each row execute function wait_for_test()`.execute(db)
    const isWaiting = async (lock: 'advisory' | 'transactionid') => {
      const { rows } = await sql<{ waits: boolean }>`select exists (select from pg_locks
        where not granted and locktype = ${lock} and (locktype <> 'advisory' or objid = 4201)) as waits`.execute(db)
      return rows[0]!.waits
    }
    let isChanged = false
    const started = await db.transaction().execute(async (hold) => {
      await sql`select pg_advisory_xact_lock(4201)`.execute(hold)
      const placed = other!.call('POST', '/v1/purchases', { key: buyer.key, json: { listings: [listing.id, second.id], address: HOME } })
      await until('the first order', () => isWaiting('advisory'))
      const change = changed({ fee_percent: 20 }).then(() => (isChanged = true))
      await until('the change', async () => isChanged || (await isWaiting('transactionid')))
      return { placed, change }
    })
    const [{ status, body }] = await Promise.all([started.placed, started.change])
    assert.equal(status, 201, JSON.stringify(body))
    await sql`drop trigger wait_for_test on orders`.execute(db)
    const rows = await db.selectFrom('orders').select('fee_cents').where('purchase_id', '=', body.id).execute()
    assert.deepEqual(rows, [{ fee_cents: 400 }, { fee_cents: 400 }])
  })

  test('an order that is placed while the fee changes is charged either the old fee or the new fee', async () => {
    await setFees({ fee_percent: 10, fees: { Books: 10 } })
    const sales = Array.from({ length: 6 }, (_, at) => openSale(at % 2 ? app! : other!, { category: at % 3 ? 'Books' : 'Shoes' }))
    await changed({ fee_percent: 20, fees: { Books: 20 } })
    for (const sale of await Promise.all(sales)) assert.ok([4, 8].includes((await sale.read()).fee))
  })

  test('a seller sees the fee for each category in the editor, on the payouts page and on the fees page', async () => {
    await setFees({ fee_percent: 10, fees: { Books: 2.5 } })
    const { seller, listing } = await openSale(app!, { category: 'Books' })
    await other!.service.ctx.settings.refresh()
    const page = async (path: string) => (await other!.call('GET', path, { cookie: seller.cookie })).body as string
    assert.match(await page(`/app/listings/${listing.id}`), /Fee 2\.5%: of \$40, you get \$39\./)
    assert.match(await page('/app/payouts'), /Some categories have their own fee: Books 2\.5%/)
    assert.match(await page('/fees'), /A sale in Books<\/th><td>The seller<\/td><td class="number">2\.5% of the price/)
    await setFees({ fee_percent: null })
  })

  test('operators can change settings on a page that works without scripts', async () => {
    const visitor = await visitorOf(app!, boss.cookie)
    const page = async () => (await visitor.get('/operator/settings')).body as string
    assert.match(await page(), /Default: 0% \(FEE_PERCENT in the environment\)\./)
    const sent = await visitor.post('/operator/settings', { do: 'identity', name: 'Attic', letter: '', accent: '' })
    assert.equal(sent.status, 303)
    assert.match(await page(), /Settings saved\.[^]*value="Attic"[^]*Set here\. Clear the field/)
    const dark = await visitor.post('/operator/settings', { do: 'identity', name: 'Attic', letter: '', accent: '#000000' })
    assert.equal(dark.status, 400)
    assert.match(dark.body, /id="accent-problem"[^]*too dark/)
    await visitor.post('/operator/settings', {
      do: 'fees',
      fee_percent: '5',
      guest_limit: '',
      'fee:Books': '2.5',
      new_category: 'Maps',
      new_fee: '0',
    })
    const { fee_percent, fees, sources } = await read()
    assert.deepEqual([fee_percent, fees, sources.guest_limit], [5, { Books: 2.5, Maps: 0 }, 'environment'])
    const wrong = await visitor.post('/operator/settings', {
      do: 'fees',
      fee_percent: '5',
      guest_limit: '',
      'fee:Books': 'x',
      new_category: '',
      new_fee: '',
    })
    assert.equal(wrong.status, 400)
    assert.match(wrong.body, /role="alert"[^]*Books/)
    await changed({ name: null, fee_percent: null, fees: null })
  })

  test('once a logo is uploaded, pages show the logo instead of the name, until the logo is removed', async () => {
    const visitor = await visitorOf(app!, boss.cookie)
    const bytes = await sharp({ create: { width: 60, height: 30, channels: 3, background: '#7aebca' } })
      .png()
      .toBuffer()
    const home = async () => (await other!.call('GET', '/')).body as string
    assert.equal((await visitor.upload('/operator/settings', { do: 'logo' }, [{ name: 'logo.png', bytes }])).status, 303)
    const { logo_url: logo, sources } = await read()
    assert.equal(sources.logo, 'app')
    await until('the logo', async () => (await home()).includes(`${new URL(logo).pathname}" alt="resale"/>`))
    assert.equal((await app!.call('GET', new URL(logo).pathname)).status, 200)
    const [act] = await acts()
    assert.deepEqual([act!.before, act!.after], [{ logo_url: null }, { logo_url: logo }])
    assert.equal((await visitor.post('/operator/settings', { do: 'no-logo' })).status, 303)
    await until('no logo', async () => (await home()).includes('res<span>ale</span>'))
    const removed = await app!.call('DELETE', '/v1/operator/settings/logo', { cookie: boss.cookie })
    assert.deepEqual([removed.status, removed.body.logo_url], [200, null])
  })
})
