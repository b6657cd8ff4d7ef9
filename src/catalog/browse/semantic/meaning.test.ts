import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { startApp, type TestApp } from '#test/app.ts'
import { openSeller } from '#test/factories.ts'
import { startModel, type FakeModel } from '#test/fakes/model.ts'
import { cachedResponseAt } from '#test/kept.ts'
import { until } from '#test/until.ts'
import { lifetime } from '#test/lifetime.ts'

/**
 * Toy embedding model that knows four meanings. Words with the same meaning have the same vector. The vectors of all other text are unlike
 * the four meanings.
 */
const MEANINGS = [/bride|bridal|gown|wedding|veil|zork/i, /beach|swim|sandal|sea/i, /drill|saw|hammer|tool/i, /tea|kettle|cup|brew/i]
const toy = (text: string): number[] => {
  const known = MEANINGS.map((words) => (words.test(text) ? 1 : 0))
  const own = [...text].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) % 8, 5)
  return [...known, ...Array.from({ length: 8 }, (_, at) => (at === own ? 0.3 : 0))]
}

type Time = { after(stop: () => Promise<void>): void }

async function open(t: Time, env: Record<string, string> = {}): Promise<{ app: TestApp; model: FakeModel; env: Record<string, string> }> {
  const model = await startModel(t)
  model.embed = toy
  const all = { ...model.env, EMBEDDING_MODEL: 'toy', ...env }
  const app = await startApp(t, all)
  await app.service.ctx.search.ready()
  return { app, model, env: all }
}

async function find(app: TestApp, query: string): Promise<{ ids: string[]; total: number; stores: number; more: boolean }> {
  const { status, body } = await app.call('GET', `/v1/market/search?${query}`)
  assert.equal(status, 200, JSON.stringify(body))
  return { ids: body.data.map(({ id }: { id: string }) => id), total: body.total, stores: body.stores, more: body.has_more }
}

const queries = (model: FakeModel) => model.embedded.filter((text) => !text.includes('\n') && text === text.toLowerCase())

