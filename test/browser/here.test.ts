import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { faultsOnAll } from './checks.ts'
import { inBrowser, stageForFile, type Person } from './stage.ts'
import { until } from '#test/until.ts'

const SHOP = 'mint-fox'
const [OWNER, BUYER] = ['ana', 'theo'] as const satisfies Person[]

const stage = await stageForFile()
let listing: { id: string; link: string; title: string }
before(async () => {
  if (inBrowser.skip) return
  const row = await stage.app.service.ctx.db
    .selectFrom('listings as l')
    .innerJoin('shops as s', 's.id', 'l.shop_id')
    .select(['l.id', 'l.link', 'l.title'])
    .where('s.slug', '=', SHOP)
    .where('l.in_market', '=', true)
    .where('l.take_offers', '=', true)
    .where('l.id', 'not in', (eb) => eb.selectFrom('likes').select('listing_id'))
    .where('l.id', 'not in', (eb) => eb.selectFrom('offers').select('listing_id'))
    .executeTakeFirstOrThrow()
  listing = { id: row.id, link: row.link!, title: row.title! }
})

const itsPage = () => stage.at(`/${listing.link}`, SHOP)
const itsHeart = (page: Page) => page.locator('.buy').getByRole('button', { name: `Like ${listing.title}`, exact: true })
const follow = (page: Page) => page.locator('.front button.follow')
const signIn = (page: Page) => page.getByRole('navigation', { name: 'Account' }).getByText('Sign in')
/** Waits until the script on the page has identified the viewer. */
const known = (page: Page) => page.waitForSelector('nav [data-for="person"]:not([hidden])')

async function navigations(page: Page, action: () => Promise<unknown>): Promise<string[]> {
  const gone: string[] = []
  const note = (frame: { url(): string }) => gone.push(frame.url())
  page.on('framenavigated', note)
  await action()
  page.off('framenavigated', note)
  return gone
}

async function pressed(page: Page, button: ReturnType<typeof follow>, on: boolean): Promise<void> {
  await button.and(page.locator(`[aria-pressed="${on}"]`)).waitFor()
}

