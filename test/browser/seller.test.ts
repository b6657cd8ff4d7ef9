import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { faultsOf } from './checks.ts'
import { inBrowser, openStage, SCHEMES, WIDTHS, type Stage } from './stage.ts'

let stage: Stage
before(async () => {
  if (!inBrowser.skip) stage = await openStage()
})
after(() => stage?.close())

const PATHS = [
  '/app',
  '/app/open-shop',
  '/app/listings',
  '/app/listings?tab=sold',
  '/app/listings/new',
  '/app/offers',
  '/app/offers?tab=all',
  '/app/messages?show=all',
  '/app/orders?tab=all',
  '/app/payouts',
  '/app/shop',
  '/app/stats',
  '/app/developers',
  '/app/developers/keys',
  '/app/developers/approvals',
  '/app/developers/webhook',
]

const DESK = [
  '/operator',
  '/operator/reports',
  '/operator/appeals',
  '/operator/disputes',
  '/operator/accounts',
  '/operator/measures',
  '/operator/reviews',
  '/operator/audit',
  '/operator/settings',
]

/** Moves on by the keyboard until the focus stands on what is looked for. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 120; presses++) {
    await page.keyboard.press('Tab')
    if (await page.evaluate<boolean>(`document.activeElement?.matches(${JSON.stringify(selector)}) ?? false`)) return
  }
  assert.fail(`the keyboard never comes to ${selector}`)
}

test('the pages of the seller’s app break no rule, in both modes, on a phone and a desktop', inBrowser, async () => {
  const context = await stage.visitor({ as: 'ana' })
  const page = await context.newPage()
  await page.goto(stage.at('/app/listings?tab=live'))
  const editor = (await page.getAttribute('.table th a', 'href'))!
  const faults: Record<string, string[]> = {}
  for (const path of [...PATHS, editor]) {
    const found = await faultsOf(page, stage.at(path))
    if (found.length > 0) faults[path] = found
    await shoot(page, path === editor ? '/app/editor' : path)
  }
  assert.deepEqual(faults, {})
  await context.close()
})

test('the operator’s pages break no rule either, with something in them and empty', inBrowser, async () => {
  const context = await stage.visitor({ as: 'robin' })
  const page = await context.newPage()
  const first = async (path: string) => {
    await page.goto(stage.at(path))
    return (await page.getAttribute('.app-threads a', 'href'))!
  }
  const details = [await first('/operator/reports'), await first('/operator/disputes'), await first('/operator/accounts?find=ana')]
  const faults: Record<string, string[]> = {}
  for (const path of [...DESK, ...details]) {
    const found = await faultsOf(page, stage.at(path))
    if (found.length > 0) faults[path] = found
    await shoot(page, path)
  }
  assert.deepEqual(faults, {})
  await context.close()
})

/** Pictures for people to look at, where a folder is named. */
async function shoot(page: Page, path: string): Promise<void> {
  const folder = process.env.SHOTS
  if (!folder) return
  for (const width of WIDTHS)
    for (const colorScheme of SCHEMES) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: `${folder}/${path.replaceAll(/[^a-z]+/g, '-')}-${width}-${colorScheme}.png` })
    }
}

for (const javaScriptEnabled of [true, false])
  test(
    `K9 and K10 by the keyboard ${javaScriptEnabled ? 'with' : 'without'} scripts: prices in bulk, a key made and revoked`,
    inBrowser,
    async () => {
      const context = await stage.visitor({ as: 'ana', javaScriptEnabled })
      const page = await context.newPage()
      await page.goto(stage.at('/app/listings?tab=live'))
      await tabTo(page, 'input[name="ids"]')
      await page.keyboard.press('Space')
      await tabTo(page, 'select[name="action"]')
      await page.keyboard.type('Change')
      await tabTo(page, 'input[name="percent"]')
      await page.keyboard.type('-10')
      await page.keyboard.press('Enter')
      await page.waitForSelector('.outcomes')
      assert.match((await page.textContent('.outcomes'))!, /\$[\d.,]+ → \$[\d.,]+/)

      await page.goto(stage.at('/app/developers/keys'))
      await tabTo(page, '#name')
      await page.keyboard.type(`Bot ${javaScriptEnabled}`)
      await page.keyboard.press('Enter')
      await page.waitForSelector('#secret')
      assert.match((await page.textContent('#secret'))!.trim(), /^rsk_\w{36}$/)
      await tabTo(page, `form[aria-label="Revoke Bot ${javaScriptEnabled}"] button`)
      await page.keyboard.press('Enter')
      await page.waitForURL('**said=revoked')
      await context.close()
    },
  )
