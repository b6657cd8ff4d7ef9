import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { inTransaction } from '#platform/context/index.ts'
import { append } from '#messaging/threads/append.ts'
import { lockThread } from '#messaging/threads/queries.ts'
import { jpegWithMetadata } from '#test/fixtures/media.ts'
import { sceneForFile, type Scene } from './buyer-scene.ts'
import { pressOn, tabTo, typeIn } from './keyboard.ts'
import { inBrowser } from './stage.ts'

const { stage, scene } = await sceneForFile()

type FreeListing = Scene['free'][number]

/** Opens an item page on the shop's host as Theo, who is signed in only on the main host. */
async function openListing(listing: FreeListing, javaScriptEnabled: boolean): Promise<{ page: Page; close: () => Promise<void> }> {
  const context = await stage.visitor({ as: 'theo', javaScriptEnabled })
  const page = await context.newPage()
  await page.goto(stage.at(`/${listing.link}`, listing.shop))
  return { page, close: () => context.close() }
}

test('with the keyboard, a buyer removes a like on the likes page and restores it', inBrowser, async () => {
  const [listing] = scene.free
  await scene.as('theo', 'PUT', `/market/listings/${listing!.id}/like`)
  const context = await stage.visitor({ as: 'theo', javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(stage.at('/you/likes'))
  const link = page.locator('.rows .title', { hasText: listing!.title })
  await pressOn(page, '.rows button[name="liked"]')
  await page.getByText('Removed from your likes.').waitFor()
  assert.equal(await link.count(), 0)
  await pressOn(page, '.app-said button')
  await page.getByText('Added to your likes.').waitFor()
  assert.equal(await link.count(), 1)
  await context.close()
})

/** Makes an offer, and accepts the seller's counteroffer (spec: ux K3). */
async function offerAndTake(listing: FreeListing, withScripts: boolean): Promise<void> {
  const { page, close } = await openListing(listing, withScripts)
  await pressOn(page, `a[href$="/offer/${listing.id}"]`)
  await page.waitForURL('**/offer/**')
  await typeIn(page, '#amount', '1')
  await page.keyboard.type('00000')
  await page.keyboard.press('Enter')
  await page.locator('#amount-problem').waitFor()
  assert.equal(await page.inputValue('#amount'), '100000', 'the typed text stays')
  await typeIn(page, '#amount', '21')
  await page.keyboard.press('Enter')
  await page.getByText('Your offer of $21 was sent').waitFor()
  const offer = await page.locator('.offer', { hasText: listing.title }).getAttribute('id')
  await scene.as('ana', 'POST', `/offers/${offer}/counter`, { amount: 24 })
  await page.goto(stage.at('/you/offers?tab=needs'))
  await tabTo(page, `[id="${offer}"] button[value="take"]`)
  assert.match(await page.evaluate<string>('document.activeElement.textContent'), /Accept \$24/)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/checkout/**')
  await page.getByText('Accepted at $24.').waitFor()
  assert.match((await page.textContent('.summary'))!, /Agreed price\$24/)
  await close()
}

test('with the keyboard, a buyer makes an offer and accepts a counteroffer', inBrowser, () => offerAndTake(scene.free[1]!, true))
test('without JavaScript, a buyer makes an offer and accepts a counteroffer', inBrowser, () => offerAndTake(scene.free[2]!, false))

test('with the keyboard, a buyer asks a question, and a live region announces the helper’s answer', inBrowser, async () => {
  const listing = scene.free[0]!
  const { page, close } = await openListing(listing, true)
  await pressOn(page, `a[href$="/ask/${listing.id}"]`)
  await page.waitForURL('**/ask/**')
  await typeIn(page, '#text', 'Is there a lining?')
  await pressOn(page, '.step button')
  await page.waitForURL('**/you/messages/**')
  await page.locator('.line.buyer', { hasText: 'Is there a lining?' }).waitFor()
  const id = new URL(page.url()).pathname.split('/').at(-1)!
  const message = { from: 'agent', text: 'Yes, a cotton one: it is in the details.' } as const
  await inTransaction(stage.app.service.ctx, async (tx) => append(tx, (await lockThread(tx.db, id))!, message))
  const answer = page.locator('[role="log"][aria-live="polite"] .line.agent', { hasText: 'Yes, a cotton one' })
  await answer.waitFor()
  assert.match((await answer.textContent())!, /Answered by the shop’s helper/)
  await close()
})

async function sendPhotos(withScripts: boolean): Promise<void> {
  const context = await stage.visitor({ as: 'theo', javaScriptEnabled: withScripts })
  const page = await context.newPage()
  await page.goto(stage.at(`/you/messages/${scene.thread}`))
  const photos = page.locator('.line.buyer img[alt^="Photo "]')
  const before = await photos.count()
  const buffer = await jpegWithMetadata(300, 400)
  await page.setInputFiles(
    'input[name="files"]',
    [1, 2].map((number) => ({ name: `belt-${number}.jpg`, mimeType: 'image/jpeg', buffer })),
  )
  assert.equal(await page.locator('.file-previews canvas').count(), withScripts ? 2 : 0)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByAltText('Photo 2 of 2 from Theo').last().waitFor()
  assert.equal(await photos.count(), before + 2)
  const box = (await photos.last().boundingBox())!
  assert.ok(box.width > 80 && Math.abs(box.width - box.height) < 1, 'the box of a photo is square')
  await photos.last().click()
  await page.waitForURL('**/photos/2')
  await context.close()
}

test('a buyer sends photos in a conversation, with previews of the chosen files', inBrowser, () => sendPhotos(true))
test('without JavaScript, a buyer sends photos in a conversation', inBrowser, () => sendPhotos(false))

/** Buys an item, from the item page to the receipt. The first card is declined (spec: ux K5). */
async function buyIt(listing: FreeListing, withScripts: boolean): Promise<void> {
  const { page, close } = await openListing(listing, withScripts)
  await pressOn(page, `a[href$="/checkout/${listing.id}"]`)
  await page.waitForURL('**/checkout/**')
  for (const [field, text] of Object.entries({
    name: 'Theo Brand',
    line1: '2 High Street',
    city: 'Salem',
    postal_code: '97301',
  }))
    await typeIn(page, `#${field}`, text)
  await page.selectOption('#country', 'US')
  await pressOn(page, 'button[value="test_declined"]')
  await page.getByText('The card was declined').waitFor()
  assert.equal(await page.inputValue('#line1'), '2 High Street', 'the typed text stays')
  await page.getByText('The item is reserved for you').waitFor()
  await pressOn(page, 'button[value="test_ok"]')
  await page.waitForURL('**/you/orders/**')
  const receipt = page.locator('section', { has: page.locator('#receipt') })
  assert.match((await receipt.textContent())!, /ReceiptItem.*Total/)
  assert.match((await page.locator('section', { has: page.locator('#deliver-to') }).textContent())!, /Theo Brand.*2 High Street/)
  await close()
}

test('a buyer can buy an item using only the keyboard, from a declined card to the receipt', inBrowser, () => buyIt(scene.free[3]!, true))
test('without JavaScript, a buyer buys an item, from a declined card to the receipt', inBrowser, () => buyIt(scene.free[4]!, false))

/** Buys an item with a stored address. The address form appears only if the buyer chooses a different address. */
async function buyWithStoredAddress(listing: FreeListing, withScripts: boolean): Promise<void> {
  const { page, close } = await openListing(listing, withScripts)
  await pressOn(page, `a[href$="/checkout/${listing.id}"]`)
  await page.waitForURL('**/checkout/**')
  assert.equal(await page.isVisible('#line1'), false, 'the form is hidden')
  await page.getByLabel('Use a different address').check()
  assert.equal(await page.isVisible('#line1'), true)
  await page.getByLabel(/Theo Brand/).check()
  await pressOn(page, 'button[value="test_ok"]')
  await page.waitForURL('**/you/orders/**')
  assert.match((await page.locator('section', { has: page.locator('#deliver-to') }).textContent())!, /Theo Brand.*3 Stored Street/)
  await close()
}

test('a buyer with a stored address buys an item without typing anything, even without JavaScript', inBrowser, async () => {
  const json = { name: 'Theo Brand', line1: '3 Stored Street', city: 'Salem', postal_code: '97301', country: 'US' }
  const { body } = await scene.as('theo', 'POST', '/addresses', json)
  await buyWithStoredAddress(scene.free[5]!, true)
  await buyWithStoredAddress(scene.free[6]!, false)
  await scene.as('theo', 'DELETE', `/addresses/${body.id}`)
})
