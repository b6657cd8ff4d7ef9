import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTransaction } from '#platform/context/index.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { openTestTenant } from '#test/sandbox.ts'
import { stopAlerts } from './index.ts'
import * as queries from './queries.ts'

const save = (app: TestApp, key: string, json: object) => app.call('POST', '/v1/searches', { key, json })
const byNumber = (a: number, b: number) => a - b

test('a saved search contains the URL of its results, and the list of saved searches is sorted newest first', async (t) => {
  const app = await startApp(t)
  const { key } = await app.signUp()
  const full = { q: ' oak lamp ', category: 'home', price: 'under-25', offers: true, name: 'Lamps', alert: 'daily' }
  const { status, body } = await save(app, key, full)
  assert.equal(status, 201)
  const { id, created_at, ...rest } = body
  assert.match(id, /^srh_[0-9a-z]{26}$/)
  assert.match(created_at, /Z$/)
  assert.deepEqual(rest, {
    object: 'search',
    name: 'Lamps',
    q: 'oak lamp',
    category: 'Home',
    price: 'under-25',
    offers: true,
    brand: [],
    size: [],
    condition: [],
    color: [],
    min_price: null,
    max_price: null,
    alert: 'daily',
    alert_by: 'both',
    url: `${app.url}/search?q=oak+lamp&category=Home&price=under-25&offers=true`,
  })
  const plain = (await save(app, key, { price: 'over-100' })).body
  assert.deepEqual([plain.name, plain.q, plain.category, plain.offers, plain.alert], ['over $100', null, null, false, 'none'])
  assert.deepEqual((await app.call('GET', '/v1/searches', { key })).body, {
    object: 'list',
    data: [plain, body],
    total: 2,
    has_more: false,
  })
  assert.deepEqual((await app.call('GET', '/v1/searches?limit=1&offset=1', { key })).body.data, [body])
  assert.equal((await app.call('GET', new URL(body.url).pathname + new URL(body.url).search)).status, 200)
})

test('saving the same search twice stores it only once, even if both requests arrive at the same time', async (t) => {
  const app = await startApp(t)
  const { key } = await app.signUp()
  const replies = await Promise.all([1, 2, 3, 4].map((n) => save(app, key, { q: 'lamp', name: `Lamp ${n}` })))
  assert.deepEqual(replies.map(({ status }) => status).toSorted(byNumber), [200, 200, 200, 201])
  assert.equal(new Set(replies.map(({ body }) => body.id)).size, 1)
  const again = await save(app, key, { q: 'lamp', alert: 'daily' })
  assert.deepEqual([again.status, again.body], [200, replies.find(({ status }) => status === 201)!.body])
  assert.equal((await save(app, key, { q: 'lamp', offers: true })).status, 201)
  assert.equal((await save(app, (await app.signUp()).key, { q: 'lamp' })).status, 201)
})

test('searches with the same facet and price filters are saved only once, regardless of the order and spelling of the filters', async (t) => {
  const app = await startApp(t)
  const { key } = await app.signUp()
  const filters = {
    brand: ["Levi's", 'Muji'],
    size: ['medium'],
    condition: ['good', 'Like new'],
    color: ['gray'],
    min_price: 5,
    max_price: 40.5,
  }
  const { status, body } = await save(app, key, filters)
  assert.equal(status, 201, JSON.stringify(body))
  assert.deepEqual(
    [body.brand, body.size, body.condition, body.color, body.min_price, body.max_price, body.price],
    [['levis', 'muji'], ['m'], ['good', 'like_new'], ['grey'], 5, 40.5, 'any'],
  )
  assert.equal(body.name, "Levi's or Muji, size M, good or like new, grey, from $5, up to $40.50")
  assert.equal(
    body.url,
    `${app.url}/search?brand=levis&brand=muji&size=m&condition=good&condition=like_new&color=grey&min_price=5&max_price=40.5`,
  )
  const same = await save(app, key, { ...filters, brand: ['MUJI', 'levis'], condition: ['like_new', 'good'] })
  assert.deepEqual([same.status, same.body.id], [200, body.id])
  assert.equal((await save(app, key, { ...filters, brand: ['muji'] })).status, 201)
  assert.equal((await save(app, key, { color: ['red'] })).status, 201, 'a facet alone is a search')
  assert.equal((await app.call('GET', '/v1/searches', { key })).body.total, 3)
})

