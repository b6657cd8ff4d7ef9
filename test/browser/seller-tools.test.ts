import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { PNG } from '#test/law/world.ts'
import { setScene } from './buyer-scene.ts'
import { pageFaults } from './checks.ts'
import { inBrowser, stageForFile } from './stage.ts'

const stage = await stageForFile()

describe('the charts on the stats page', inBrowser, () => {
  test('arrow keys move through the days of a chart, and the announced values match the table', async () => {
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

  test('without scripts, the charts are hidden from screen readers, and the table contains all values', async () => {
    const page = await (await stage.visitor({ as: 'ana', javaScriptEnabled: false })).newPage()
    await page.goto(stage.at('/app/stats?days=7'))
    assert.equal(await page.getByRole('slider').count(), 0)
    await page.getByText('Daily numbers').click()
    assert.equal(await page.getByRole('table', { name: 'Day by day' }).getByRole('row').count(), 8)
    await page.context().close()
  })
})

describe('saved replies in a conversation', inBrowser, () => {
  test('the script inserts a saved reply into the message text, preserves the chosen photos, and sends nothing', async () => {
    const page = await (await stage.visitor({ as: 'ana' })).newPage()
    await page.goto(stage.at('/app/messages/replies'))
    assert.deepEqual(await pageFaults(page), [])
    await page.getByLabel('Title').fill('Thanks')
    await page.getByLabel('Text').fill('Thanks, {name}!')
    await page.getByRole('button', { name: 'Save reply' }).click()
    await page.getByText('Reply saved.').waitFor()
    await page.goto(stage.at('/app/messages?show=all'))
    await page.locator('.threads a').first().click()
    const answer = page.getByLabel('Your answer')
    const name = (await page.locator('.talk-top h2').textContent())!.trim()
    const [address, messages] = [page.url(), await page.locator('.app-talk > li').count()]
    await answer.fill('Good morning.')
    await page.locator('input[type="file"]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: PNG })
    await page.getByLabel('Saved reply', { exact: true }).selectOption({ label: 'Thanks' })
    await page.getByRole('button', { name: 'Insert a saved reply' }).click()
    await page.getByText('Reply inserted. Review it, then send it.').waitFor()
    assert.equal(await answer.inputValue(), `Good morning.\n\nThanks, ${name}!`)
    assert.equal(await page.evaluate(`document.querySelector('input[type="file"]').files.length`), 1)
    assert.equal(await page.evaluate(`document.activeElement.id === 'text'`), true)
    assert.deepEqual([page.url(), await page.locator('.app-talk > li').count()], [address, messages])
    assert.deepEqual(await pageFaults(page), [])
    await page.context().close()
  })
})

describe('an open invitation to buy an item', inBrowser, () => {
  test('an open invitation appears on the cached listing page only for the invited person, and leads to the checkout', async () => {
    const { free, as } = await setScene(stage)
    const { id, link, price_cents: cents } = free[0]!
    const amount = Math.floor((cents * 0.9) / 100)
    const offered = new RegExp(`^Offered to you for \\$${amount} until \\d+ \\w+`)
    const { id: buyer } = (await as('theo', 'GET', '/me')).body
    await as('theo', 'PUT', `/market/listings/${id}/like`)
    // a seller may invite a user only if the user's like is at least an hour old
    const at = new Date(Date.now() - 2 * 3_600_000)
    await stage.app.service.ctx.db.updateTable('likes').set({ created_at: at }).where('account_id', '=', buyer).execute()
    await as('ana', 'POST', `/listings/${id}/invitations`, { amount })
    const context = await stage.visitor({ as: 'theo' })
    const page = await context.newPage()
    await page.goto(stage.at(`/${link}`, 'mint-fox'))
    await page.getByText(offered).waitFor()
    assert.deepEqual(await pageFaults(page), [])
    await page.getByRole('link', { name: `Take it for $${amount}` }).click()
    await page.getByText(offered).waitFor()
    assert.deepEqual(await pageFaults(page), [])
    await page.getByRole('button', { name: `Take it for $${amount}` }).click()
    await page.getByText('The item is reserved for you. Pay within 15 minutes.').waitFor()
    await context.close()

    const anonymous = await (await stage.visitor()).newPage()
    await anonymous.goto(stage.at(`/${link}`, 'mint-fox'))
    assert.equal(await anonymous.getByText('Offered to you').isVisible(), false)
    await anonymous.context().close()
  })
})
