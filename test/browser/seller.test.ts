import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { faultsOnAll } from './checks.ts'
import { tabTo } from './keyboard.ts'
import { firstLink, inBrowser, openStage, type Stage } from './stage.ts'

let stage: Stage
before(async () => {
  if (!inBrowser.skip) stage = await openStage()
})
after(() => stage?.close())

const PATHS = [
  '/app',
  '/app/open-shop',
  '/app/listings',
  '/app/listings?tab=sold',
  '/app/listings/new',
  '/app/listings/import',
  '/app/offers',
  '/app/offers?tab=all',
  '/app/messages?show=all',
  '/app/orders?tab=all',
  '/app/payouts',
  '/app/shop',
  '/app/shop/embed',
  '/app/stats',
  '/app/developers',
  '/app/developers/keys',
  '/app/developers/approvals',
  '/app/developers/webhook',
]

test('the pages of the seller’s app break no rule, in both modes, on a phone and a desktop', inBrowser, async () => {
  const editor = await firstLink(stage, 'ana', '/app/listings?tab=live', '.table th a')
  assert.deepEqual(await faultsOnAll(stage, [...PATHS, editor], 'ana'), [])
})

for (const javaScriptEnabled of [true, false])
  test(`K9 by the keyboard ${javaScriptEnabled ? 'with' : 'without'} scripts: prices in bulk`, inBrowser, async () => {
    const context = await stage.visitor({ as: 'ana', javaScriptEnabled })
    const page = await context.newPage()
    await page.goto(stage.at('/app/listings?tab=live'))
    await tabTo(page, 'input[name="ids"]')
    await page.keyboard.press('Space')
    await tabTo(page, 'select[name="action"]')
    await page.keyboard.type('Change')
    await tabTo(page, 'input[name="percent"]')
    await page.keyboard.type('-10')
    await page.keyboard.press('Enter')
    await page.waitForSelector('.outcomes')
    assert.match((await page.textContent('.outcomes'))!, /\$[\d.,]+ → \$[\d.,]+/)
    await context.close()
  })
