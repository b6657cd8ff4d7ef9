import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestApp } from '#test/app.ts'
import { makeListing, makeShop } from '#test/rows.ts'
import { statementsOf } from '#test/statements.ts'

const MOST = 12
const LISTED = 20
/** Number of attempts to measure a page load without background statements, which are more frequent on a slow machine. */
const ATTEMPTS = 10

test(`reading a list of ${LISTED} takes at most ${MOST} SQL statements`, async (t) => {
  const app = await startApp(t, {}, undefined, 'web')
  const { ctx } = app.service
  const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
  const shop = await makeShop(ctx, ana.id, { slug: 'row' })
  for (let n = 0; n < LISTED; n++) await sellOne(app, await makeListing(ctx, shop, { priceCents: 50_00 }), ben.key)
  const many: Record<string, number> = {}
  const lists = [
    ['/v1/offers?role=seller&limit=20', ana.cookie],
    ['/v1/offers?role=buyer&limit=20', ben.cookie],
    ['/v1/orders?role=seller&limit=20', ana.cookie],
    ['/v1/listings?limit=20', ana.cookie],
    ['/v1/threads?limit=20', ana.cookie],
    ['/app/offers', ana.cookie],
    ['/app/listings', ana.cookie],
    ['/app/messages?show=all', ana.cookie],
    ['/app/messages/replies', ana.cookie],
    [`/app/messages/${(await app.call('GET', '/v1/threads', { key: ana.key })).body.data[0].id}`, ana.cookie],
    ['/app/stats', ana.cookie],
    ['/app/orders?tab=all', ana.cookie],
    ['/app/payouts', ana.cookie],
    ['/app/statements', ana.cookie],
    ['/you/offers', ben.cookie],
    ['/you/messages', ben.cookie],
    ['/you/orders', ben.cookie],
    ['/you/likes', ben.cookie],
    ['/you/following', ben.cookie],
  ] as const
  for (const [path, cookie] of lists) {
    assert.equal((await app.call('GET', path, { cookie })).status, 200, path)
    // takes the minimum, because some attempts also count background statements
    let least = Number.POSITIVE_INFINITY
    for (let attempt = 0; attempt < ATTEMPTS && least > MOST; attempt++)
      least = Math.min(least, (await statementsOf(t, () => app.call('GET', path, { cookie }))).length)
    many[path] = least
  }
  assert.deepEqual(
    Object.entries(many).filter(([, count]) => count > MOST || count === 0),
    [],
  )
})

async function sellOne(app: TestApp, { id }: { id: string }, key: string): Promise<void> {
  for (const [method, path, json] of [
    ['POST', '/v1/offers', { listing: id, amount: 40 }],
    ['POST', '/v1/threads', { listing: id, text: 'How wide is it?' }],
    ['PUT', `/v1/market/listings/${id}/like`, {}],
    ['PUT', '/v1/market/stores/row/follow', {}],
  ] as const)
    assert.ok((await app.call(method, path, { key, json })).status < 300, path)
}

test('a read through the API opens no transaction', async (t) => {
  const app = await startApp(t, {}, undefined, 'web')
  const ana = await app.signUp('Ana')
  const listing = await makeListing(app.service.ctx, await makeShop(app.service.ctx, ana.id, { slug: 'row' }))
  for (const path of [`/v1/market/listings/${listing.id}`, '/v1/market/search', '/v1/market/stores/row', '/v1/listings', '/v1/me']) {
    let begun: string[] = ['none was looked at']
    for (let attempt = 0; attempt < ATTEMPTS && begun.length > 0; attempt++)
      begun = (await statementsOf(t, () => app.call('GET', path, { key: ana.key }))).filter((text) => /^\s*(?:begin|start)\b/i.test(text))
    assert.deepEqual(begun, [], path)
  }
})
