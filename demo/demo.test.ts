import assert from 'node:assert/strict'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { startApp, type TestApp } from '#test/app.ts'
import { makeHome } from '#test/child.ts'
import { startModel } from '#test/fakes/model.ts'
import { readConfig } from '#platform/config/index.ts'
import { PEOPLE, SHOPS } from './cast/index.ts'
import { clearDemo, DemoRefusal } from './index.ts'
import { plant } from './plant.ts'
import { countPictures } from './queries.ts'
import { slack } from '#test/machine.ts'
import { until } from '#test/until.ts'

const ITEMS = SHOPS.flatMap((shop) => shop.items.map((item) => ({ shop, thing: item })))
const count = (is: string) => ITEMS.filter(({ thing: item }) => item.life.is === is).length

async function pictured({ service }: TestApp): Promise<void> {
  await until('the pictures of the demo', async () => (await countPictures(service.ctx.db)) === 0, slack(120_000))
}

test('the demo data covers every state of a listing, and is served on pages and through the API', async (t) => {
  const app = await startApp(t, { DEMO: 'on', TEST_CLOCK: 'off' })
  const { key, password } = app.service.demo!.access!
  const reads = async (path: string, caller: object = { key }) => {
    const reply = await app.call('GET', path, caller)
    assert.equal(reply.status, 200, `${path}: ${JSON.stringify(reply.body).slice(0, 200)}`)
    return reply.body
  }
  const market = await reads('/v1/market/search?limit=100', {})
  const open = SHOPS.filter(({ visibility, paused }) => visibility === undefined && !paused)
  const forSale = open.flatMap(({ items }) => items).filter(({ life, link }) => (life.is === 'live' || life.is === 'relisted') && !link)
  assert.equal(market.total, forSale.length)
  assert.equal(market.stores, 5)
  assert.deepEqual([...new Set<string>(market.data.map((one: { category: string }) => one.category))].toSorted(), [
    'Bags',
    'Books',
    'Clothing',
    'Collectibles',
    'Garden',
    'Home',
    'Kids',
    'Shoes',
    'Tech',
  ])
  assert.equal(market.data[0].title, 'Dot dress', 'newest first, by publication time')
  const crossedOut = market.data.filter((one: { was_price: number | null }) => one.was_price !== null)
  assert.deepEqual(
    Object.fromEntries(crossedOut.map((one: { title: string; was_price: number }) => [one.title, one.was_price])),
    Object.fromEntries(forSale.flatMap(({ title, reducedFrom }) => (reducedFrom ? [[title, reducedFrom.price]] : []))),
  )

  // adds only the front view of each item, which takes a third of the time
  await app.service.ctx.db.deleteFrom('demo_pictures').where('alt', 'not like', '%front').where('alt', 'not like', '%maker%').execute()
  await pictured(app)
  const mine = (await reads('/v1/listings?limit=100')).data as {
    id: string
    step: string
    status: string
    visibility: string
    title: string | null
  }[]
  const steps = (step: string) => mine.filter((one) => one.step === step).length
  assert.deepEqual(['photos', 'details', 'price', 'publish'].map(steps), [1, 1, 1, 1])
  assert.equal(mine.filter(({ visibility }) => visibility === 'link').length, 1)
  const soldOf = (who: string) =>
    ITEMS.filter(({ shop, thing: item }) => shop.owner === who && (item.life.is === 'sold' || item.life.is === 'bought')).length
  assert.equal(mine.filter(({ status }) => status === 'sold').length, soldOf('ana'))

  for (const one of (await reads('/v1/market/search?limit=100', {})).data) {
    assert.match(one.photo, /\/media\//)
    const detail = await reads(`/v1/market/listings/${one.id}`, {})
    assert.ok(detail.photos.length >= 1)
    assert.equal((await app.call('GET', new URL(detail.photos[0].url).pathname)).headers['content-type'], 'image/webp')
    const page = new URL(detail.url)
    const { status } = await app.call('GET', page.pathname, { host: page.hostname })
    assert.equal(status, 200, detail.url)
  }
  for (const shop of SHOPS) {
    const status = (await app.call('GET', `/v1/market/stores/${shop.slug}`)).status
    assert.equal(status, shop.visibility === 'private' ? 404 : 200, shop.slug)
  }
  for (const { email } of Object.values(PEOPLE)) {
    assert.equal((await app.call('POST', '/v1/sessions', { json: { email, password } })).status, 201)
  }
  const { likes } = (await reads(`/v1/listings/${mine.find(({ title }) => title === 'Denim chore jacket')!.id}`)).stats
  assert.equal(likes, 3)
  assert.deepEqual([count('taken back'), count('relisted'), count('sold'), count('bought')], [1, 1, 2, 8])
})

test('creating the demo data never calls an AI model, even if model keys are set', async (t) => {
  const model = await startModel(t)
  const app = await startApp(t, { ...model.env, DEMO: 'on', ROLE: 'web', TEST_CLOCK: 'off' })
  assert.ok(app.service.demo!.access)
  assert.equal(model.prompts.length, 0)
})

test('the demo does not change a database that already contains accounts, and is off by default in public mode', async (t) => {
  const app = await startApp(t)
  await app.signUp('Zoe')
  const planted = await plant(app.service.ctx, 'second-hand', async () => assert.fail('must not ask for a key'))
  assert.equal(planted, null)
  assert.deepEqual(await app.service.ctx.db.selectFrom('shops').select('id').execute(), [])
  assert.equal(await app.service.ctx.db.selectFrom('demo_market').select('state').executeTakeFirst(), undefined, 'leaves no demo state')

  const address = { PUBLIC_URL: 'https://resale.example', STORE_DOMAIN: 'resale.example' }
  assert.equal(readConfig(address).demo, false)
  assert.equal(readConfig({ ...address, DEMO: 'on' }).demo, true)
})

test('the demo setup resumes after its process is killed, and prints the same API key', async (t) => {
  const home = await makeHome(t)
  const first = await home.start('all', { DEMO: 'on', TEST_CLOCK: 'off' })
  const key = /export KEY=(rsk_\w{36})/.exec(await outputOf(first, /npm run doctor/))![1]
  first.process.kill('SIGKILL')
  await first.exited
  const second = await home.start('all', { DEMO: 'on', TEST_CLOCK: 'off' })
  const text = await outputOf(second, /npm run doctor/)
  assert.equal(/export KEY=(rsk_\w{36})/.exec(text)![1], key)
  const left = Number(/adding (\d+)/.exec(text)![1])
  assert.ok(left > 0)
  const drawnCount = async () => {
    const { Client } = await import('pg')
    const client = new Client({ connectionString: home.databaseUrl })
    await client.connect()
    const { rows } = await client.query(
      'select (select count(*) from photos)::int as photos, (select count(*) from demo_pictures)::int as waiting, (select count(*) from shops where picture is not null)::int as signs',
    )
    await client.end()
    return rows[0] as { photos: number; waiting: number; signs: number }
  }
  await until('more drawn photos', async () => (await drawnCount()).waiting < left - 3)
  const { photos, waiting, signs } = await drawnCount()
  assert.ok(waiting < left)
  assert.ok(signs <= SHOPS.length && photos + signs + waiting >= 130, 'no row is duplicated or lost')
})

test('the demo writes demo.env with mode 600, and refuses to delete public, remote or non-demo data', async (t) => {
  const app = await startApp(t, { DEMO: 'on', TEST_CLOCK: 'off' })
  const file = join(app.dataDir, 'demo.env')
  assert.equal((await stat(file)).mode & 0o777, 0o600)
  assert.match(await readFile(file, 'utf8'), /^BASE=http.*\nKEY=rsk_\w{36}\nPASSWORD=second-hand\n$/)
  const { ctx } = app.service
  const publicly = { ...ctx, config: { ...ctx.config, mode: 'public' as const } }
  await assert.rejects(clearDemo(publicly, { everything: true }), DemoRefusal)
  const elsewhere = { ...ctx, config: { ...ctx.config, database: { ...ctx.config.database, url: 'postgres://db.example/x' } } }
  await assert.rejects(clearDemo(elsewhere, { everything: true }), DemoRefusal)
  await app.signUp('Zoe')
  await assert.rejects(clearDemo(ctx, { everything: false }), /1 other account would be deleted/)
})

const outputOf = (child: { output(): string }, what: RegExp): Promise<string> =>
  until(`output with ${what}`, () => what.test(child.output()) && child.output())
