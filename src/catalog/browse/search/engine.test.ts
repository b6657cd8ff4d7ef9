import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startApp, type TestApp } from '#test/app.ts'
import { twoApps } from '#test/two-apps.ts'

type Matches = { ids: string[]; total: number; stores: number }

async function search(app: TestApp, query: string): Promise<Matches> {
  const { status, body } = await app.call('GET', `/v1/market/search?${query}`)
  assert.equal(status, 200, JSON.stringify(body))
  return { ids: body.data.map(({ id }: { id: string }) => id), total: body.total, stores: body.stores }
}

async function seller(app: TestApp, slug: string): Promise<{ key: string; list(title: string, more?: object): Promise<string> }> {
  const { key } = await app.signUp(slug)
  await app.call('POST', '/v1/shops', { key, json: { name: slug, slug } })
  return {
    key,
    async list(title, more = {}) {
      const made = await app.call('POST', '/v1/listings', { key, json: { title, price: 20, publish: true, ...more } })
      assert.equal(made.status, 201, JSON.stringify(made.body))
      return made.body.id
    },
  }
}

test('every change to a listing appears in the next search in every process', async (t) => {
  const apps = await twoApps(t)
  const [one, other] = apps
  const ana = await seller(one, 'ana')
  const everywhere = async (query: string, ids: string[]) => {
    for (const app of apps) assert.deepEqual((await search(app, query)).ids, ids, query)
  }
  const id = await ana.list('Brass lantern', { category: 'Home' })
  await everywhere('q=lantern', [id])
  await other.call('PATCH', `/v1/listings/${id}`, { key: ana.key, json: { title: 'Brass candlestick', price: 120 } })
  await everywhere('q=lantern', [])
  await everywhere('q=candlestick&price=over-100', [id])
  await one.call('PATCH', `/v1/listings/${id}`, { key: ana.key, json: { fields: { Maker: 'Zorbuquix' } } })
  await everywhere('q=zorbuquix', [id])
  await one.call('POST', `/v1/listings/${id}/mark-sold`, { key: ana.key })
  await everywhere('q=candlestick', [])
  await other.call('POST', `/v1/listings/${id}/relist`, { key: ana.key })
  await everywhere('q=candlestick', [id])
  await one.call('PATCH', '/v1/shops/ana', { key: ana.key, json: { paused: true } })
  await everywhere('category=Home', [])
  await other.call('PATCH', '/v1/shops/ana', { key: ana.key, json: { paused: false } })
  await everywhere('category=Home', [id])
  await one.call('POST', `/v1/listings/${id}/publish`, { key: ana.key, json: { visibility: 'link' } })
  await everywhere('', [])
  const draft = await ana.list('Rattan lamp', { category: 'Home' })
  await everywhere('q=rattan', [draft])
  await other.call('DELETE', `/v1/listings/${draft}`, { key: ana.key })
  await everywhere('q=rattan', [])
})

test('search includes every change made by a transaction that starts early and commits late', async (t) => {
  const app = await startApp(t)
  await app.service.ctx.search.ready()
  const ana = await seller(app, 'ana')
  const id = await ana.list('Brass lantern')
  const { db } = app.service.ctx
  await db.transaction().execute(async (late) => {
    await sql`update listings set title = 'Copper kettle' where id = ${id}`.execute(late)
    for (let i = 0; i < 5; i++) {
      const quick = await ana.list(`Teapot number ${i}`)
      assert.ok((await search(app, 'q=teapot')).ids.includes(quick))
    }
    assert.equal((await search(app, 'q=kettle')).total, 0)
  })
  assert.deepEqual((await search(app, 'q=copper')).ids, [id])
})

