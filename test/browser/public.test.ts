import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { SHOPS } from '#features/demo/cast/index.ts'
import { MARKET_CATEGORIES } from '#domain/market.ts'
import { TONE_COLOURS } from '#web/look/tokens.ts'
import { faultsOf } from './checks.ts'
import { inBrowser, onPages, openStage, type Stage } from './stage.ts'

let stage: Stage
before(async () => {
  if (!inBrowser.skip) stage = await openStage()
})
after(() => stage?.close())

/** Every public page of the main address. */
const MAIN = [
  '/',
  '/search',
  '/search?q=lamp&price=25-100&offers=true&sort=price-asc',
  '/search?q=teapot&category=Shoes&price=under-25',
  `/c/${MARKET_CATEGORIES[0].toLowerCase()}`,
  '/c/kids',
  '/shops',
  '/sign-in',
  '/help',
  '/safety',
  '/fees',
  '/terms',
  '/privacy',
  '/offline',
  '/docs',
  '/docs/api/createListing',
  '/docs/webhooks',
  '/nothing-here',
]

async function checkAll(pages: readonly { path: string; shop?: string; coloursOnly?: boolean }[]): Promise<void> {
  const faults: string[] = []
  await onPages(stage, pages, async (page, { path, shop, coloursOnly = false }) => {
    const found = await faultsOf(page, stage.at(path, shop), { coloursOnly })
    faults.push(...found.map((fault) => `${shop ?? ''}${path} ${fault}`))
  })
  assert.deepEqual(faults, [])
}

test('the pages of the main address have no fault in light and dark, on a phone and a desktop', inBrowser, () =>
  checkAll(MAIN.map((path) => ({ path }))),
)

const SEEN = SHOPS.filter(({ visibility }) => visibility !== 'private')

test('the demo has an open shop in each of the five colours', () => {
  assert.deepEqual(new Set(SEEN.filter(({ paused }) => !paused).map(({ tone }) => tone)), new Set(Object.keys(TONE_COLOURS)))
})

for (const { slug: shop, tone, paused } of SEEN) {
  test(`the pages of ${shop}, in ${tone}, have no fault in light and dark, on a phone and a desktop`, inBrowser, async () => {
    const more = paused ? [] : ['/reviews', '/nothing-here', ...(await firstOfEachState(shop))]
    await checkAll(['/', ...more].map((path) => ({ shop, path })))
  })
}

/** One thing that is for sale, one that is sold, one that was taken down: as far as the shop has them. */
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

test('the styleguide has no fault in any of the five colours', inBrowser, () =>
  checkAll(Object.keys(TONE_COLOURS).map((tone, index) => ({ path: `/styleguide?tone=${tone}`, coloursOnly: index > 0 }))),
)
