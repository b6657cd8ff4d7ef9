import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { startApp, type TestApp } from '#test/app.ts'
import { newBuyer } from '#test/bargain.ts'
import { openSeller, type Seller } from '#test/factories.ts'
import { lifetime } from '#test/lifetime.ts'
import { tableOf, textOf } from '#test/pages.ts'
import { HOME } from '#test/sales.ts'

const amountOf = (text: string): number => Number(/[−-]?\$[\d,.]+/.exec(text)?.[0].replace('−', '-').replaceAll(/[$,]/g, '') ?? 0)
const sum = (amounts: readonly string[]): number => Math.round(amounts.reduce((all, text) => all + amountOf(text), 0) * 100) / 100

describe('the payouts and statements pages of a seller', () => {
  const life = lifetime()
  let app: TestApp
  let seller: Seller
  let month: string
  before(async () => {
    app = await startApp(life, { FEE_PERCENT: '7.5' })
    seller = await openSeller(app)
    const buyer = await newBuyer(app)
    const SHIPPED = { carrier: 'UPS', number: '1Z999AA10123456784' }
    for (const [price, steps] of [
      [19.99, []],
      [40, ['ship']],
      [25.5, ['ship', 'problem']],
      [60, ['ship', 'confirm']],
      [31, ['ship', 'problem', 'refund', 'answer']],
    ] as const) {
      const { id: listing } = await seller.list({ title: `Lamp ${price}`, price, shipping: 8, publish: true })
      const { body: order } = await buyer.call('POST', '/v1/orders', { json: { listing, address: HOME } })
      await buyer.call('POST', `/v1/orders/${order.id}/pay`, { json: { method: 'test_ok' } })
      for (const step of steps) {
        const who = step === 'ship' || step === 'refund' ? seller : buyer
        const json = {
          ship: SHIPPED,
          confirm: {},
          problem: { reason: 'damaged', body: 'Torn.' },
          refund: { amount: 10 },
          answer: { agree: true },
        }[step]
        const reply = await who.call('POST', `/v1/orders/${order.id}/${step}`, { json })
        assert.equal(reply.status, 200, `${step}: ${JSON.stringify(reply.body)}`)
      }
    }
    await app.advance(1)
    month = app.service.ctx.now().toISOString().slice(0, 7)
  })

  const page = async (path: string): Promise<string> => {
    const { status, body } = await app.call('GET', path, { cookie: seller.cookie })
    assert.equal(status, 200, path)
    return String(body)
  }

  test('the totals on the payouts page are the sums of its rows, and the amounts in each row add up', async () => {
    const html = await page('/app/payouts')
    const tiles = Object.fromEntries(
      [...html.matchAll(/<dt>([^<]+)<\/dt><dd>([^]*?)<\/dd>/g)].map(([, label, amount]) => [label, amountOf(textOf(amount!))]),
    )
    const rows = tableOf(html, 'Payouts').slice(1)
    assert.equal(rows.length, 5)
    const of = (status: string) => sum(rows.filter((row) => row[1] === status).map((row) => row[3]!))
    assert.deepEqual(tiles, { Available: of('Available'), Pending: of('Pending'), 'On hold': of('On hold'), 'Paid out': of('Sent') })
    assert.ok(Object.values(tiles).filter((amount) => amount > 0).length >= 3, JSON.stringify(tiles))
    for (const [title, , details, amount] of rows) {
      const parts = [...details!.matchAll(/([+−] )?\$([\d.]+) (?:item|shipping|refunded|fee)/g)]
      const total = parts.reduce((all, [, sign, dollars]) => all + (sign === '− ' ? -1 : 1) * Number(dollars), 0)
      assert.equal(total.toFixed(2), amountOf(amount!).toFixed(2), `${title}: ${details}`)
    }
  })

  test('the balance in a statement adds up, and each total is the sum of its lines', async () => {
    const html = await page(`/app/statements/${month}`)
    const facts = new Map(tableOf(html, 'Balance').map(([label, amount]) => [label!, amountOf(amount!)]))
    const [start, ...changes] = [...facts].filter(([label]) => !label.startsWith('of which'))
    const end = changes.pop()!
    assert.deepEqual([start![0], end[0]], ['Opening balance', 'Closing balance'])
    assert.equal((start![1] + changes.reduce((all, [, amount]) => all + amount, 0)).toFixed(2), end[1].toFixed(2))
    const held = facts.get('of which held until orders are complete')!
    const available = facts.get('of which available to you')!
    assert.equal((held + available).toFixed(2), end[1].toFixed(2))
    const lines = tableOf(html, 'All changes').slice(1)
    assert.deepEqual([sum(lines.map((line) => line[4]!)), sum(lines.map((line) => line[5]!))], [held, available])
    assert.equal(sum(lines.map((line) => line[3]!)), -facts.get('Marketplace fees')!)
  })

  test('the list of months, the monthly statement and the annual statement show equal amounts', async () => {
    const [row] = tableOf(await page('/app/statements'), 'Statements').slice(1)
    const [ofYear] = tableOf(await page(`/app/statements/${month.slice(0, 4)}`), 'Months').slice(1)
    assert.deepEqual(ofYear, row)
    const facts = tableOf(await page(`/app/statements/${month}`), 'Balance')
    const amount = (label: string) => amountOf(facts.find(([name]) => name!.startsWith(label))![1]!)
    const ofMonth = ['Paid by buyers', 'Refunded', 'Marketplace', 'Sent', 'Closing balance'].map((label) => Math.abs(amount(label)))
    assert.deepEqual(row!.slice(1).map(amountOf), ofMonth)
    assert.ok(ofMonth.every((dollars) => dollars > 0))
  })

  test('the statement page responds to an invalid period with 400, and explains that a period is a month or a year', async () => {
    const { status, body } = await app.call('GET', '/app/statements/soon', { cookie: seller.cookie })
    assert.equal(status, 400)
    assert.match(String(body), /period must be a month/)
  })
})
