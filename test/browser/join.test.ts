import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { sceneForFile, type Scene } from './buyer-scene.ts'
import { pageFaults, shoot } from './checks.ts'
import { addAuthenticator, inBrowser } from './stage.ts'

const PHONE = { width: 390, height: 844 }

const { stage, scene } = await sceneForFile()

let made = 0
const next = (): Scene['free'][number] => scene.free[made++]!

async function openAnonymously(
  listing: Scene['free'][number],
  javaScriptEnabled = true,
): Promise<{ page: Page; close: () => Promise<void> }> {
  const context = await stage.visitor({ javaScriptEnabled, viewport: PHONE })
  const page = await context.newPage()
  await page.goto(stage.at(`/${listing.link}`, listing.shop))
  return { page, close: () => context.close() }
}

async function signUp(page: Page, email: string): Promise<number> {
  const form = page.getByRole('form', { name: 'Create an account' })
  const fields = { 'Your name': 'Sam Stone', Email: email, Password: 'long enough words' }
  for (const [label, text] of Object.entries(fields)) await form.getByLabel(label).fill(text)
  await form.getByRole('button', { name: 'Create account' }).click()
  return Object.keys(fields).length
}

/** Fills in every empty required field of the checkout. Returns the number of these fields. */
async function fillAddress(page: Page, email: string): Promise<number> {
  const texts: Record<string, string> = { email, name: 'Sam Stone', line1: '2 High Street', city: 'Salem', postal_code: '97301' }
  const empty = await page.evaluate<string[]>(
    `[...document.querySelectorAll('.checkout :is(input, select)[required]')].filter(({ value }) => value === '').map(({ id }) => id)`,
  )
  for (const id of empty) {
    if (id === 'country') await page.selectOption('#country', 'US')
    else await page.fill(`#${id}`, texts[id]!)
  }
  return empty.length
}

