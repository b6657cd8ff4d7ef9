import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unzipSync } from 'fflate'
import { startApp } from '#test/app.ts'
import { openSeller } from '#test/factories.ts'

test('an export contains the account’s bulk changes, including the previous values of each listing', async (t) => {
  const app = await startApp(t, {}, undefined, 'web')
  const [ana, eve] = [await openSeller(app, 'Ana'), await openSeller(app, 'Eve')]
  const [lamp, bare] = [await ana.list({ title: 'Lamp', price: 40.5 }), await ana.list({ title: 'Bare' })]
  const ids = [lamp.id, bare.id]
  await ana.call('POST', '/v1/listings/bulk', { json: { ids, change: { price: { add: -0.5, round: 1 } } } })
  await app.advance(1)
  await eve.call('POST', '/v1/listings/bulk', {
    json: { ids: [(await eve.list({ title: 'Coat' })).id], change: { shipping: 4.25 } },
  })
  await app.advance(1)

  const changesOf = async ({ cookie }: { cookie: string }) => {
    const { body } = await app.call('POST', '/v1/exports', { cookie })
    await app.advance(1)
    const files = unzipSync((await app.call('GET', `/v1/exports/${body.id}/archive`, { cookie })).bytes)
    return JSON.parse(Buffer.from(files['bulk_changes.json']!).toString())
  }
  const [own, ...others] = await changesOf(ana)
  assert.deepEqual(others, [])
  assert.deepEqual([own.object, own.status, own.change], ['bulk', 'done', { price: { round: '1', add: -0.5 } }])
  const before = { status: 'draft', visibility: 'everyone', price: 40.5, lowest_price: null, shipping: null, take_offers: true }
  assert.deepEqual(
    own.rows.map(({ message: _, ...row }: { message: string | null }) => row),
    [
      { listing_id: lamp.id, before, state: 'changed' },
      { listing_id: bare.id, before: null, state: 'refused' },
    ],
  )
  const [theirs] = await changesOf(eve)
  assert.deepEqual(theirs.change, { shipping: 4.25 })
})