test('saving an empty search or an invalid field returns 400, and the error names the field', async (t) => {
  const app = await startApp(t)
  const { key } = await app.signUp()
  const cases: [object, string][] = [
    [{}, 'q'],
    [{ q: ' ', price: 'any', offers: false, name: 'All' }, 'q'],
    [{ q: 'a'.repeat(201) }, 'q'],
    [{ category: 'Boats' }, 'category'],
    [{ price: 'cheap' }, 'price'],
    [{ condition: ['mint'] }, 'condition'],
    [{ min_price: 5, max_price: 4 }, 'min_price'],
    [{ price: 'under-25', max_price: 4 }, 'price'],
    [{ brand: Array.from({ length: 11 }, (_, n) => `b${n}`) }, 'brand'],
    [{ brand: [] }, 'q'],
    [{ q: 'lamp', alert: 'hourly' }, 'alert'],
    [{ q: 'lamp', alert: 'daily', alert_by: 'phone' }, 'alert_by'],
    [{ q: 'lamp', name: '' }, 'name'],
  ]
  for (const [json, param] of cases) {
    const { status, body } = await save(app, key, json)
    assert.deepEqual([json, status, body.error?.param], [json, 400, param])
  }
  assert.equal((await app.call('GET', '/v1/searches', { key })).body.total, 0)
})

test('an account can have at most 50 saved searches, even if several are saved concurrently', async (t) => {
  const app = await startApp(t)
  const { key } = await app.signUp()
  for (let i = 0; i < 48; i++) assert.equal((await save(app, key, { q: `lamp ${i}` })).status, 201)
  const last = await Promise.all([48, 49, 50, 51].map((i) => save(app, key, { q: `lamp ${i}` })))
  assert.deepEqual(last.map(({ status }) => status).toSorted(byNumber), [201, 201, 409, 409])
  assert.equal((await save(app, key, { q: 'lamp 0' })).status, 200)
  const { data } = (await app.call('GET', '/v1/searches?limit=100', { key })).body
  assert.equal((await app.call('DELETE', `/v1/searches/${data[0].id}`, { key })).status, 200)
  assert.equal((await save(app, key, { q: 'one more' })).status, 201)
})

test('an update changes only the fields that were sent, and only a saved search of the caller’s own account', async (t) => {
  const app = await startApp(t)
  const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
  const made = (await save(app, ana.key, { q: 'lamp', alert: 'daily', alert_by: 'push' })).body
  assert.equal(made.alert_by, 'push')
  const change = (key: string, json: object) => app.call('PATCH', `/v1/searches/${made.id}`, { key, json })
  assert.deepEqual((await change(ana.key, { alert_by: 'email' })).body, { ...made, alert_by: 'email' })
  assert.deepEqual((await change(ana.key, { alert: 'none', name: 'Lamps' })).body, {
    ...made,
    name: 'Lamps',
    alert: 'none',
    alert_by: 'email',
  })
  assert.equal((await change(ana.key, {})).body.name, 'Lamps')
  assert.equal((await change(ben.key, { alert: 'daily' })).status, 404)
  for (const [json, param] of [[{ alert: 'weekly' }, 'alert'], [{ alert_by: 'phone' }, 'alert_by'], [{ name: '' }, 'name']] as const) {
    const { status, body } = await change(ana.key, json)
    assert.deepEqual([status, body.error?.param], [400, param])
  } // prettier-ignore
  assert.equal((await app.call('GET', '/v1/searches', { key: ana.key })).body.data[0].alert, 'none')
})

test('only the owner can delete a saved search, and deleting it a second time returns 404', async (t) => {
  const app = await startApp(t)
  const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
  const { id } = (await save(app, ana.key, { q: 'lamp' })).body
  assert.equal((await app.call('DELETE', `/v1/searches/${id}`, { key: ben.key })).status, 404)
  assert.deepEqual((await app.call('DELETE', `/v1/searches/${id}`, { key: ana.key })).body, { object: 'search', id, deleted: true })
  assert.equal((await app.call('DELETE', `/v1/searches/${id}`, { key: ana.key })).status, 404)
})

test('two saved searches count as the same only if all of their filters are equal', async (t) => {
  const app = await startApp(t)
  const { key } = await app.signUp()
  const base = { q: 'lamp', category: 'home', price: 'under-25', offers: true, brand: ['ikea'] }
  const { id } = (await save(app, key, base)).body
  for (const other of [{ q: 'lamps' }, { q: '' }, { category: undefined }, { price: 'any' }, { offers: false }, { brand: undefined }])
    assert.equal((await save(app, key, { ...base, ...other })).status, 201, JSON.stringify(other))
  const again = await save(app, key, base)
  assert.deepEqual([again.status, again.body.id], [200, id])
  const { status, body } = await app.call('DELETE', `/v1/searches/${id}`, { key })
  assert.deepEqual([status, body.deleted, (await app.call('GET', '/v1/searches', { key })).body.total], [200, true, 6])
})

