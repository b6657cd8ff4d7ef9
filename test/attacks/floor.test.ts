import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { leftToGuessCents } from '#commerce/negotiations/rules/negotiation.ts'
import { OFFERS_A_DAY } from '#commerce/offers/rules.ts'
import { startApp } from '#test/app.ts'
import { newBuyer, onSale, openBargain } from '#test/bargain.ts'
import { best, width } from '#test/patient-buyer.ts'

/**
 * Tests how closely a patient buyer can determine a minimum price (spec: completions 6; docs/negotiation.md, What a day of offers reveals).
 */

test('the table in docs/negotiation.md states how precisely the best known strategy can determine the minimum price', async () => {
  const text = await readFile(new URL('../../docs/negotiation.md', import.meta.url), 'utf8')
  const rows = [...text.matchAll(/^\| ([\d.]+) \| ([\d.]+) \| (.+ to .+) \| (.+ to .+) \| (.+ to .+) \| (.+ to .+) \|$/gm)]
  assert.ok(rows.length >= 8)
  for (const [, price, floor, ...cells] of rows) {
    const texts = cells.map((cell) => cell.trim())
    const learnt = [1, 3, OFFERS_A_DAY, 2 * OFFERS_A_DAY].map((offers) => best({ price: cents(price!), floor: cents(floor!), offers }))
    assert.deepEqual(texts, learnt.map(({ over, atMost }) => `${dollars(over)} to ${dollars(atMost)}`), `${price}, ${floor}`) // prettier-ignore
  }
})

test('if the minimum price exceeds half the price, buyers can narrow it down only to the range in the docs', () => {
  const every = process.env['ATTACK'] === 'long' ? 7 : 61
  for (const price of [20_00, 99_00, 100_00, 250_00, 1000_00, 5000_00]) {
    const figure = leftToGuessCents(price, OFFERS_A_DAY)
    const step = price >= 100_00 ? 500 : 100
    for (let floor = price / 2 + 2 * step; floor <= price - step; floor += every) {
      const left = best({ price, floor, offers: OFFERS_A_DAY })
      assert.ok(left.over < floor && floor <= left.atMost, 'the learned range contains the floor')
      assert.ok(width(left) <= figure + 1, `${price}, ${floor}: the range is ${width(left)} wide, and the docs state ${figure}`)
    }
  }
})

test('a buyer may make five offers per listing in 24 hours, including withdrawn offers and offers with a different API key', async (t) => {
  const app = await startApp(t)
  const { seller, buyer } = await openBargain(app, { haggle: true })
  const listing = await onSale(seller, { price: 1000, lowest_price: 637 })
  for (let made = 0; made < OFFERS_A_DAY; made++) {
    const { id } = await buyer.offer(listing, 10 + made)
    assert.equal((await buyer.call('POST', `/v1/offers/${id}/withdraw`)).status, 200)
  }
  const sixth = await buyer.call('POST', '/v1/offers', { json: { listing, amount: 900 } })
  assert.deepEqual([sixth.status, sixth.body.error.type], [429, 'rate_limit'])
  assert.ok(Number(sixth.headers['retry-after']) > 23 * 3600)
  const another = await app.call('POST', '/v1/keys', { cookie: buyer.cookie, json: { name: 'Two', kind: 'api', scopes: ['buying'] } })
  assert.equal((await app.call('POST', '/v1/offers', { key: another.body.secret, json: { listing, amount: 900 } })).status, 429)
  assert.equal(OFFERS_A_DAY, 5)
  // this is a documented limitation: a second account has its own daily limit on offers
  await (await newBuyer(app, 'Bea')).offer(listing, 10)
})

const cents = (dollarText: string): number => Math.round(Number(dollarText) * 100)
const dollars = (amount: number): string => (amount % 100 === 0 ? String(amount / 100) : (amount / 100).toFixed(2))
