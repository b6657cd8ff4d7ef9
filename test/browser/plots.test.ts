import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { pageFaults } from './checks.ts'
import { inBrowser, openStage, type Stage } from './stage.ts'

let stage: Stage
before(async () => {
  if (!inBrowser.skip) stage = await openStage()
})
after(() => stage?.close())

describe('charts per day', inBrowser, () => {
  test('arrow keys move through the days, and the announced values are those of the table', async () => {
    const page = await (await stage.visitor({ as: 'ana' })).newPage()
    await page.goto(stage.at('/app/stats?days=7'))
    const rows = await page
      .locator('.day-table tbody tr')
      .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => (cell.textContent ?? '').trim())).toReversed())
    assert.equal(rows.length, 7)
    for (const [index, label] of ['Views', 'Likes', 'Offers', 'Sales'].entries()) {
      const chart = page.getByRole('slider', { name: `${label} by day` })
      const text = () => chart.getAttribute('aria-valuetext')
      const read = (day: number) => `${rows[day]![0]}: ${rows[day]![index + 1]}`
      await chart.focus()
      assert.equal(await text(), read(6), 'the chart starts at the last day')
      for (const day of [5, 4]) {
        await chart.press('ArrowLeft')
        assert.equal(await text(), read(day))
      }
      await page.locator('.day-plots figure', { has: chart }).getByText(read(4), { exact: true }).waitFor()
      for (const [key, day] of [
        ['Home', 0],
        ['ArrowLeft', 0],
        ['ArrowRight', 1],
        ['PageUp', 6],
        ['PageDown', 0],
        ['End', 6],
        ['ArrowRight', 6],
      ] as const) {
        await chart.press(key)
        assert.deepEqual([await text(), await chart.getAttribute('aria-valuenow')], [read(day), String(day + 1)], key)
      }
    }
    assert.deepEqual(await pageFaults(page), [])
    await page.context().close()
  })

  test('without scripts, the charts are hidden from screen readers and the table has all values', async () => {
    const page = await (await stage.visitor({ as: 'ana', javaScriptEnabled: false })).newPage()
    await page.goto(stage.at('/app/stats?days=7'))
    assert.equal(await page.getByRole('slider').count(), 0)
    await page.getByText('Daily numbers').click()
    assert.equal(await page.getByRole('table', { name: 'Day by day' }).getByRole('row').count(), 8)
    await page.context().close()
  })
})