describe('visitors without an account', inBrowser, () => {
  for (const javaScriptEnabled of [true, false]) {
    const suffix = javaScriptEnabled ? '' : ', without JavaScript'

    test(`without an account, a visitor buys an item with one tap and six fields${suffix}`, async () => {
      const listing = next()
      const { page, close } = await openAnonymously(listing, javaScriptEnabled)
      await page.getByRole('link', { name: /^Buy · \$/ }).click()
      await page.waitForURL('**/checkout/**')
      const fields = await fillAddress(page, `buyer-${javaScriptEnabled}@example.test`)
      if (javaScriptEnabled) assert.deepEqual(await pageFaults(page), [])
      await page.getByRole('button', { name: /^Pay \$/ }).click()
      await page.waitForURL('**/you/orders/**')
      await page.getByText('Paid. The item is yours.').waitFor()
      await page.getByText('You bought without an account.').waitFor()
      if (javaScriptEnabled) assert.deepEqual(await pageFaults(page), [])
      assert.equal(fields, 6)
      await close()
    })

    test(`a visitor signs up from the checkout and buys there${suffix}`, async () => {
      const listing = next()
      const { page, close } = await openAnonymously(listing, javaScriptEnabled)
      await page.getByRole('link', { name: /^Buy · \$/ }).click()
      await page.locator('.checkout').getByRole('link', { name: 'Sign in' }).click()
      await page.getByRole('heading', { name: 'Sign up or sign in to buy this item', level: 1 }).waitFor()
      assert.match((await page.textContent('main'))!, new RegExp(`Your account is where you find the receipt.*${listing.title}`))
      let fields = await signUp(page, `member-${javaScriptEnabled}@example.test`)
      await page.waitForURL('**/checkout/**')
      fields += await fillAddress(page, '')
      await page.getByRole('button', { name: /^Pay \$/ }).click()
      await page.waitForURL('**/you/orders/**')
      await page.getByText('Paid. The item is yours.').waitFor()
      assert.equal(fields, 7)
      await close()
    })

    test(`a visitor sends an offer without typing anything twice${suffix}`, async () => {
      const listing = next()
      const { page, close } = await openAnonymously(listing, javaScriptEnabled)
      await page.getByRole('link', { name: 'Make an offer' }).click()
      await page.getByText('You need an account, so that the seller can answer you.').waitFor()
      if (javaScriptEnabled) {
        assert.deepEqual(await pageFaults(page), [])
        await shoot(page, 'offer-anonymous')
        await page.setViewportSize(PHONE)
      }
      await page.getByLabel('Your offer, in US dollars').fill('21')
      await page.getByLabel('Message (optional)').fill('I can fetch it.')
      await page.getByRole('button', { name: 'Send offer' }).click()
      await page.getByRole('heading', { name: 'Sign up or sign in to send your offer of $21', level: 1 }).waitFor()
      if (javaScriptEnabled) {
        assert.deepEqual(await pageFaults(page), [])
        await shoot(page, 'join')
        await page.setViewportSize(PHONE)
      }
      await signUp(page, `offer-${javaScriptEnabled}@example.test`)
      await page.waitForURL('**/you/offers?**')
      await page.getByText('Your offer of $21 was sent').waitFor()
      const { db } = stage.app.service.ctx
      const offers = await db.selectFrom('offers').select(['amount_cents', 'note']).where('listing_id', '=', listing.id).execute()
      assert.deepEqual(offers, [{ amount_cents: 2_100, note: 'I can fetch it.' }])
      await close()
    })

    test(`a visitor asks a question without typing anything twice${suffix}`, async () => {
      const { page, close } = await openAnonymously(scene.free.at(-1)!, javaScriptEnabled)
      await page.getByRole('link', { name: 'Ask a question' }).click()
      await page.getByLabel(/^Your question to/).fill('Is there a lining?')
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await signUp(page, `question-${javaScriptEnabled}@example.test`)
      await page.waitForURL('**/you/messages/**')
      await page.locator('.line.buyer', { hasText: 'Is there a lining?' }).waitFor()
      await close()
    })

    test(`a visitor without an account follows a shop${suffix}`, async () => {
      const { page, close } = await openAnonymously(scene.free.at(-1)!, javaScriptEnabled)
      await page.locator('.seller button.follow').click()
      await page.getByRole('heading', { name: 'Sign up or sign in to follow this shop', level: 1 }).waitFor()
      const email = `follow-${javaScriptEnabled}@example.test`
      await signUp(page, email)
      await page.waitForURL(`${stage.at('/', 'mint-fox')}**`)
      const { db } = stage.app.service.ctx
      const account = await db.selectFrom('accounts').select('id').where('email', '=', email).executeTakeFirstOrThrow()
      assert.equal((await db.selectFrom('follows').select('shop_id').where('account_id', '=', account.id).execute()).length, 1)
      await close()
    })
  }

  test('a buyer signs in with a passkey in the email field, and returns to the checkout', async () => {
    const context = await stage.visitor({ viewport: PHONE })
    const page = await context.newPage()
    const passkeys = await addAuthenticator(page)
    const { cookie } = await stage.app.signUp('Pia')
    const [name, value] = cookie.split('=')
    await context.addCookies([{ name: name!, value: value!, domain: 'resale.localhost', path: '/', httpOnly: true, sameSite: 'Lax' }])
    await page.goto(stage.at('/you/settings'))
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.fill('#name', 'This phone')
    await page.getByRole('button', { name: 'Create passkey' }).click()
    await page.getByText('We will not show these codes again').waitFor()
    await context.clearCookies()
    assert.equal(await passkeys(), 1)
    const listing = scene.free.at(-1)!
    await page.goto(stage.at(`/${listing.link}`, listing.shop))
    await page.getByRole('link', { name: /^Buy · \$/ }).click()
    await page.locator('.checkout').getByRole('link', { name: 'Sign in' }).click()
    // the virtual authenticator confirms the passkey request from the email field without a prompt, so the test presses no button
    await page.waitForURL('**/checkout/**')
    await context.close()
  })
})