test('after random changes from two processes, the counts and pages of search results match the database', async (t) => {
  const apps = await twoApps(t)
  const { db } = apps[0].service.ctx
  await Promise.all(['ana', 'ben', 'cleo'].map((slug) => seller(apps[0], slug)))
  const shops = (await sql<{ id: string; owner_id: string }>`select id, owner_id from shops order by id`.execute(db)).rows
  let seed = 20_261
  const draw = <T>(from: readonly T[]): T => from[(seed = (seed * 48_271) % 2_147_483_647) % from.length]!
  const words = ['zorbu', 'quixo', 'brannu', 'velko']
  const ids: string[] = []
  for (let round = 0; round < 30; round++) {
    for (let i = 0; i < 12; i++) {
      const on = draw(apps).service.ctx.db
      const title = `${draw(words)} ${draw(words)}`
      const what = ids.length < 20 ? 'insert' : draw(['insert', 'insert', 'title', 'price', 'sell', 'relist', 'delete', 'pause', 'open'])
      const id = what === 'insert' ? `lst_${String(ids.length).padStart(26, '0')}` : draw(ids)
      const shop = draw(shops)
      if (what === 'insert') {
        ids.push(id)
        await sql`insert into listings (id, shop_id, owner_id, status, title, category, price_cents, take_offers, link, published_at, created_at, updated_at)
          values (${id}, ${shop.id}, ${shop.owner_id}, 'live', ${title}, ${draw(['Home', 'Books', 'Tech'])}, ${draw([10_00, 25_00, 100_00, 200_00])},
            ${draw([true, false])}, ${id}, to_timestamp(${draw([1_000, 2_000, 3_000])}), now(), now())`.execute(on)
      }
      if (what === 'title') await sql`update listings set title = ${title} where id = ${id}`.execute(on)
      if (what === 'price') await sql`update listings set price_cents = ${draw([5_00, 100_01])} where id = ${id}`.execute(on)
      if (what === 'sell')
        await sql`update listings set status = 'sold', sold_at = now(), ever_sold = true where id = ${id} and status = 'live'`.execute(on)
      if (what === 'relist')
        await sql`update listings set status = 'live', sold_at = null, published_at = to_timestamp(4000) where id = ${id} and status = 'sold'`.execute(
          on,
        )
      if (what === 'delete') await sql`delete from listings where id = ${id} and not ever_sold`.execute(on)
      if (what === 'pause' || what === 'open') await sql`update shops set paused = ${what === 'pause'} where id = ${shop.id}`.execute(on)
    }
    const [word, category, price, offers, sort] = [
      draw(words),
      draw(['', 'Home', 'tech']),
      draw(['any', 'under-25', '25-100', 'over-100']),
      draw(['', 'true']),
      draw(['newest', 'price-asc', 'price-desc']),
    ]
    const query = `q=${word}&price=${price}&sort=${sort}&limit=100${category && `&category=${category}`}${offers && '&offers=true'}`
    const order = {
      newest: sql`published_at desc, id desc`,
      'price-asc': sql`price_cents, id`,
      'price-desc': sql`price_cents desc, id desc`,
    }[sort]!
    const { rows } = await sql<{ id: string; shop_id: string }>`
      select id, shop_id from listings
      where in_market and title ~ ${word} and (${category} = '' or lower(category) = lower(${category})) and (${offers} = '' or take_offers)
        and case ${price}::text when 'under-25' then price_cents < 2500 when '25-100' then price_cents between 2500 and 10000 when 'over-100' then price_cents > 10000 else true end
      order by ${order} limit 100`.execute(db)
    const expected = { ids: rows.map(({ id }) => id), total: rows.length, stores: new Set(rows.map((row) => row.shop_id)).size }
    for (const app of apps) assert.deepEqual(await search(app, query), expected, query)
  }
})

test('while the search index is off, searches are answered by Postgres', async (t) => {
  const app = await startApp(t, { SEARCH_INDEX: 'off' })
  const ana = await seller(app, 'ana')
  const id = await ana.list('Two brass lanterns')
  await ana.list('Copper kettle')
  assert.deepEqual(await search(app, 'q=lantern'), { ids: [id], total: 1, stores: 1 })
})

for (const index of ['on', 'off'])
  test(`the flag exact depends only on the words in the search, not on its filters (index ${index})`, async (t) => {
    const app = await startApp(t, { SEARCH_INDEX: index })
    await app.service.ctx.search.ready()
    const ana = await seller(app, 'ana')
    await ana.list('Brass lantern', { category: 'Home' })
    await ana.list('Over-ear headphones', { category: 'Tech', description: 'Worn on the balcony alone.' })
    const exact = async (query: string) => {
      const { body } = await app.call('GET', `/v1/market/search?${query}`)
      return [body.exact, body.total]
    }
    assert.deepEqual(await exact(''), [true, 2])
    assert.deepEqual(await exact('q=lanterns'), [true, 1])
    assert.deepEqual(await exact('q=lantern&category=Tech'), [true, 0])
    assert.deepEqual(await exact('q=bicycle'), [false, 0])
    assert.deepEqual(await exact('q=bicycle&category=Tech'), [false, 0])
    if (index === 'off') return
    assert.deepEqual(await exact('q=headfones'), [true, 1])
    assert.deepEqual(await exact('q=earbuds'), [false, 0])
    assert.deepEqual(await exact('q=camping'), [false, 1], 'finds the lantern as a similar item')
    const page = async (q: string) => (await app.call('GET', `/search?q=${q}`)).body.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
    assert.match(await page('camping'), /No exact matches\. Showing similar items/)
    assert.match(await page('camping'), /1 item in 1 shop/)
    assert.doesNotMatch(await page('lantern'), /near it/)
    assert.match(await page('bicycle'), /No items found/)
  })

test('search finds listings by word stem, synonym, prefix and category, and tolerates typos', async (t) => {
  const app = await startApp(t)
  await app.service.ctx.search.ready()
  const ana = await seller(app, 'ana')
  const couch = await ana.list('Velvet couch', { category: 'Home' })
  const kicks = await ana.list('Adidas Samba', { category: 'Shoes' })
  for (const q of ['couches', 'cuoch', 'sofa', 'velv', 'furniture']) assert.deepEqual((await search(app, `q=${q}`)).ids, [couch], q)
  for (const q of ['shoes', 'adiddas', 'trainers', 'footwear']) assert.deepEqual((await search(app, `q=${q}`)).ids, [kicks], q)
})

test('search accepts any string as its query', async (t) => {
  const app = await startApp(t)
  await app.service.ctx.search.ready()
  const ana = await seller(app, 'ana')
  await ana.list("L'été à la plage, 日本の茶碗")
  for (const q of [
    '%',
    "'",
    '\\',
    '!!!',
    '☕',
    'a',
    '()',
    ':*',
    '&|!',
    '<->',
    'a'.repeat(200),
    'ﷺ'.repeat(200),
    '1 2 3 4 5 6 7 8 9 10 11 12 13 14',
    'the',
  ]) {
    await search(app, `q=${encodeURIComponent(q)}`)
  }
  for (const q of ['ete', 'PLAGE', 'été', '茶碗', 'lete']) assert.equal((await search(app, `q=${encodeURIComponent(q)}`)).total, 1, q)
})
