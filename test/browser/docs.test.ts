import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { PEOPLE } from '#demo/cast/index.ts'
import { inBrowser, stageForFile } from './stage.ts'

const stage = await stageForFile()

const RUN = 'form[data-island="docs-run"]'

test('the API docs execute a read with the user’s session immediately, but a write only after confirmation', inBrowser, async () => {
  const context = await stage.visitor({ as: 'ana' })
  const page = await context.newPage()
  await page.goto(stage.at('/docs/api/getMe'))
  assert.equal(await page.isVisible('[data-run-off]'), false)
  await page.click(`${RUN} button`)
  await page.locator('.docs-run-answer p', { hasText: /^200 · \d+ ms · Request-Id req_/ }).waitFor()
  const me = JSON.parse((await page.textContent('.docs-run-answer code'))!)
  assert.equal(me.email, PEOPLE.ana.email)

  await page.goto(stage.at('/docs/api/saveSearch'))
  await page.click(`${RUN} button`)
  assert.equal(await page.isVisible('.docs-run-answer'), false, 'nothing is sent before the confirmation')
  await page.check('[name="run-sure"]')
  await page.click(`${RUN} button`)
  await page.locator('.docs-run-answer p', { hasText: /^201/ }).waitFor()
  assert.equal(await page.isChecked('[name="run-sure"]'), false, 'each write needs its own confirmation')

  const { id } = JSON.parse((await page.textContent('.docs-run-answer code'))!)
  await page.goto(stage.at('/docs/api/deleteSearch'))
  await page.fill('[name="run-path-id"]', id)
  await page.check('[name="run-sure"]')
  await page.click(`${RUN} button`)
  await page.locator('.docs-run-answer p', { hasText: /^200/ }).waitFor()
  await context.close()
})

test('a key that a user enters in the docs stays in that tab, and curl commands and API calls use it', inBrowser, async () => {
  const { body } = await stage.app.call('POST', '/v1/accounts', {
    json: { name: 'Kit', email: 'kit@example.test', password: 'a long enough password' },
  })
  const key = body.api_key.secret as string
  const context = await stage.visitor({ as: 'ana' })
  const page = await context.newPage()
  await page.goto(stage.at('/docs/api/getInbox'))
  await page.fill('[name="run-key"]', key)
  await page.goto(stage.at('/docs/api/getMe'))
  assert.ok((await page.textContent('.sample[data-language="sh"]'))!.includes(`Bearer ${key}`))
  await page.click(`${RUN} button`)
  await page.locator('.docs-run-answer p', { hasText: /^200/ }).waitFor()
  assert.equal(JSON.parse((await page.textContent('.docs-run-answer code'))!).name, 'Kit', 'the call uses the key, not the session')
  const other = await context.newPage()
  await other.goto(stage.at('/docs/api/getMe'))
  assert.equal(await other.inputValue('[name="run-key"]'), '')
  assert.ok(!(await other.textContent('.sample[data-language="sh"]'))!.includes(key))
  await context.close()
})

test(
  'the docs show samples in every language without JavaScript; with JavaScript, search results appear while the user types',
  inBrowser,
  async () => {
    const plain = await stage.visitor({ javaScriptEnabled: false })
    const still = await plain.newPage()
    await still.goto(stage.at('/docs/api/makeOffer'))
    assert.equal(await still.isVisible('[data-run-off]'), true)
    assert.equal(await still.isVisible(RUN), false)
    await still.click('label[for="sample-ts"]')
    assert.deepEqual(await shownOn(still), ['ts'])
    await plain.close()

    const context = await stage.visitor({})
    const page = await context.newPage()
    await page.goto(stage.at('/docs/api/makeOffer'))
    assert.deepEqual(await shownOn(page), ['sh'])
    await page.click('label[for="sample-python"]')
    await page.goto(stage.at('/docs/api/listOffers'))
    assert.deepEqual(await shownOn(page), ['python'])
    await page.fill('#docs-q', 'accept offer')
    const first = page.locator('.docs-search .docs-found a').first()
    await first.waitFor()
    await first.click()
    assert.match(page.url(), /\/docs\/api\/acceptOffer$/)
    await context.close()
  },
)

const shownOn = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(
    "[...document.querySelectorAll('.sample')].filter((one) => one.offsetParent !== null).map((one) => one.dataset.language)",
  )
