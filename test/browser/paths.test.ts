import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { gzipSync } from 'node:zlib'
import { shortcut, tabTo } from './keyboard.ts'
import { inBrowser, stageForFile } from './stage.ts'

const stage = await stageForFile({}, { pictures: true })

/** Searches, filters, opens an item and returns to the same place in the list, only with the keyboard (spec: ux K1). */
async function searchAndReturn(page: Page, withScripts: boolean): Promise<void> {
  await page.goto(stage.at('/'))
  if (withScripts) {
    await page.waitForFunction('document.querySelector("#q").getAttribute("role") === "combobox"')
    await shortcut(page, '/')
  } else await tabTo(page, '#q')
  await page.keyboard.type('knit')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/search?q=knit')
  await tabTo(page, 'input[name="category"]')
  for (let presses = 0; presses < 12; presses++) {
    if (await page.evaluate<boolean>('document.activeElement?.value === "Clothing"')) break
    await page.keyboard.press('ArrowDown')
    if (withScripts) await page.waitForURL('**category=**')
    if (withScripts) break
  }
  if (!withScripts) {
    await tabTo(page, '.facets button')
    await page.keyboard.press('Enter')
  }
  await page.waitForURL('**category=Clothing**')
  assert.match((await page.textContent('.chip.applied:has-text("Clothing")'))!, /Remove: Clothing/)
  await tabTo(page, '.card > a:first-child')
  const name = await page.evaluate<string>('document.activeElement.querySelector(".name").textContent')
  const { y } = (await page.locator('.card > a:first-child').first().boundingBox())!
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/\/[\w-]+\.resale\.localhost/)
  assert.equal(await page.textContent('h1'), name)
  await page.goBack()
  await page.waitForURL('**category=Clothing**')
  const card = page.locator('.results .card > a:first-child', { hasText: name })
  await page.waitForFunction('document.readyState === "complete"')
  const back = (await card.boundingBox())!
  assert.ok(Math.abs(back.y - y) < 40, `the card was at ${y} and is at ${back.y}`)
}

test('with the keyboard alone, a visitor searches, filters, opens a listing and returns', inBrowser, async () => {
  const context = await stage.visitor()
  await searchAndReturn(await context.newPage(), true)
  await context.close()
})

test('without JavaScript, a visitor searches, filters, opens a listing and returns', inBrowser, async () => {
  const context = await stage.visitor({ javaScriptEnabled: false })
  await searchAndReturn(await context.newPage(), false)
  await context.close()
})

test('a buyer likes and unlikes an item with the keyboard, and with a form when JavaScript is off', inBrowser, async () => {
  const context = await stage.visitor({ as: 'theo' })
  const page = await context.newPage()
  await page.goto(stage.at('/'), { waitUntil: 'load' })
  await tabTo(page, '.like[aria-pressed="false"]')
  const label = await page.evaluate<string>('document.activeElement.getAttribute("aria-label")')
  const heart = page.getByRole('button', { name: label, exact: true })
  await page.keyboard.press('Enter')
  await page.locator('#toasts button').waitFor()
  assert.equal(await heart.getAttribute('aria-pressed'), 'true')
  await page.reload()
  assert.equal(await heart.getAttribute('aria-pressed'), 'true', 'the like was saved')
  await heart.press('Enter')
  await page.locator('#toasts button').waitFor()
  await page.locator('#toasts button').press('Enter')
  await page.locator('#toasts', { hasText: 'Liked' }).waitFor()
  assert.equal(await heart.getAttribute('aria-pressed'), 'true', 'undone')
  await context.close()

  const plain = await stage.visitor({ as: 'theo', javaScriptEnabled: false })
  const still = await plain.newPage()
  await still.goto(stage.at('/'))
  await still.getByRole('button', { name: label, exact: true }).press('Enter')
  await still.waitForURL(/#lst_/)
  assert.equal(await still.getByRole('button', { name: label, exact: true }).getAttribute('aria-pressed'), 'false')
  await plain.close()
})

const KB = 1024

test('public pages stay within their limits on size and number of requests', inBrowser, async () => {
  await stage.drawn()
  const shop = { shop: 'mint-fox' }
  const link = await stage.app.service.ctx.db
    .selectFrom('listings as l')
    .innerJoin('shops as s', 's.id', 'l.shop_id')
    .select('l.link')
    .where('s.slug', '=', shop.shop)
    .where('l.in_market', '=', true)
    .executeTakeFirstOrThrow()
  const pages = [stage.at('/'), stage.at('/search'), stage.at('/', shop.shop), stage.at(`/${link.link}`, shop.shop)]
  for (const width of [390, 1280]) {
    for (const url of pages) {
      const context = await stage.visitor({ viewport: { width, height: 900 }, deviceScaleFactor: 1 })
      const page = await context.newPage()
      const sizes: { type: string; bytes: number }[] = []
      page.on('requestfinished', (request) => {
        const sized = request.sizes().then(({ responseBodySize }) => sizes.push({ type: request.resourceType(), bytes: responseBodySize }))
        sized.catch(() => {})
      })
      const answer = (await page.goto(url, { waitUntil: 'networkidle' }))!
      const html = gzipSync(await answer.body()).length
      await context.close()
      const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
      const scripts = sizes.filter(({ type }) => type === 'script').reduce((sum, { bytes }) => sum + bytes, 0)
      const summary = `${width} ${url}: html ${html}, scripts ${scripts}, in all ${total} in ${sizes.length} requests`
      assert.ok(html <= 30 * KB, summary)
      assert.ok(scripts <= 15 * KB, summary)
      assert.ok(total <= 350 * KB, summary)
      assert.ok(sizes.length <= 40, summary)
    }
  }
})
