import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SandboxRole } from '#core/tenant.ts'
import { EDITOR_STEPS } from '#catalog/listings/rules/editor-steps.ts'
import { SHOPS } from '#demo/cast/index.ts'
import { TONE_COLOURS } from '#web/styles/tokens.ts'
import { sceneForFile } from '#test/browser/buyer-scene.ts'
import { faultsOnAll, type PageCheck } from '#test/browser/checks.ts'
import { firstLink, inBrowser, type Person } from '#test/browser/stage.ts'
import { PAGES } from './pages.ts'

const { stage, scene } = await sceneForFile({ pictures: true })

function checkPage(
  name: string,
  pages: () => readonly (PageCheck | string)[] | Promise<readonly (PageCheck | string)[]>,
  as?: Person,
  tests?: SandboxRole,
): void {
  test(`${name} has no layout faults in light or dark mode, on a phone or desktop`, inBrowser, async () =>
    assert.deepEqual(await faultsOnAll(stage, await pages(), { ...(as && { as }), ...(tests && { tests }) }), []),
  )
}

for (const [person, lists] of Object.entries(PAGES))
  for (const [name, pages] of Object.entries(lists)) checkPage(name, () => pages, person === 'nobody' ? undefined : (person as Person))

checkPage('test data of a seller', () => testPages('ana'), 'ana', 'seller')
checkPage('test data of a buyer', async () => (await testPages('theo')).filter((path) => !path.startsWith('/app')), 'theo', 'buyer')

/** Creates a shop with a listing in the test tenant of a demo user. Returns the paths of its pages. */
async function testPages(person: Person): Promise<string[]> {
  const [cookie] = await (await stage.visitor({ as: person, tests: 'seller' })).cookies()
  const make = (path: string, json: object) =>
    stage.app.call('POST', `/v1${path}`, { cookie: `${cookie!.name}=${cookie!.value}`, headers: { origin: stage.app.url }, json })
  await make('/shops', { name: 'Test lamps', slug: 'test-lamps', tone: 'mint' })
  const { body } = await make('/listings', { title: 'Brass lamp', price: 40, shipping: 8, publish: true })
  const developers = ['', '/test-data', '/test-data/reset', '/keys', '/webhook'].map((path) => `/app/developers${path}`)
  return ['/app', '/app/open-shop', `/app/listings/${body.id}`, '/app/shop', ...developers, '/test/test-lamps', '/test/test-lamps/reviews', '/test/test-lamps/brass-lamp', '/search', '/shops', '/you', '/you/settings', '/nothing-here'] // prettier-ignore
}

const editorOf = (tab: 'live' | 'draft') => firstLink(stage, 'ana', `/app/listings?tab=${tab}`, '.table th a')

checkPage('the editor', async () => [await editorOf('live')], 'ana')
checkPage(
  'each step of the editor',
  async () => {
    const draft = await editorOf('draft')
    return EDITOR_STEPS.map((step) => `${draft}?step=${step}`)
  },
  'ana',
)
checkPage('the share page of a listing', async () => [`${await editorOf('live')}/share`], 'ana')
checkPage('a message thread', () => [`/you/messages/${scene.thread}`], 'theo')
checkPage(
  'orders in every state',
  () => [...Object.values(scene.orders).map((id) => `/you/orders/${id}`), `/you/orders/${scene.orders.done}/receipt`],
  'theo',
)
checkPage('the purchase steps', () => ['offer', 'ask', 'checkout', 'hold'].map((step) => `/${step}/${scene.free[0]!.id}`), 'theo')
checkPage(
  'operator records',
  () =>
    Promise.all(
      ['reports', 'disputes', 'accounts?find=ana'].map((list) =>
        firstLink(stage, 'robin', `/operator/${list}`, ':is(.threads, .app-threads, .table th) a'),
      ),
    ),
  'robin',
)
checkPage('the styleguide in the five colours', () =>
  Object.keys(TONE_COLOURS).map((tone, index) => ({ path: `/styleguide?tone=${tone}`, coloursOnly: index > 0 })),
)

const SEEN = SHOPS.filter(({ visibility }) => visibility !== 'private')

test('the demo has an open shop in each of the five colors', () => {
  assert.deepEqual(new Set(SEEN.filter(({ paused }) => !paused).map(({ tone }) => tone)), new Set(Object.keys(TONE_COLOURS)))
})

for (const { slug: shop, tone, paused } of SEEN)
  checkPage(`the shop ${shop}, in ${tone}`, async () => {
    const more = paused ? [] : ['/reviews', '/nothing-here', ...(await firstOfEachState(shop))]
    return ['/', ...more].map((path) => ({ shop, path }))
  })

async function firstOfEachState(shop: string): Promise<string[]> {
  const rows = await stage.app.service.ctx.db
    .selectFrom('listings as l')
    .innerJoin('shops as s', 's.id', 'l.shop_id')
    .select(['l.link', 'l.status'])
    .where('s.slug', '=', shop)
    .where('l.link', 'is not', null)
    .execute()
  return [...new Map(rows.map(({ link, status }) => [status, `/${link}`])).values()]
}