test('the alert job processes only accounts with a due daily search, and marks only these searches as done', async (t) => {
  const app = await startApp(t, {}, undefined, 'web')
  const { ctx } = app.service
  const [ana, bo, cleo, dora] = [await app.signUp('Ana'), await app.signUp('Bo'), await app.signUp('Cleo'), await app.signUp('Dora')]
  const due = new Date(ctx.now().getTime() - 86_400_000)
  const at = (ms: number) => new Date(due.getTime() + ms)
  const daily = async ({ key }: { key: string }, q: string, alerted: Date | null, alert = 'daily'): Promise<string> => {
    const { id } = (await save(app, key, { q, alert })).body
    if (alerted) await ctx.db.updateTable('saved_searches').set({ alerted_at: alerted }).where('id', '=', id).execute()
    return id
  }
  const searches = [await daily(ana, 'lamp', at(0)), await daily(ana, 'sofa', at(1)), await daily(bo, 'lamp', at(-5_000))] as const
  await daily(cleo, 'lamp', at(1))
  await daily(dora, 'lamp', at(-9_000), 'none')
  const { seller } = await openTestTenant(app, cleo)
  await daily(seller, 'lamp', at(-9_000))
  assert.deepEqual(await queries.accountsToAlert(ctx.db, due, 10), [bo.id, ana.id])
  assert.deepEqual(await queries.accountsToAlert(ctx.db, due, 1), [bo.id])
  const ids = async (id: string) => (await queries.dailySearches(ctx.db, id)).map((row) => row.id)
  assert.deepEqual([await ids(ana.id), await ids(dora.id)], [[searches[0], searches[1]].toSorted(), []])

  const now = ctx.now()
  const marked = await queries.markAlerted(
    ctx.db,
    ana.id,
    [
      { id: searches[0], since: at(0) },
      { id: searches[1], since: at(2) },
      { id: searches[2], since: at(-5_000) },
    ],
    now,
  )
  assert.deepEqual([...marked], [searches[0]], 'neither a search that was alerted meanwhile nor one of another account')
  const times = async () =>
    (await ctx.db.selectFrom('saved_searches').select(['id', 'alerted_at']).where('id', 'in', searches).orderBy('id').execute()).map(
      ({ alerted_at }) => alerted_at,
    )
  assert.deepEqual(await times(), [now, at(1), at(-5_000)])
})

test('stopping or starting alerts affects only one account or one search, and starting alerts that already run does not reset their time', async (t) => {
  const app = await startApp(t, {}, undefined, 'web')
  const { ctx } = app.service
  const [ana, bo] = [await app.signUp('Ana'), await app.signUp('Bo')]
  const of = async ({ key }: { key: string }) =>
    (await app.call('GET', '/v1/searches', { key })).body.data.map(({ q, alert }: { q: string; alert: string }) => `${q} ${alert}`)
  for (const { key } of [ana, bo]) for (const q of ['lamp', 'sofa']) await save(app, key, { q, alert: 'daily' })
  await inTransaction(ctx, (tx) => stopAlerts(tx, ana.id))
  assert.deepEqual([await of(ana), await of(bo)], [['sofa none', 'lamp none'], ['sofa daily', 'lamp daily']]) // prettier-ignore
  const [sofa] = (await app.call('GET', '/v1/searches', { key: ana.key })).body.data
  const alertedAt = async () =>
    (await ctx.db.selectFrom('saved_searches').select('alerted_at').where('id', '=', sofa.id).executeTakeFirstOrThrow()).alerted_at
  const change = (json: object) => app.call('PATCH', `/v1/searches/${sofa.id}`, { key: ana.key, json })
  await change({ name: 'Sofas' })
  assert.equal(await alertedAt(), null)
  await change({ alert: 'daily' })
  const started = await alertedAt()
  assert.ok(started && ctx.now().getTime() - started.getTime() < 60_000)
  await app.advance(60)
  await change({ alert: 'daily', name: 'Couches' })
  assert.deepEqual([await alertedAt(), await of(ana)], [started, ['sofa daily', 'lamp none']])
})
