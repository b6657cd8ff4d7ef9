import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { startApp, type TestApp } from '#test/app.ts'
import { signUpQuietly } from '#test/factories.ts'
import { header, readMail } from '#test/mail.ts'
import { makeListing, makeShop } from '#test/rows.ts'
import { alertOf } from './alerts.ts'
import { until } from '#test/until.ts'

const HOUR = 3_600
const DAY = 24 * HOUR

async function mailbox(app: TestApp) {
  const folder = join(app.dataDir, 'mail')
  const names = (await readdir(folder).catch((): string[] => [])).filter((name) => name.endsWith('.eml'))
  return Promise.all(names.toSorted().map(async (name) => readMail(await readFile(join(folder, name), 'utf8'))))
}

test('an account gets at most one email a day about new results for its saved searches, and no result is listed twice', async (t) => {
  // Postgres runs the searches here, so new listings are found immediately
  const app = await startApp(t, { SEARCH_INDEX: 'off' })
  const { ctx } = app.service
  const [ana, ben] = [await signUpQuietly(app, 'Ana'), await signUpQuietly(app, 'Ben')]
  const shop = await makeShop(ctx, ana.id)
  const bens = await makeShop(ctx, ben.id)
  const save = async (json: object) => {
    const reply = await app.call('POST', '/v1/searches', { key: ben.key, json })
    assert.equal(reply.status, 201, JSON.stringify(reply.body))
  }
  await makeListing(ctx, shop, { title: 'Old lamp' })
  await app.advance(60)
  await save({ q: 'lamp', alert: 'daily' })
  await app.advance(2 * HOUR)
  await save({ q: 'coat', price: 'under-25', name: 'Cheap coats', alert: 'daily' })
  await save({ q: 'chair', alert: 'none' })
  for (const title of ['Brass lamp', 'Desk lamp', 'Red coat', 'Oak chair']) await makeListing(ctx, shop, { title, priceCents: 20_50 })
  await makeListing(ctx, shop, { title: 'Dear coat', priceCents: 90_00 })
  await makeListing(ctx, shop, { title: 'Draft lamp', status: 'draft' })
  await makeListing(ctx, shop, { title: 'Sold lamp', status: 'sold' })
  await makeListing(ctx, bens, { title: 'Lamp of my own' })
  await app.advance(21 * HOUR)
  assert.equal((await mailbox(app)).length, 0)
  await app.advance(HOUR + 600)
  const [mail, ...others] = await mailbox(app)
  assert.deepEqual(others, [])
  assert.deepEqual([header(mail!, 'to'), header(mail!, 'subject')], [ben.email, 'New results: lamp, Cheap coats'])
  const found = [...mail!.text.matchAll(/^- (.*)$/gm)].map(([, line]) => line!)
  assert.deepEqual(found.toSorted(), ['“Brass lamp”, $20.50', '“Desk lamp”, $20.50', '“Red coat”, $20.50'])
  assert.match(mail!.text, /search\?q=coat&price=under-25/)
  await app.advance(DAY + 600)
  assert.equal((await mailbox(app)).length, 1, 'no new results')
  for (let each = 0; each < 12; each++) await makeListing(ctx, shop, { title: `Lamp ${each}` })
  await app.advance(DAY + 600)
  const mails = await mailbox(app)
  assert.equal(mails.length, 2)
  assert.deepEqual([[...mails[1]!.text.matchAll(/^- “Lamp/gm)].length, mails[1]!.text.includes('- and more')], [10, true])
})

test('the alerts for a saved search contain exact matches, but no similar items', async (t) => {
  const app = await startApp(t)
  const { ctx } = app.service
  const [ana, ben] = [await signUpQuietly(app, 'Ana'), await signUpQuietly(app, 'Ben')]
  const shop = await makeShop(ctx, ana.id)
  await ctx.search.ready()
  for (const q of ['camping', 'lantern']) await app.call('POST', '/v1/searches', { key: ben.key, json: { q, alert: 'daily' } })
  await app.advance(HOUR)
  await makeListing(ctx, shop, { title: 'Brass lantern', priceCents: 20_50 })
  assert.equal((await app.call('GET', '/v1/market/search?q=camping')).body.total, 1, 'matches as a similar item')
  await app.advance(DAY)
  const mails = await mailbox(app)
  assert.deepEqual(
    mails.map((mail) => header(mail, 'subject')),
    ['New results: lantern'],
  )
})

