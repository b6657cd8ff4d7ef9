import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startApp } from '#test/app.ts'
import { onSale, openBargain } from '#test/bargain.ts'

// Tests the parameter `updated_after` of the lists of offers, orders, listings and threads (spec: completions 12, Events for pollers).
const app = await startApp({ after })
const { seller, buyer } = await openBargain(app)

const [first, second] = [await onSale(seller), await onSale(seller)]
for (const listing of [first, second]) {
  await app.advance(60)
  await buyer.call('POST', '/v1/offers', { json: { listing, amount: 60 } })
  await buyer.call('POST', '/v1/threads', { json: { listing, text: 'Is it still there?' } })
}
const third = await onSale(seller)
for (const listing of [first, third]) {
  await app.advance(60)
  await buyer.call('POST', '/v1/orders', { json: { listing } })
}

for (const path of ['/v1/offers', '/v1/orders', '/v1/listings', '/v1/threads']) {
  test(`GET ${path}?updated_after= returns and counts only records that changed after that time`, async () => {
    const all = (await seller.call('GET', path)).body
    assert.ok(all.data.length >= 2, `${all.data.length}`)
    const times = all.data.map((one: { updated_at: string }) => one.updated_at).toSorted()
    for (const time of new Set<string>(times)) {
      const { body } = await seller.call('GET', `${path}?updated_after=${encodeURIComponent(time)}`)
      const later = all.data.filter((one: { updated_at: string }) => one.updated_at > time)
      assert.deepEqual([body.data, body.total], [later, later.length])
    }
    const [last] = times.slice(-1)
    const abroad = `${new Date(Date.parse(last) + 2 * 3600_000 - 1).toISOString().slice(0, -1)}+02:00`
    assert.equal((await seller.call('GET', `${path}?updated_after=${encodeURIComponent(abroad)}`)).body.total >= 1, true, 'in another zone')
  })

  test(`GET ${path}?updated_after= rejects an invalid time with a 400 that names the field`, async () => {
    for (const wrong of ['yesterday', '2027-01-31', '2027-01-31T09:00:00', '1999-12-31T23:59:59Z', '2027-13-01T00:00:00Z']) {
      const { status, body } = await seller.call('GET', `${path}?updated_after=${encodeURIComponent(wrong)}`)
      assert.deepEqual([status, body.error.param], [400, 'updated_after'], wrong)
    }
  })
}

test('changing a listing’s price counts as an update of the offers for that listing', async () => {
  const [newest] = (await buyer.call('GET', '/v1/offers')).body.data
  await app.advance(60)
  assert.equal((await seller.call('PATCH', `/v1/listings/${second}`, { json: { price: 70 } })).status, 200)
  const { body } = await buyer.call('GET', `/v1/offers?updated_after=${encodeURIComponent(newest.updated_at)}`)
  assert.deepEqual(
    body.data.map(({ listing }: { listing: { id: string; price: number } }) => [listing.id, listing.price]),
    [[second, 70]],
  )
})