describe('searching listings by meaning', () => {
  test('search finds a listing by its meaning only while the listing is publicly visible', async (t) => {
    const { app } = await open(t)
    const ana = await openSeller(app)
    const { id } = await ana.list({ title: 'Ivory satin gown', price: 200, publish: true })
    await ana.list({ title: 'Cordless drill', price: 40, publish: true })
    await app.advance(0)
    const seen = async () => (await find(app, 'q=veil')).ids
    assert.deepEqual(await seen(), [id])
    assert.deepEqual((await find(app, 'q=xylophonist')).total, 0)
    assert.deepEqual(
      await Promise.all(['price=over-100', 'price=under-25'].map(async (only) => (await find(app, `q=veil&${only}`)).total)),
      [1, 0],
    )
    const shop = (json: object) => ana.call('PATCH', `/v1/shops/${ana.slug}`, { json })
    const verb = (name: string, json?: object) => ana.call('POST', `/v1/listings/${id}/${name}`, json ? { json } : {})
    const hidings: [hide: () => Promise<unknown>, show: () => Promise<unknown>][] = [
      [() => shop({ paused: true }), () => shop({ paused: false })],
      [() => shop({ visibility: 'private' }), () => shop({ visibility: 'public' })],
      [() => shop({ visibility: 'link' }), () => shop({ visibility: 'public' })],
      [() => verb('publish', { visibility: 'link' }), () => verb('publish', { visibility: 'everyone' })],
      [() => verb('unpublish'), () => verb('publish')],
      [() => verb('mark-sold'), () => verb('relist')],
    ]
    for (const [hide, show] of hidings) {
      await hide()
      assert.deepEqual(await seen(), [], String(hide))
      await show()
      assert.deepEqual(await seen(), [id], String(show))
    }
  })

  test('the pages of search results contain every match exactly once, and the totals are exact', async (t) => {
    const { app } = await open(t)
    const sellers = await Promise.all(['Ana', 'Ben', 'Cat'].map((name) => openSeller(app, name)))
    for (let one = 0; one < 36; one++) {
      const title = [`Gown no ${one}`, `Veil no ${one}`, `Saw no ${one}`][one % 3]!
      await sellers[one % 9 < 6 ? 0 : one % 2 ? 1 : 2]!.list({ title, price: 10 + 5 * one, publish: true })
    }
    await app.advance(0)
    for (const query of ['q=veil', 'q=veil&sort=price-asc', 'q=veil&sort=newest&price=over-100', 'q=bridal+gown&price=25-100']) {
      const { total, stores } = await find(app, query)
      const pages: string[] = []
      for (let offset = 0, more = true; more; offset += 5) {
        const page = await find(app, `${query}&limit=5&offset=${offset}`)
        assert.deepEqual([page.total, page.stores], [total, stores])
        pages.push(...page.ids)
        more = page.more
      }
      assert.equal(pages.length, total, query)
      assert.equal(new Set(pages).size, total, query)
      const { rows } = await sql<{
        stores: number
      }>`select count(distinct shop_id) as stores from listings where id = any(${pages})`.execute(app.service.ctx.db)
      assert.equal(rows[0]!.stores, stores)
      assert.ok(total >= 4)
    }
    assert.equal((await find(app, 'q=veil')).total, 12, 'counts listings that match by meaning or by words')
  })

  test('a listing’s text is embedded once, and once more after each change, but the text of a draft is never embedded', async (t) => {
    const { app, model } = await open(t)
    const ana = await openSeller(app)
    const { id } = await ana.list({
      title: 'Ivory satin gown',
      price: 200,
      lowest_price: 173.19,
      publish: true,
      fields: [{ label: 'Size', value: 'UK 8' }],
    })
    await ana.list({ title: 'Secret draft', price: 5 })
    const embedded = async () => {
      await app.advance(0)
      return model.embedded.length - queries(model).length
    }
    assert.equal(await embedded(), 1)
    assert.match(model.embedded[0]!, /gown[^]*Size: UK 8/)
    await ana.call('PATCH', `/v1/listings/${id}`, { json: { price: 190, take_offers: false } })
    assert.equal(await embedded(), 1, 'a price change does not change the text')
    await ana.call('PATCH', `/v1/listings/${id}`, { json: { title: 'Cordless drill' } })
    // the old vector is deleted together with the old text, before the new text is embedded
    assert.equal(await embedded(), 2)
    await ana.call('POST', `/v1/listings/${id}/mark-sold`)
    await ana.call('POST', `/v1/listings/${id}/relist`)
    assert.equal(await embedded(), 2, 'the vector survives a sale and relist')
    assert.deepEqual([(await find(app, 'q=veil')).total, (await find(app, 'q=hammer')).ids], [0, [id]])
    assert.doesNotMatch(model.embedded.join('\n'), /173|Secret/)
    const { id: brief } = await ana.list({ title: 'Satin veil', price: 5, publish: true })
    assert.equal(await embedded(), 3)
    assert.equal((await ana.call('DELETE', `/v1/listings/${brief}`)).status, 200)
    assert.equal((await sql`select from listing_vectors`.execute(app.service.ctx.db)).rows.length, 1)
  })

  test('when a listing’s text changes, its old vector is dropped even if the embedding provider does not respond', async (t) => {
    const { app, model } = await open(t)
    const ana = await openSeller(app)
    const { id } = await ana.list({ title: 'Ivory satin gown', price: 200, publish: true })
    await app.advance(0)
    assert.equal((await find(app, 'q=veil')).total, 1)
    model.embed = (text) => (/plain/i.test(text) ? 'hang' : toy(text))
    await ana.call('PATCH', `/v1/listings/${id}`, { json: { title: 'Plain thing' } })
    assert.equal((await find(app, 'q=veil')).total, 0)
  })

  test('queries that differ only in letter case, spaces, sort order or page share one embedding request', async (t) => {
    const { app, model } = await open(t)
    const ana = await openSeller(app)
    await ana.list({ title: 'Ivory satin gown', price: 200, publish: true })
    await find(app, 'q=veil')
    assert.deepEqual(queries(model), [], 'without vectors the provider is not called')
    await app.advance(0)
    await Promise.all(Array.from({ length: 8 }, () => find(app, 'q=veil')))
    for (const q of ['Veil', '%20veil%20', 'veil&sort=newest', 'veil&limit=1&offset=1']) await find(app, `q=${q}`)
    await find(app, '')
    await find(app, 'q=the')
    assert.deepEqual(queries(model), ['veil'])
  })

  test('each listing is embedded only once, and every process can use the vector', async (t) => {
    const life = lifetime(t)
    const { app: one, model, env } = await open(life)
    const other = await startApp(life, { ...env, DATABASE_URL: one.databaseUrl })
    await other.service.ctx.search.ready()
    const ana = await openSeller(one)
    const ids: string[] = []
    for (let at = 0; at < 70; at++)
      ids.push((await ana.list({ title: `${at % 2 ? 'Drill' : 'Gown'} number ${at}`, price: 20, publish: true })).id)
    await Promise.all([one.advance(0), other.advance(0)])
    assert.equal(model.embedded.length, 70)
    assert.equal(new Set(model.embedded).size, 70)
    const [here, there] = await Promise.all([one, other].map((app) => find(app, 'q=veil&limit=100')))
    assert.deepEqual(there, here)
    assert.equal(here!.total, 35)
    await ana.call('POST', `/v1/listings/${ids[0]}/mark-sold`)
    for (const app of [one, other]) assert.equal((await find(app, 'q=veil')).total, 34)
  })
})