test('the alerts for a saved search contain only listings that match its facet filters and its price range', async (t) => {
  const app = await startApp(t)
  const { ctx } = app.service
  const [ana, ben] = [await signUpQuietly(app, 'Ana'), await signUpQuietly(app, 'Ben')]
  const shop = await makeShop(ctx, ana.id)
  await app.call('POST', '/v1/searches', { key: ben.key, json: { brand: ['levi strauss'], max_price: 50, alert: 'daily' } })
  await app.advance(HOUR)
  const brand = (value: string) => [{ key: 'brand', label: 'Brand', value, source: 'you' }]
  await makeListing(ctx, shop, { title: 'Trucker jacket', priceCents: 40_00, fields: brand("Levi's") })
  await makeListing(ctx, shop, { title: 'Dear jacket', priceCents: 60_00, fields: brand("Levi's") })
  await makeListing(ctx, shop, { title: 'Other jacket', priceCents: 40_00, fields: brand('Muji') })
  await app.advance(DAY)
  const [mail, ...others] = await mailbox(app)
  assert.equal(others.length, 0)
  assert.match(mail!.text, /Trucker jacket/)
  assert.doesNotMatch(mail!.text, /Dear jacket|Other jacket/)
})

test('a listing that is less than five minutes old is left for the next alert', async (t) => {
  const app = await startApp(t, { SEARCH_INDEX: 'off' })
  const { ctx } = app.service
  const [ana, ben] = [await signUpQuietly(app, 'Ana'), await signUpQuietly(app, 'Ben')]
  const shop = await makeShop(ctx, ana.id)
  await app.call('POST', '/v1/searches', { key: ben.key, json: { q: 'lamp', alert: 'daily' } })
  await app.advance(DAY + 200)
  await makeListing(ctx, shop, { title: 'Late lamp' })
  // the alert is due now, but the lamp was listed less than five minutes ago
  await app.advance(80)
  await until('the alert', async () => {
    await app.advance(1)
    return (await ctx.db.selectFrom('saved_searches').select('id').where('alerted_at', 'is not', null).execute()).length === 1
  })
  assert.equal((await mailbox(app)).length, 0)
  await app.advance(DAY + 301)
  assert.equal((await mailbox(app)).length, 1)
})

test('an account gets only one alert even if several jobs run concurrently, and none after alerts are turned off', async (t) => {
  const app = await startApp(t, { SEARCH_INDEX: 'off' })
  const { ctx } = app.service
  const [ana, ben, cleo] = [await signUpQuietly(app, 'Ana'), await signUpQuietly(app, 'Ben'), await signUpQuietly(app, 'Cleo')]
  await app.call('PATCH', '/v1/notices', { cookie: cleo.cookie, json: { search_alert: false } })
  for (const { key } of [ben, cleo]) await app.call('POST', '/v1/searches', { key, json: { q: 'lamp', alert: 'daily' } })
  await makeListing(ctx, await makeShop(ctx, ana.id), { title: 'Brass lamp', publishedAt: new Date(ctx.now().getTime() + 60_000) })
  const tomorrow = { ...ctx, now: () => new Date(ctx.now().getTime() + 2 * DAY * 1000) }
  await Promise.all([1, 2, 3, 4].flatMap(() => [ben, cleo].map(({ id }) => alertOf(tomorrow, { accountId: id }))))
  const mails = await ctx.db.selectFrom('mails').select(['recipient', 'kind']).execute()
  assert.deepEqual(mails, [{ recipient: ben.email, kind: 'search_alert' }])
})

