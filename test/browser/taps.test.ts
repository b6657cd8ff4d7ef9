import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { HOME } from '#test/sales.ts'
import { countedIn } from './effort.ts'
import { inBrowser, stageForFile, type Person } from './stage.ts'

type Case = {
  who: string
  as?: Person
  mostTaps: number
  mostFields: number
  /** Prepares the account before the buyer opens the listing. The test does not count these actions. */
  prepare(context: BrowserContext): Promise<void>
  buy(page: Page): Promise<void>
}

let made = 0
/** Taps a button or link. The test compares the number of calls with the number of taps that the page counted. */
async function tap(page: Page, name: RegExp): Promise<void> {
  made += 1
  const main = page.getByRole('main')
  await main.getByRole('button', { name }).or(main.getByRole('link', { name })).first().tap()
}

/** The steps of different buyers up to a paid order, each with its limits on taps and fields. */
const CASES: readonly Case[] = [
  {
    who: 'a signed-in buyer with a stored address',
    as: 'theo',
    mostTaps: 4,
    mostFields: 0,
    async prepare(context) {
      const [session] = await context.cookies()
      const saved = await stage.app.call('POST', '/v1/addresses', {
        cookie: `${session!.name}=${session!.value}`,
        json: { ...HOME, default: true },
      })
      assert.equal(saved.status, 201, JSON.stringify(saved.body))
    },
    async buy(page) {
      await tap(page, /^Buy/)
      await page.waitForURL(/\/checkout\//)
      await tap(page, /^Pay /)
    },
  },
  {
    who: 'a guest, who has no account',
    mostTaps: 4,
    mostFields: 7,
    prepare: async () => {},
    async buy(page) {
      await tap(page, /^Buy/)
      await page.waitForURL(/\/checkout\//)
      const { country, ...texts } = HOME
      const fields = { email: 'guest@example.test', ...texts }
      for (const [field, value] of Object.entries(fields)) await page.locator(`input[name="${field}"]`).fill(value)
      await page.locator('[name="country"]').selectOption(country)
      await tap(page, /^Pay /)
    },
  },
]

const SHOP = 'mint-fox'
const stage = await stageForFile()
let links: string[]
before(async () => {
  if (inBrowser.skip) return
  const rows = await stage.app.service.ctx.db
    .selectFrom('listings as l')
    .innerJoin('shops as s', 's.id', 'l.shop_id')
    .select('l.link')
    .where('s.slug', '=', SHOP)
    .where('l.in_market', '=', true)
    .where('l.shipping_cents', '>', 0)
    .where('l.reserved_until', 'is', null)
    .where('l.id', 'not in', (eb) => eb.selectFrom('offers').select('listing_id'))
    .limit(CASES.length)
    .execute()
  links = rows.map(({ link }) => link!)
})

describe('taps and fields on the way from a listing to a paid order, on a phone', inBrowser, () => {
  for (const [index, { who, as, mostTaps, mostFields, prepare, buy }] of CASES.entries())
    test(`${who}: at most ${mostTaps} taps and ${mostFields} fields`, async () => {
      const context = await stage.visitor({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, ...(as ? { as } : {}) })
      await prepare(context)
      const effort = await countedIn(context)
      const page = await context.newPage()
      await page.goto(stage.at(`/${links[index]!}`, SHOP))
      made = 0
      await buy(page)
      await page.waitForURL(/\/orders\/ord_/)
      const [, order] = /\/orders\/(ord_\w+)/.exec(page.url())!
      const row = await stage.app.service.ctx.db
        .selectFrom('orders')
        .select(['status', 'payment'])
        .where('id', '=', order!)
        .executeTakeFirst()
      assert.deepEqual(row, { status: 'paid', payment: 'paid' })
      assert.equal(effort.taps.length, made, 'the page counts every tap')
      assert.ok(effort.taps.length <= mostTaps, effort.taps.join(' → '))
      assert.ok(effort.fields.size <= mostFields, [...effort.fields].join())
      await context.close()
    })

  test('each real tap and each filled field counts once, and a scripted click never counts', async () => {
    const context = await stage.visitor({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    const effort = await countedIn(context)
    const page = await context.newPage()
    await page.goto(stage.at('/sign-in'))
    await page.locator('input[name="email"]').first().fill('a@example.test')
    await page.locator('input[name="email"]').first().fill('b@example.test')
    await page.evaluate(
      `document.querySelector('a').addEventListener('click', (event) => event.preventDefault()); document.querySelector('a').click()`,
    )
    assert.deepEqual([effort.taps, [...effort.fields]], [[], ['/sign-in email']])
    await page.locator('main').tap({ position: { x: 2, y: 2 } })
    assert.equal(effort.taps.length, 1)
    await page.locator('label[for="email"]').first().tap()
    await page.locator('input[name="email"]').first().tap()
    assert.equal(effort.taps.length, 3, 'a tap on a label is one tap')
    await context.close()
  })
})
