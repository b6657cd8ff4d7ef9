import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { PEOPLE } from '#demo/cast/index.ts'
import { widthFaults } from './checks.ts'
import { sceneForFile } from './buyer-scene.ts'
import { PAGES } from './matrix/pages.ts'
import { inBrowser, onPages, type Person, type Stage } from './stage.ts'

/*
 * Tests that no page is wider than its window, even if a user enters a word of the maximum length. Writes such words into the demo records,
 * and measures each page that shows one.
 */

const { stage, scene } = await sceneForFile()
before(async () => {
  if (inBrowser.skip) return
  await write(stage)
})

const word = (length: number): string => 'Unbreakable'.repeat(Math.ceil(length / 11)).slice(0, length)

/** Fills every text field that users can set with a single word of the maximum length. */
async function write({ app }: Stage): Promise<void> {
  const { db } = app.service.ctx
  const fields = JSON.stringify([
    { key: 'material', label: word(40), value: word(200), source: 'you' },
    { key: 'size', label: 'Size', value: word(200), source: 'you' },
  ])
  await db
    .updateTable('listings')
    .set({ title: word(80), one_liner: word(120), description: `${word(2_000)}\n\n${word(2_000)}`, fields })
    .execute()
  await db
    .updateTable('shops')
    .set({ name: word(60), about: word(300), location: word(80) })
    .execute()
  await db
    .updateTable('orders')
    .set({ listing_title: word(80), shop_name: word(60), tracking_number: word(120) })
    .execute()
  await db
    .updateTable('offers')
    .set({ listing_title: word(80), shop_name: word(60), note: word(500) })
    .execute()
  await db
    .updateTable('offers')
    .set({ counter_note: word(500) })
    .where('counter_cents', 'is not', null)
    .execute()
  await db
    .updateTable('threads')
    .set({ shop_name: word(60) })
    .execute()
  await db
    .updateTable('threads')
    .set({ listing_title: word(80) })
    .where('listing_title', 'is not', null)
    .execute()
  await db
    .updateTable('messages')
    .set({ text: word(2_000) })
    .execute()
  await db
    .updateTable('reviews')
    .set({ body: word(2_000) })
    .execute()
  await db
    .updateTable('reports')
    .set({ body: word(1_000) })
    .execute()
  await db
    .updateTable('approvals')
    .set({ summary: word(200) })
    .execute()
  await db
    .updateTable('accounts')
    .set({ name: word(60) })
    .execute()
}

/** Pages with lists, by the user who opens them. Each selector finds links to records, and the test follows the first link. */
const FIRST: Partial<Record<Person | 'nobody', readonly [list: string, link: string][]>> = {
  ana: [
    ['/app/listings?tab=live', '.table th a'],
    ['/app/listings?tab=draft', '.table th a'],
    ['/app/messages?show=all', '.threads a'],
    ['/app/orders?tab=all', '.app-threads a'],
    ['/app/orders?tab=problem', '.app-threads a'],
  ],
  theo: [['/you/messages', '.threads a']],
  robin: [
    ['/operator/reports', '.threads a'],
    ['/operator/disputes', '.app-threads a'],
    ['/operator/accounts?find=ana', '.table th a'],
  ],
}

async function faultsOn(pages: readonly { path: string; shop?: string }[], as?: Person): Promise<string[]> {
  const faults: string[] = []
  await onPages(
    stage,
    pages,
    async (page: Page, { path, shop }) => {
      const reply = await page.goto(stage.at(path, shop), { waitUntil: 'domcontentloaded' })
      if (reply!.status() >= 500) faults.push(`${shop ?? ''}${path} answers ${reply!.status()}`)
      faults.push(...(await widthFaults(page)).map((fault) => `${shop ?? ''}${path} ${fault}`))
    },
    as ? { as } : {},
  )
  return faults
}

for (const who of ['nobody', ...Object.keys(PEOPLE)] as (Person | 'nobody')[]) {
  const lists = Object.values(PAGES[who] ?? {})
    .flat()
    .filter((path) => !path.startsWith('/docs'))
  if (lists.length === 0) continue
  const reader = who === 'nobody' ? 'an anonymous user' : who
  test(`with one long word in every text field, no page that ${reader} sees is wider than its window`, inBrowser, async () => {
    const as = who === 'nobody' ? undefined : who
    const pages: { path: string; shop?: string }[] = lists.map((path) => ({ path }))
    for (const [list, link] of FIRST[who] ?? []) pages.push({ path: await firstOf(who as Person, list, link) })
    if (who === 'theo') {
      pages.push(...Object.values(scene.orders).map((id) => ({ path: `/you/orders/${id}` })))
      pages.push(...['offer', 'ask', 'checkout', 'hold', 'report'].map((step) => ({ path: `/${step}/${scene.free[0]!.id}` })))
    }
    if (who === 'nobody')
      for (const path of ['/', '/reviews', '/denim-chore-jacket', '/indigo-work-shirt']) pages.push({ path, shop: 'mint-fox' })
    assert.deepEqual(await faultsOn(pages, as), [])
  })
}

test('a signed-in page uses the full width of a landscape sheet when it is printed, and omits the menu', inBrowser, async () => {
  const path = await firstOf('ana', '/app/orders?tab=all', '.app-threads a')
  const page = await (await stage.visitor({ as: 'ana', viewport: { width: 1123, height: 794 } })).newPage()
  for (const shown of [path, '/app', '/app/stats']) {
    await page.goto(stage.at(shown), { waitUntil: 'domcontentloaded' })
    await page.emulateMedia({ media: 'print' })
    const width = await page.evaluate<number>(`document.querySelector('main').getBoundingClientRect().width`)
    assert.ok(width > 1000, `${shown} prints ${width} px of 1123 wide`)
  }
  await page.context().close()
})

async function firstOf(as: Person, list: string, link: string): Promise<string> {
  const context = await stage.visitor({ as })
  const page = await context.newPage()
  await page.goto(stage.at(list), { waitUntil: 'domcontentloaded' })
  const href = await page.getAttribute(link, 'href')
  await context.close()
  assert.ok(href, `${list} has no ${link}`)
  return href
}
