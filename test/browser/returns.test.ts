import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { PNG } from '#test/law/world.ts'
import { sceneForFile } from './buyer-scene.ts'
import { pageFaults, shoot } from './checks.ts'
import { inBrowser } from './stage.ts'

const { stage, scene } = await sceneForFile()

test('without JavaScript, buyer, seller and operator complete a return, from the offer to the contested refund', inBrowser, async () => {
  const { problem: id } = scene.orders
  const open = async (as: 'ana' | 'theo' | 'robin', path: string): Promise<Page> => {
    const page = await (await stage.visitor({ as, javaScriptEnabled: false })).newPage()
    await page.goto(stage.at(path))
    return page
  }
  const press = async (page: Page, name: string, message: RegExp): Promise<void> => {
    await page.getByRole('button', { name, exact: true }).click()
    await page.getByText(message).first().waitFor()
  }
  const [ana, theo] = [await open('ana', `/app/orders/${id}`), await open('theo', `/you/orders/${id}`)]
  await ana.getByLabel('The buyer pays the return shipping').check()
  await press(ana, 'Offer return', /Return offered. The buyer has 3 days to answer/)
  await theo.goto(stage.at('/you'))
  await theo.getByText('offers a full refund if you send').waitFor()
  await theo.goto(stage.at('/you/orders'))
  await theo.getByText('The seller offers a full refund if you send the item back. Answer by').waitFor()
  await theo.goto(stage.at(`/you/orders/${id}`))
  await theo.getByText('You pay the return shipping.').waitFor()
  await check(id, 'offered', ['theo', 'ana'])
  await press(theo, 'Agree to the return', /Return agreed. Send the item within 7 days/)
  await theo.getByLabel('Carrier').fill('UPS')
  await theo.getByLabel('Tracking number').fill('123')
  await press(theo, 'Mark as sent', /not a tracking number of UPS/)
  assert.equal(await theo.getByLabel('Carrier').inputValue(), 'UPS', 'the typed text stays')
  await check(id, 'agreed', ['theo', 'ana'])
  await theo.getByLabel('Tracking number').fill('1Z999AA10123456784')
  await press(theo, 'Mark as sent', /Marked as sent. The seller can see the tracking/)
  assert.equal(await theo.getByRole('button', { name: /Close the problem/ }).count(), 0)
  await ana.goto(stage.at('/app'))
  await ana.getByText('back: did it arrive?').waitFor()
  await ana.goto(stage.at(`/app/orders/${id}`))
  assert.equal(await ana.getByRole('button', { name: 'Offer refund' }).count(), 0)
  await press(ana, 'Mark as received', /Marked as received. You have 3 working days/)
  await check(id, 'received', ['theo', 'ana'])
  await ana.goto(stage.at('/app'))
  await ana.getByText('Check within').waitFor()
  await ana.goto(stage.at(`/app/orders/${id}`))
  await ana.getByText('Something is wrong with the returned item').click()
  await ana.getByLabel('What is wrong?').fill('The handle is missing.')
  await ana.locator('#files').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: PNG })
  await press(ana, 'Contest return', /Return contested. A member of our staff will decide/)
  await ana.getByText('The handle is missing.').waitFor()
  await check(id, 'contested', ['theo', 'ana', 'robin'])
  const robin = await open('robin', `/operator/disputes/${id}`)
  assert.equal(await robin.getByLabel('Offer the buyer a return').count(), 0)
  await robin.getByText('The handle is missing.').waitFor()
})

test('the operator offers a return on the dispute page', inBrowser, async () => {
  const { shipped: id } = scene.orders
  await scene.as('theo', 'POST', `/orders/${id}/problem`, { reason: 'damaged', body: 'A button is missing.' })
  const page = await (await stage.visitor({ as: 'robin', javaScriptEnabled: false })).newPage()
  await page.goto(stage.at(`/operator/disputes/${id}`))
  await page.getByLabel('Offer the buyer a return').check()
  await page.getByLabel('Reason').fill('The photos show it.')
  await page.getByRole('button', { name: 'Apply decision' }).click()
  await page.getByText('Return offered. The buyer has 3 days to answer.').waitFor()
  await page.goto(stage.at('/operator/disputes'))
  await page.getByText('return offered').first().waitFor()
})

const PATHS = { theo: '/you/orders/', ana: '/app/orders/', robin: '/operator/disputes/' } as const

async function check(id: string, state: string, people: readonly (keyof typeof PATHS)[]): Promise<void> {
  for (const as of people) {
    const context = await stage.visitor({ as })
    const page = await context.newPage()
    await page.goto(stage.at(`${PATHS[as]}${id}#return`))
    assert.deepEqual(await pageFaults(page), [], `${as} ${state}`)
    await shoot(page, `${as}-${state}`)
    await context.close()
  }
}