test('an alert omits listings by people whom the account has blocked or who have blocked the account', async (t) => {
  const app = await startApp(t, { SEARCH_INDEX: 'off' })
  const { ctx } = app.service
  const [ana, ben, cleo, dora] = [await signUpQuietly(app, 'Ana'), await signUpQuietly(app, 'Ben'), await signUpQuietly(app, 'Cleo'), await signUpQuietly(app, 'Dora')] // prettier-ignore
  await app.call('POST', '/v1/searches', { key: ben.key, json: { q: 'lamp', alert: 'daily' } })
  const blocks = [[ben.id, cleo.id], [dora.id, ben.id]] as const // prettier-ignore
  for (const [account_id, blocked_id] of blocks) await ctx.db.insertInto('blocks').values({ account_id, blocked_id, created_at: ctx.now() }).execute() // prettier-ignore
  await app.advance(HOUR)
  for (const { id } of [ana, cleo, dora]) await makeListing(ctx, await makeShop(ctx, id), { title: `Lamp of ${id}` })
  await app.advance(DAY)
  const [mail] = await mailbox(app)
  assert.deepEqual(
    [...mail!.text.matchAll(/^- “Lamp of (.*?)”/gm)].map(([, id]) => id),
    [ana.id],
  )
})

test('the alerts for a saved search are sent only through the channels that the user chose for this search', async (t) => {
  const app = await startApp(t, { SEARCH_INDEX: 'off' })
  const { ctx } = app.service
  const [ana, ben] = [await signUpQuietly(app, 'Ana'), await signUpQuietly(app, 'Ben')]
  const browser = await subscribeRow(ctx, ben.id)
  for (const [q, alert_by] of [['lamp', 'email'], ['coat', 'push'], ['chair', 'both']]) await app.call('POST', '/v1/searches', { key: ben.key, json: { q, alert: 'daily', alert_by } }) // prettier-ignore
  const shop = await makeShop(ctx, ana.id)
  await app.advance(HOUR)
  for (const title of ['Brass lamp', 'Red coat', 'Oak chair']) await makeListing(ctx, shop, { title })
  await app.advance(DAY)
  const titles = async () => (await ctx.db.selectFrom('pushes').select(['title', 'subscription_id']).execute()).map(({ title, subscription_id: id }) => [title, id]) // prettier-ignore
  const mails = async () => (await mailbox(app)).map((mail) => header(mail, 'subject'))
  assert.deepEqual(await mails(), ['New results: lamp, chair'])
  assert.deepEqual(await titles(), [['New results: coat, chair', browser]])
  await makeListing(ctx, shop, { title: 'Blue coat' })
  await app.advance(DAY + 600)
  assert.deepEqual([(await mails()).length, (await titles()).length], [1, 2], 'only the search with new results')
})

test('after alerts are switched on again, they cover only items that are listed from then on', async (t) => {
  const app = await startApp(t, { SEARCH_INDEX: 'off' })
  const { ctx } = app.service
  const [ana, ben] = [await signUpQuietly(app, 'Ana'), await signUpQuietly(app, 'Ben')]
  const { id } = (await app.call('POST', '/v1/searches', { key: ben.key, json: { q: 'lamp' } })).body
  const shop = await makeShop(ctx, ana.id)
  await app.advance(DAY)
  await makeListing(ctx, shop, { title: 'Old lamp' })
  await app.advance(DAY)
  const on = () => app.call('PATCH', `/v1/searches/${id}`, { key: ben.key, json: { alert: 'daily' } })
  assert.equal((await on()).status, 200)
  await app.advance(HOUR)
  await makeListing(ctx, shop, { title: 'New lamp' })
  await app.advance(HOUR)
  await on()
  await app.advance(DAY)
  const [mail, ...others] = await mailbox(app)
  assert.equal(others.length, 0)
  assert.match(mail!.text, /New lamp/)
  assert.doesNotMatch(mail!.text, /Old lamp/)
})

async function subscribeRow(ctx: TestApp['service']['ctx'], accountId: string): Promise<string> {
  const { id: session } = await ctx.db.selectFrom('sessions').select('id').where('account_id', '=', accountId).executeTakeFirstOrThrow()
  const row = { id: 'psh_1', session_id: session, account_id: accountId, endpoint: 'http://127.0.0.1:9/push', p256dh: 'x', auth: 'x', given_up: 0 } // prettier-ignore
  await ctx.db.insertInto('push_subscriptions').values({ ...row, created_at: ctx.now() }).execute() // prettier-ignore
  return row.id
}
