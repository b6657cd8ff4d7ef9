import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { tabTo } from './keyboard.ts'
import { inBrowser, openStage, type Stage } from './stage.ts'

let stage: Stage
before(async () => {
  if (!inBrowser.skip) stage = await openStage()
})
after(() => stage?.close())

for (const javaScriptEnabled of [true, false])
  test(`changes prices in bulk by keyboard ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, inBrowser, async () => {
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
    await context.close()
  })
