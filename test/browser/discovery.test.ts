import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { pageFaults } from './checks.ts'
import { inBrowser, stageForFile } from './stage.ts'

const stage = await stageForFile()

const PHONE = { viewport: { width: 390, height: 844 } }
const SHOP = 'mint-fox'

const anItem = async (): Promise<string> => {
  const { body } = await stage.app.call('GET', `/v1/market/stores/${SHOP}`)
  return `/${body.listings[0].slug}`
}
const hostsOf = (page: Page, selector: string): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll(${JSON.stringify(selector)})].map((link) => link.host.split('.')[0])`)

test('a listing page loads similar items from other shops when the visitor scrolls near them', inBrowser, async () => {
  const context = await stage.visitor(PHONE)
  const page = await context.newPage()
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  const path = await anItem()
  await page.goto(stage.at(path, SHOP), { waitUntil: 'networkidle' })
  assert.ok(!requested.includes(`${path}/similar`), 'the first screen does not load them')
  await page.locator('[data-island="similar"]').scrollIntoViewIfNeeded()
  await page.locator('[data-island="similar"] .card').first().waitFor()
  const hosts = await hostsOf(page, '[data-island="similar"] .card > a')
  assert.ok(hosts.length > 0 && !hosts.includes(SHOP), hosts.join())
  assert.deepEqual(await pageFaults(page), [])
  await page.locator('[data-island="similar"] button[name="liked"]').first().click()
  await page.waitForURL('**/sign-in**')
  await context.close()
})

test('without JavaScript, a link on the listing page leads to similar items from other shops', inBrowser, async () => {
  const context = await stage.visitor({ ...PHONE, javaScriptEnabled: false })
  const page = await context.newPage()
  const path = await anItem()
  await page.goto(stage.at(path, SHOP))
  await page.getByRole('link', { name: 'See similar items from other shops' }).click()
  await page.waitForURL(`**${path}/similar`)
  assert.ok((await page.locator('.card').count()) > 0)
  assert.equal((await stage.app.call('GET', `${path}/similar`, { host: `${SHOP}.resale.localhost` })).headers['x-robots-tag'], 'noindex')
  await context.close()
})

test('the home page shows recently viewed items until the visitor clears the list', inBrowser, async () => {
  const context = await stage.visitor(PHONE)
  const page = await context.newPage()
  const recent = page.locator('[data-island="recent"]')
  await page.goto(stage.at('/'), { waitUntil: 'load' })
  assert.equal(await recent.isVisible(), false)
  const opened: string[] = []
  for (const index of [0, 1, 0]) {
    const link = page.locator('.card > a').nth(index)
    opened.push((await link.getAttribute('href'))!)
    await link.click()
    await page.waitForURL(opened.at(-1)!)
    await page.goto(stage.at('/'), { waitUntil: 'load' })
  }
  const shown = await recent.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  assert.deepEqual(shown, [opened[2], opened[1]], 'the latest item first, each once')
  assert.deepEqual(await pageFaults(page), [])
  await page.goto(stage.at('/search'), { waitUntil: 'load' })
  assert.equal(await recent.locator('a').count(), 2)
  await page.getByRole('button', { name: 'Clear recently viewed' }).click()
  assert.equal(await recent.isVisible(), false)
  await page.reload({ waitUntil: 'load' })
  assert.equal(await recent.isVisible(), false)
  await context.close()
})