describe('the state of a user’s session on every host', inBrowser, () => {
  test('in a browser without a share sheet, a copy-link button replaces the share button, and shares are counted', async () => {
    const { ctx } = stage.app.service
    const context = await stage.visitor()
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const page = await context.newPage()
    const shares = async (): Promise<number> => {
      await ctx.visits.flush()
      const rows = await ctx.db.selectFrom('daily_counts').select('count').where('kind', '=', 'share').execute()
      return rows.reduce((sum, { count }) => sum + count, 0)
    }
    const before = await shares()
    for (const [index, address] of [itsPage(), stage.at('/', SHOP)].entries()) {
      await page.goto(address)
      await page.getByRole('button', { name: 'Share', exact: true }).click()
      await page.getByText('Link copied.').waitFor()
      assert.equal(await page.evaluate('navigator.clipboard.readText()'), address)
      // The page sends the count in the background, so the test polls the database.
      await until(`the counted share of ${address}`, async () => (await shares()) === before + index + 1)
    }
    await context.close()
  })

  test('a signed-in user never sees “Sign in” on any host, or on any listing, article or error page', async () => {
    const urls = ['/', '/search', '/help', '/nothing'].map((path) => stage.at(path))
    const atShop = ['/', `/${listing.link}`, '/reviews', '/nothing'].map((path) => stage.at(path, SHOP))
    const [person, anonymous] = [await stage.visitor({ as: BUYER }), await stage.visitor()]
    const [page, other] = [await person.newPage(), await anonymous.newPage()]
    for (const address of [...urls, ...atShop]) {
      await page.goto(address)
      await page.getByRole('link', { name: /^You( \d+ to do)?$/ }).waitFor()
      assert.equal(await signIn(page).count(), 0, address)
      assert.equal(await page.getByRole('link', { name: 'Operate' }).count(), 0, address)
      await other.goto(address)
      assert.ok(await signIn(other).isVisible(), address)
      assert.equal(await other.getByRole('link', { name: /^You/ }).count(), 0, address)
    }
    await page.goto(stage.at('/sign-in'))
    assert.ok(page.url().startsWith(stage.at('/app')), `a signed-in user is redirected from sign-in, not to ${page.url()}`)
    await person.close()
    await anonymous.close()
  })

  test('a shop’s pages show an anonymous user how many of the shop’s items are in the bag, and other shops’ pages do not', async () => {
    const context = await stage.visitor({ viewport: { width: 390, height: 844 } })
    const page = await context.newPage()
    const bag = page.getByRole('link', { name: /^Bag/ })
    await page.goto(itsPage())
    assert.equal((await bag.innerText()).trim(), 'Bag')
    await page.getByRole('button', { name: 'Add to bag' }).click()
    await page.getByText(`Added “${listing.title}” to your bag.`).waitFor()
    for (const address of [stage.at('/', SHOP), itsPage(), stage.at('/reviews', SHOP)]) {
      await page.goto(address)
      await page.getByRole('link', { name: 'Bag 1 in it' }).waitFor()
    }
    const { slug } = await stage.app.service.ctx.db.selectFrom('shops').select('slug').where('slug', '<>', SHOP).where('visibility', '=', 'public').executeTakeFirstOrThrow() // prettier-ignore
    await page.goto(stage.at('/', slug))
    await signIn(page).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Bag 1 in it' }).count(), 0)
    await page.goto(itsPage())
    await page.getByRole('link', { name: 'Bag 1 in it' }).click()
    await page.getByRole('button', { name: /^Remove/ }).click()
    await page.getByText('Your bag is empty').waitFor()
    await context.close()
  })

  test('on a shop’s host, a like and a follow each take one tap and no page navigation', async () => {
    await stage.app.service.ctx.db.deleteFrom('follows').execute()
    const context = await stage.visitor({ as: BUYER })
    const page = await context.newPage()
    for (const [address, button] of [
      [itsPage(), itsHeart(page)],
      [stage.at('/', SHOP), follow(page)],
    ] as const) {
      await page.goto(address)
      await known(page)
      await pressed(page, button, false)
      const gone = await navigations(page, async () => {
        await button.click()
        await pressed(page, button, true)
        await page.locator('#toasts button').waitFor()
      })
      assert.deepEqual(gone, [])
      await page.reload()
      await pressed(page, button, true)
      await button.click()
      await page.locator('#toasts', { hasText: /Unliked|Unfollowed/ }).waitFor()
      await page.reload()
      await known(page)
      await pressed(page, button, false)
    }
    await context.close()
  })

  test('a like that fails is undone, and a message explains this', async () => {
    const context = await stage.visitor({ as: BUYER })
    const page = await context.newPage()
    await page.goto(itsPage())
    await known(page)
    await page.route('**/like/*', (route) => route.abort())
    await itsHeart(page).click()
    await page.locator('#toasts', { hasText: 'no connection' }).waitFor()
    await pressed(page, itsHeart(page), false)
    await page.unroute('**/like/*')
    const show = (visibility: 'private' | 'public') =>
      stage.app.service.ctx.db.updateTable('shops').set({ visibility }).where('slug', '=', SHOP).execute()
    await show('private')
    await itsHeart(page).click()
    await page.locator('#toasts', { hasText: 'No such listing' }).waitFor()
    await pressed(page, itsHeart(page), false)
    await show('public')
    await context.close()
  })

  for (const javaScriptEnabled of [true, false])
    test(`an anonymous user’s like leads through sign-in back to the listing, and is saved${javaScriptEnabled ? '' : ', without JavaScript'}`, async () => {
      const { ctx } = stage.app.service
      const context = await stage.visitor({ javaScriptEnabled })
      const page = await context.newPage()
      await page.goto(itsPage())
      await itsHeart(page).click()
      await page.waitForURL('**/sign-in?**')
      const form = page.getByRole('form', { name: 'Sign in' })
      await form.getByLabel('Email').fill('theo@demo.test')
      await form.getByLabel('Password').fill(stage.app.service.demo!.access!.password)
      await form.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.waitForURL(itsPage())
      const likes = () => ctx.db.selectFrom('likes').select('account_id').where('listing_id', '=', listing.id).execute()
      assert.equal((await likes()).length, 1)
      if (javaScriptEnabled) await pressed(page, itsHeart(page), true)
      await ctx.db.deleteFrom('likes').where('listing_id', '=', listing.id).execute()
      // The user is now signed in. The form works without scripts, and returns to the listing.
      if (!javaScriptEnabled) {
        await itsHeart(page).click()
        await page.waitForURL(itsPage())
        assert.equal((await likes()).length, 1)
        await ctx.db.deleteFrom('likes').where('listing_id', '=', listing.id).execute()
      }
      await context.close()
    })

  test('the owner of a listing sees Edit instead of Buy, Make an offer, Like and Follow', async () => {
    const context = await stage.visitor({ as: OWNER })
    const page = await context.newPage()
    await page.goto(itsPage())
    const edit = page.locator('main').getByRole('link', { name: 'Edit', exact: true })
    await edit.waitFor()
    for (const gone of [/^Make an offer$/, /^Buy\b/, /^Ask a question$/])
      assert.equal(await page.locator('main').getByRole('link', { name: gone }).count(), 0, String(gone))
    assert.equal(await itsHeart(page).count(), 0)
    await edit.click()
    await page.waitForURL(stage.at(`/app/listings/${listing.id}`))
    await page.goto(stage.at('/', SHOP))
    await edit.waitFor()
    assert.equal(await follow(page).count(), 0)
    await edit.click()
    await page.waitForURL(stage.at(`/app/shop?shop=${SHOP}`))
    await context.close()
    const outsider = await (await stage.visitor({ as: BUYER })).newPage()
    await outsider.goto(itsPage())
    await known(outsider)
    assert.equal(await outsider.locator('main').getByText('Edit', { exact: true }).count(), 0)
    assert.ok(await outsider.getByRole('link', { name: 'Make an offer' }).isVisible())
    await outsider.context().close()
  })

  test('a page from a different origin cannot use the user’s session to read or change anything', async () => {
    const context = await stage.visitor({ as: BUYER })
    const page = await context.newPage()
    const site = { viewerState: stage.at('/you/here'), like: stage.at(`/like/${listing.id}`) }
    // tests a subdomain of `localhost` that does not belong to the marketplace, and a host that no shop can have; other services may use
    // both
    for (const host of ['evil.localhost', 'www.resale.localhost']) {
      const foreign = `http://${host}:${stage.app.port}/`
      await page.route(foreign, (route) => route.fulfill({ contentType: 'text/html', body: '<title>elsewhere</title>' }))
      await page.goto(foreign)
      const read = await page.evaluate<string>(
        `fetch(${JSON.stringify(site.viewerState)}, { credentials: 'include' }).then((answer) => answer.text(), (error) => 'failed ' + error)`,
      )
      assert.match(read, /^failed TypeError/)
      const send = `fetch(${JSON.stringify(site.like)}, { method: 'POST', credentials: 'include', mode: 'no-cors', body: new URLSearchParams('liked=true') }).then((answer) => answer.type, () => 'failed')`
      assert.match(await page.evaluate<string>(send), /^(opaque|failed)$/)
    }
    const likes = await stage.app.service.ctx.db.selectFrom('likes').select('account_id').where('listing_id', '=', listing.id).execute()
    assert.deepEqual(likes, [])
    await context.close()
  })

  test('pages have no layout faults at any size, for a signed-in buyer or for the owner', async () => {
    const pages = [
      { path: '/', shop: SHOP },
      { path: `/${listing.link}`, shop: SHOP },
    ]
    assert.deepEqual([...(await faultsOnAll(stage, pages, { as: BUYER })), ...(await faultsOnAll(stage, pages, { as: OWNER }))], [])
  })
})