describe('how search handles failures of the embedding provider', () => {
  const outages: Record<string, { fail: FakeModel['embed'] } | { status: number; body: string; headers?: Record<string, string> }> = {
    hangs: { fail: () => 'hang' },
    'returns 429': { status: 429, body: '{"error":{"message":"busy"}}', headers: { 'retry-after': '1' } },
    'returns an invalid body': { status: 200, body: '{"object":"list","data":[{"embedding":"x"}]}' },
    'returns another vector size': { fail: () => [1, 2, 3] },
  }
  for (const [what, outage] of Object.entries(outages))
    test(`search falls back to words within the timeout if the embedding provider ${what}`, async (t) => {
      const life = lifetime(t)
      const { app, model } = await open(life)
      const plain = await startApp(life, { DATABASE_URL: app.databaseUrl })
      await plain.service.ctx.search.ready()
      const ana = await openSeller(app)
      const { id } = await ana.list({ title: 'Ivory satin gown', price: 200, publish: true })
      await ana.list({ title: 'Lace veil', price: 20, publish: true })
      await app.advance(0)
      assert.equal((await find(app, 'q=wedding')).total, 2)
      if ('fail' in outage) model.embed = outage.fail
      else model.embedInstead = outage
      const times: number[] = []
      for (const q of ['gown', 'bridal+satin', 'veil', 'lace', 'gown+veil']) {
        const began = performance.now()
        const found = await find(app, `q=${q}`)
        times.push(performance.now() - began)
        assert.deepEqual(found, await find(plain, `q=${q}`))
      }
      assert.ok(Math.max(...times) < 1_400, times.join(' '))
      // after three failures, no search waits for the provider, and earlier queries are still cached
      if (what === 'hangs') assert.ok(Math.max(...times.slice(3)) < 400, times.join(' '))
      assert.equal((await find(app, 'q=wedding')).total, 2)
      const { body } = await ana.call('GET', '/v1/helpers')
      const state = body.data.at(-1)
      if (what !== 'returns another vector size') assert.match(`${state.state} ${state.why}`, /^reduced .*embedding model is failing/)
      // publishing neither failed nor waited, and the listing is embedded as soon as the provider works again
      model.embed = toy
      model.embedInstead = null
      await ana.call('PATCH', `/v1/listings/${id}`, { json: { title: 'Bridal gown' } })
      await app.advance(0)
      const { rows } =
        await sql`select from listing_vectors v join listings l on l.id = v.listing_id where v.read_at = l.updated_at`.execute(
          app.service.ctx.db,
        )
      assert.equal(rows.length, 2)
    })

  test('a listing that the embedding model rejects does not block other listings', async (t) => {
    const { app, model } = await open(t)
    const ana = await openSeller(app)
    model.embed = (text) => (text.includes('Poison') ? [] : toy(text))
    for (let at = 0; at < 6; at++) await ana.list({ title: at === 2 ? 'Poison gown' : `Gown ${at}`, price: 20, publish: true })
    await until('vectors of the other listings', async () => (await find(app, 'q=zork')).total === 5)
    const { body } = await ana.call('GET', '/v1/helpers')
    assert.deepEqual([body.data.at(-1).state, body.data.at(-1).why.startsWith('5 of 6')], ['reduced', true])
  })

  test('the embedding of listings and of queries has separate daily budgets', async (t) => {
    const { app, model } = await open(t, { EMBEDDING_DAILY_CALLS: '1' })
    const ana = await openSeller(app)
    await ana.list({ title: 'Ivory satin gown', price: 200, publish: true })
    await app.advance(0)
    await ana.list({ title: 'Lace veil', price: 20, publish: true })
    await app.advance(0)
    assert.equal(model.embedded.length, 1)
    assert.deepEqual([(await find(app, 'q=zork')).total, (await find(app, 'q=hammer')).total], [1, 0])
    assert.deepEqual(queries(model), ['zork'])
    await app.advance(86_400)
    assert.equal((await find(app, 'q=zork')).total, 2)
  })
})

