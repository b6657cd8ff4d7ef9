import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { inBrowser, stageForFile } from './stage.ts'

const stage = await stageForFile()

const PHONE = { viewport: { width: 390, height: 844 } }

/** Applies a size filter. Returns the number of results that the button showed beforehand, such as `3 items`. */
async function applySize(page: Page): Promise<string> {
  await page.locator('.facet-drawer > summary').click()
  const show = page.locator('.facets button[type="submit"]')
  const before = await show.textContent()
  await page.locator('.pills input[value="m"]').check()
  await show.filter({ hasNotText: before! }).filter({ hasText: /\d/ }).waitFor()
  const counted = (await show.textContent())!
  await show.click()
  await page.waitForURL('**size=m')
  return counted.replace('Show ', '')
}

test('the filter sheet in a shop shows the number of results before the filters are applied', inBrowser, async () => {
  const context = await stage.visitor(PHONE)
  const page = await context.newPage()
  await page.goto(stage.at('/', 'mint-fox'), { waitUntil: 'load' })
  const counted = await applySize(page)
  assert.equal(counted, `${await page.locator('.results .card').count()} items`.replace(/^1 items$/, '1 item'))
  await context.close()
})

test('the filter sheet shows the number of results before the filters are applied', inBrowser, async () => {
  const context = await stage.visitor(PHONE)
  const page = await context.newPage()
  await page.goto(stage.at('/search'), { waitUntil: 'load' })
  const { y } = (await page.locator('.card').first().boundingBox())!
  assert.ok(y <= 300, `the first card begins at ${y}`)
  const counted = await applySize(page)
  assert.match((await page.textContent('#found'))!, new RegExp(`^${counted} `))
  await page.getByRole('link', { name: 'Remove: Size M' }).click()
  await page.waitForURL('**/search')
  await context.close()
})

test('the filters work without JavaScript, both in the market and in a shop', inBrowser, async () => {
  const context = await stage.visitor({ ...PHONE, javaScriptEnabled: false })
  const page = await context.newPage()
  for (const shop of [undefined, 'mint-fox']) {
    await page.goto(stage.at(shop ? '/' : '/search', shop))
    await page.locator('.facet-drawer > summary').click()
    await page.locator('.pills input[value="m"]').check()
    await page.locator('.facets button[type="submit"]').click()
    await page.waitForURL('**size=m**')
    assert.ok((await page.locator('.card').count()) > 0)
    assert.match((await page.textContent('.chip.applied'))!, /Size M/)
  }
  await context.close()
})
