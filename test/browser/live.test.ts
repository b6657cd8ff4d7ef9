import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { startPushService } from '#test/fakes/push.ts'
import { sceneForFile } from './buyer-scene.ts'
import { inBrowser, type Person } from './stage.ts'
import { slack } from '#test/machine.ts'
import { until } from '#test/until.ts'

/** Maximum time in milliseconds until an open page shows a change: three seconds, or longer on slow machines. */
const SOON = { timeout: slack(3_000) }

const { stage, scene } = await sceneForFile({ pictures: true })
before(async () => {
  if (inBrowser.skip) return
  // Waits until the demo images are drawn, because drawing them would use the CPU cores during the measurement.
  await stage.drawn()
})

type Watching = { page: Page; close(): Promise<void> }

/** Opens a page as a demo user. `close` fails if the page has been reloaded. */
async function watching(as: Person, path: string): Promise<Watching> {
  const context = await stage.visitor({ as })
  const page = await context.newPage()
  const opened = page.waitForRequest('**/you/live*')
  await page.goto(stage.at(path))
  await opened
  await page.evaluate('window.sameAsBefore = true')
  return {
    page,
    async close() {
      assert.equal(await page.evaluate('window.sameAsBefore'), true, 'the page was reloaded')
      await context.close()
    },
  }
}

async function newListing(title: string): Promise<{ id: string; title: string }> {
  const { id } = (await scene.as('ana', 'POST', '/listings', { shop: 'mint-fox', title, price: 40, shipping: 6, take_offers: true })).body
  await scene.as('ana', 'POST', `/listings/${id}/publish`)
  return { id, title }
}

const haggle = (on: boolean): Promise<unknown> =>
  stage.app.service.ctx.db.updateTable('shops').set({ haggle: on }).where('slug', '=', 'mint-fox').execute()

test('a helper’s counteroffer appears within three seconds, and the page shows whose turn it is', inBrowser, async () => {
  await haggle(true)
  const listing = await newListing('Corduroy cap')
  const context = await stage.visitor({ as: 'theo' })
  const page = await context.newPage()
  await page.goto(stage.at(`/offer/${listing.id}`))
  await page.fill('#amount', '25')
  await page.getByRole('button', { name: 'Send offer' }).click()
  await page.getByText('Your offer of $25 was sent.').waitFor()
  const began = performance.now()
  const mine = page.locator('.offer', { hasText: listing.title })
  await mine.getByRole('button', { name: /^Accept \$\d+/ }).waitFor(SOON)
  assert.ok(performance.now() - began < slack(3_000))
  assert.match((await mine.textContent())!, /Your turn: .* counters with \$\d+\. You have 4[78] h/)
  assert.doesNotMatch((await page.textContent('main'))!, /Waiting for/)
  assert.match((await page.textContent('#waits-offers'))!, /\d/)
  await context.close()
  await haggle(false)
})

