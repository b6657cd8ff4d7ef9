import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { SHOPS } from '#demo/cast/index.ts'
import { TONE_COLOURS } from '#web/look/tokens.ts'
import { faultsOnAll } from './checks.ts'
import { inBrowser, openStage, type Stage } from './stage.ts'

let stage: Stage
before(async () => {
  if (!inBrowser.skip) stage = await openStage()
})
after(() => stage?.close())

const SEEN = SHOPS.filter(({ visibility }) => visibility !== 'private')

test('the demo has an open shop in each of the five colours', () => {
  assert.deepEqual(new Set(SEEN.filter(({ paused }) => !paused).map(({ tone }) => tone)), new Set(Object.keys(TONE_COLOURS)))
})

for (const { slug: shop, tone, paused } of SEEN) {
  test(`the pages of ${shop}, in ${tone}, have no fault in light and dark, on a phone and a desktop`, inBrowser, async () => {
    const more = paused ? [] : ['/reviews', '/nothing-here', ...(await firstOfEachState(shop))]
    assert.deepEqual(
      await faultsOnAll(
        stage,
        ['/', ...more].map((path) => ({ shop, path })),
      ),
      [],
    )
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