test('text search also finds listings whose vectors do not fit into the memory limit, and GET /helpers reports how many vectors fit', async (t) => {
  const { app, model } = await open(t, { EMBEDDING_MB: '1' })
  model.embed = (text) => [...toy(text), ...Array.from({ length: 30_000 }, () => 0)]
  const ana = await openSeller(app)
  for (let at = 0; at < 40; at++) await ana.list({ title: `Gown number ${at}`, price: 20, publish: true })
  await app.advance(0)
  await app.advance(0)
  const { total } = await find(app, 'q=veil')
  assert.ok(total >= 25 && total <= 33, String(total))
  assert.equal((await find(app, 'q=gown')).total, 40)
  const { body } = await ana.call('GET', '/v1/helpers')
  assert.match(body.data.at(-1).why, /^\d\d of 40 listings/)
})

test('while an embedding provider is configured, browse responses are cached, but text search responses are not', async (t) => {
  const { app } = await open(t)
  const ana = await openSeller(app)
  await ana.list({ title: 'Ivory satin gown', price: 200, publish: true })
  await app.advance(0)
  const isCached = async (path: string) => {
    for (let once = 0; once < 4; once++) await app.call('GET', path)
    return (await cachedResponseAt(app, `resale.localhost:${app.port} ${path}`)) !== null
  }
  assert.deepEqual([await isCached('/v1/market/search?q=gown'), await isCached('/v1/market/search?limit=5')], [false, true])
})

test('all vectors are computed again after the embedding model changes', async (t) => {
  const life = lifetime(t)
  const { app, model, env } = await open(life)
  const ana = await openSeller(app)
  await ana.list({ title: 'Ivory satin gown', price: 200, publish: true })
  await app.advance(0)
  const other = await startApp(life, { ...env, EMBEDDING_MODEL: 'toy-2', DATABASE_URL: app.databaseUrl })
  await other.service.ctx.search.ready()
  await other.advance(0)
  await until('the vectors of the other model', async () => (await find(other, 'q=veil')).total === 1)
  assert.ok(model.embedded.length >= 2)
})