test('without JavaScript, the page shown after an offer contains the counteroffer', inBrowser, async () => {
  await haggle(true)
  const listing = await newListing('Canvas bag')
  const context = await stage.visitor({ as: 'theo', javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(stage.at(`/offer/${listing.id}`))
  await page.fill('#amount', '25')
  await page.getByRole('button', { name: 'Send offer' }).click()
  await page.getByText('Your offer of $25 was sent.').waitFor()
  const mine = page.locator('.offer', { hasText: listing.title })
  assert.match((await mine.textContent())!, /Your turn: /)
  await page.getByRole('link', { name: 'Reload' }).click()
  assert.match((await page.locator('.offer', { hasText: listing.title }).textContent())!, /Your turn: /)
  await context.close()
  await haggle(false)
})

test('during a negotiation, offers, Today and badges update live in both browsers', inBrowser, async () => {
  const listing = await newListing('Felt hat')
  const today = await watching('ana', '/app')
  const offers = await watching('ana', '/app/offers')
  const theirs = await watching('theo', '/you')
  const before = Number((await today.page.textContent('#waits-offers')) || '0')
  const { id } = (await scene.as('theo', 'POST', '/offers', { listing: listing.id, amount: 26 })).body
  await today.page.locator(`#needs-you li[id="${id}"]`, { hasText: 'offers $26' }).waitFor(SOON)
  await today.page.locator('#waits-offers', { hasText: String(before + 1) }).waitFor(SOON)
  const card = offers.page.locator(`li[id="${id}"]`)
  await card.waitFor(SOON)
  await offers.page.getByText(`Theo`, { exact: false }).first().waitFor()
  await scene.as('ana', 'POST', `/offers/${id}/counter`, { amount: 30 })
  await theirs.page.locator(`#waiting li[id="${id}"]`, { hasText: '$30' }).waitFor(SOON)
  await card.waitFor({ state: 'detached', ...SOON })
  await today.page.locator(`#needs-you li[id="${id}"]`).waitFor({ state: 'detached', ...SOON })
  for (const one of [today, offers, theirs]) await one.close()
})

test('an order page updates live for both the buyer and the seller', inBrowser, async () => {
  const order = scene.orders.paid
  const buys = await watching('theo', `/you/orders/${order}`)
  const list = await watching('theo', '/you/orders')
  const sells = await watching('ana', `/app/orders/${order}`)
  await scene.as('ana', 'POST', `/orders/${order}/ship`, { carrier: 'UPS', number: '1Z999AA10123456784' })
  await buys.page.locator('#order', { hasText: '1Z999' }).waitFor(SOON)
  await sells.page.locator('#order', { hasText: '1Z999' }).waitFor(SOON)
  await scene.as('theo', 'POST', `/orders/${order}/confirm`)
  await sells.page
    .locator('#order')
    .getByText(/Completed|done|All well/i)
    .first()
    .waitFor(SOON)
  for (const one of [buys, list, sells]) await one.close()
})

test('a new message appears without changing the reply that the user is writing or its cursor', inBrowser, async () => {
  const sells = await watching('ana', `/app/messages/${scene.thread}`)
  const buys = await watching('theo', `/you/messages/${scene.thread}`)
  await sells.page.fill('#text', 'The belt is here')
  await sells.page.evaluate('document.querySelector("#text").setSelectionRange(4, 8)')
  const lines = await sells.page.locator('#lines > li').count()
  await scene.as('theo', 'POST', `/threads/${scene.thread}/messages`, { text: 'And what colour is it?' })
  await sells.page.locator('#lines > li', { hasText: 'what colour' }).waitFor(SOON)
  await buys.page.locator('#lines > li', { hasText: 'what colour' }).waitFor(SOON)
  assert.equal(await sells.page.locator('#lines > li').count(), lines + 1, 'each message appears once')
  assert.equal(await sells.page.inputValue('#text'), 'The belt is here')
  assert.deepEqual(
    await sells.page.evaluate('[document.activeElement.id, document.activeElement.selectionStart, document.activeElement.selectionEnd]'),
    ['text', 4, 8],
  )
  for (const one of [sells, buys]) await one.close()
})

test('when a list updates, the text and the cursor in its forms do not change', inBrowser, async () => {
  const [one, other] = [await newListing('Silk scarf'), await newListing('Wool scarf')]
  const { id } = (await scene.as('theo', 'POST', '/offers', { listing: one.id, amount: 22 })).body
  const { page, close } = await watching('ana', `/app/offers?offer=${id}`)
  const note = page.locator(`[id="note-${id}"]`)
  await note.fill('It was mended')
  // Selects the text in a single step, because the list may be redrawn between two steps.
  await page.evaluate(`document.getElementById('note-${id}').setSelectionRange(3, 6)`)
  const second = (await scene.as('theo', 'POST', '/offers', { listing: other.id, amount: 23 })).body.id
  await page.locator(`li[id="${second}"]`).waitFor(SOON)
  assert.equal(await note.inputValue(), 'It was mended')
  assert.deepEqual(
    await page.evaluate('[document.activeElement.id, document.activeElement.selectionStart, document.activeElement.selectionEnd]'),
    [`note-${id}`, 3, 6],
  )
  await close()
})

test('a hidden tab disconnects from live updates, and shows all missed updates when it is visible again', inBrowser, async () => {
  const { live } = stage.app.service.ctx
  const until = async (count: number) => {
    for (let tries = 0; tries < 250 && live.count() !== count; tries++) await new Promise((resolve) => setTimeout(resolve, 20))
    assert.equal(live.count(), count)
  }
  // Waits, because the server needs a moment to notice that pages were closed.
  await until(0)
  const context = await stage.visitor({ as: 'theo' })
  const page = await context.newPage()
  await page.clock.install()
  await page.goto(stage.at('/you/offers?tab=waiting'))
  await until(1)
  const setHidden = (hidden: boolean) =>
    page.evaluate(
      `Object.defineProperty(document, 'hidden', { value: ${hidden}, configurable: true }); document.dispatchEvent(new Event('visibilitychange'))`,
    )
  await setHidden(true)
  await page.clock.fastForward(11_000)
  await until(0)
  const listing = await newListing('Leather belt')
  const { id } = (await scene.as('theo', 'POST', '/offers', { listing: listing.id, amount: 21 })).body
  await setHidden(false)
  await until(1)
  await page.clock.resume()
  await page.locator(`li[id="${id}"]`).waitFor(SOON)
  await context.close()
})

test('after the user subscribes, the browser displays push notifications', inBrowser, async (t) => {
  const service = await startPushService(t)
  const mine = service.subscribe()
  const { endpoint, p256dh, auth } = mine
  const context = await stage.visitor({ as: 'theo' })
  await context.grantPermissions(['notifications'], { origin: stage.at('').replace(/\/$/, '') })
  const page = await context.newPage()
  // Replaces the browser's push service, which the test cannot reach.
  await page.addInitScript(`
    PushManager.prototype.getSubscription = async () => null
    PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
      if (!userVisibleOnly || applicationServerKey.length !== 87) throw new Error('not as it must be asked for')
      return { toJSON: () => (${JSON.stringify({ endpoint, keys: { p256dh, auth } })}) }
    }`)
  await page.goto(stage.at('/you/settings'))
  await page.evaluate('navigator.serviceWorker.ready')
  await page.getByRole('button', { name: 'Turn on in this browser' }).click()
  await page.getByText('Notifications are on in this browser').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Turn on in this browser' }).count(), 0)
  const listing = await newListing('Velvet cape')
  const { id } = (await scene.as('theo', 'POST', '/offers', { listing: listing.id, amount: 21 })).body
  await scene.as('ana', 'POST', `/offers/${id}/counter`, { amount: 30 })
  const [{ content: event } = { content: null }] = await service.until(mine, 1)
  assert.match(event!.title, /“Mint & Fox” counters with \$30 for “Velvet cape”/)

  const devtools = await context.newCDPSession(page)
  const registration = new Promise<string>((resolve) => {
    devtools.on(
      'ServiceWorker.workerRegistrationUpdated',
      ({ registrations }) => registrations[0] && resolve(registrations[0].registrationId),
    )
  })
  await devtools.send('ServiceWorker.enable')
  const origin = stage.at('').replace(/\/$/, '')
  await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registration, data: JSON.stringify(event) })
  const shown = () =>
    page.evaluate<string>(
      `navigator.serviceWorker.ready.then((worker) => worker.getNotifications()).then((all) => all.map(({ title, data }) => title + ' ' + data).join())`,
    )
  assert.equal(await until('the notification', shown), `${event!.title} /you/offers`)
  await page.getByRole('button', { name: /^Turn off notifications/ }).click()
  await page.getByText('Notifications are off in that browser.').waitFor()
  await context.close()
})
