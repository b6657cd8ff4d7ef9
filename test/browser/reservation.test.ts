import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { sceneForFile } from './buyer-scene.ts'
import { inBrowser } from './stage.ts'

/** Tests the reservation timer in a browser with a clock that the test controls. */

const { stage, scene } = await sceneForFile()

const ADDRESS = { name: 'Theo Brand', line1: '1 High Street', city: 'Portland', postal_code: '97201', country: 'USA' }

async function reserve(): Promise<{ checkout: string; order: string }> {
  const { id: listing } = scene.free.pop()!
  const { id } = (await scene.as('theo', 'POST', '/orders', { listing, address: ADDRESS })).body
  return { checkout: `/checkout/${listing}`, order: `/you/orders/${id}` }
}

/** `lateMs`: number of milliseconds that the device's clock is behind. */
async function openPage(path: string, { lateMs = 0, scripts = true } = {}): Promise<Page> {
  const context = await stage.visitor({ as: 'theo', javaScriptEnabled: scripts, viewport: { width: 390, height: 900 } })
  const page = await context.newPage()
  if (scripts) await page.clock.install({ time: stage.app.service.ctx.now().getTime() - lateMs })
  await page.goto(stage.at(path))
  if (scripts) await page.clock.pauseAt(stage.app.service.ctx.now().getTime() - lateMs + 1000)
  return page
}

const timer = (page: Page) => page.getByRole('timer')
const secondsLeft = async (page: Page): Promise<number> => {
  const [, minutes, seconds] = /^(\d\d):(\d\d) left$/.exec((await timer(page).textContent())!)!
  return Number(minutes) * 60 + Number(seconds)
}

test('the reservation timer counts down each second without shifting the page', inBrowser, async () => {
  const { checkout } = await reserve()
  const page = await openPage(checkout)
  const box = () => page.locator('[data-reserved] form').boundingBox()
  const [start, placed] = [await secondsLeft(page), await box()]
  assert.ok(start > 14 * 60 - 30 && start < 15 * 60, String(start))
  for (let second = 1; second <= 3; second++) {
    await page.clock.runFor(1000)
    assert.equal(await secondsLeft(page), start - second)
  }
  await page.clock.fastForward((start - 9 * 60 - 59) * 1000)
  assert.deepEqual(await box(), placed)
  await page.context().close()
})

test('the reservation timer is correct on a device with a wrong clock', inBrowser, async () => {
  const { order } = await reserve()
  const page = await openPage(order, { lateMs: 3 * 3_600_000 })
  const left = await secondsLeft(page)
  assert.ok(left > 14 * 60 - 30 && left <= 15 * 60, String(left))
  await page.context().close()
})

test('the page announces 5 minutes left, 1 minute left and the end of the reservation, and offers the next step', inBrowser, async () => {
  const { checkout } = await reserve()
  const page = await openPage(checkout)
  const announced = () => page.locator('#announced').textContent({ timeout: 2000 })
  assert.equal(await page.locator('#announced').count(), 0)
  await page.clock.runFor(((await secondsLeft(page)) - 300) * 1000)
  assert.equal(await announced(), '5 minutes left to pay.')
  await page.clock.runFor(199_000)
  assert.equal(await announced(), '5 minutes left to pay.', 'not every second')
  await page.clock.runFor(41_000)
  assert.equal(await announced(), '1 minute left to pay.')
  await page.locator('button[value="test_ok"]').focus()
  await page.clock.runFor(61_000)
  assert.match((await announced())!, /Your reservation has ended\..*nothing was charged/)
  assert.equal(await page.locator('button[value="test_ok"]').isVisible(), false)
  assert.equal(await page.evaluate('document.activeElement.textContent.trim()'), 'Check out again')
  await page.context().close()
})

test('without JavaScript, the page states the time when the reservation ends', inBrowser, async () => {
  const { checkout } = await reserve()
  const page = await openPage(checkout, { scripts: false })
  assert.match((await timer(page).textContent())!, /^until \d\d:\d\d UTC$/)
  assert.equal(await page.getByText('Your reservation has ended').isVisible(), false)
  await page.context().close()
})
