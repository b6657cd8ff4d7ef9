import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '#test/app.ts'
import { openSeller } from '#test/factories.ts'
import { visitorOf } from '#test/pages.ts'

test('the count of live listings excludes a listing that the operator has hidden, and the owner sees that it is hidden', async (t) => {
  const app = await startApp(t)
  const boss = await app.signUp('Boss')
  await app.service.ctx.db.updateTable('accounts').set({ is_operator: true }).where('id', '=', boss.id).execute()
  const seller = await openSeller(app, 'Ana')
  const remaining = await seller.list({ title: 'Plain bowl', price: 20, publish: true })
  const linked = await seller.list({ title: 'Link-only bowl', price: 20, visibility: 'link', publish: true })
  const hidden = await seller.list({ title: 'Copied bowl', price: 20, publish: true })
  const hide = await app.call('POST', `/v1/operator/listings/${hidden.id}/hide`, { cookie: boss.cookie, json: { reason: 'A copy' } })
  assert.equal(hide.status, 201)

  const { counts } = (await seller.call('GET', `/v1/shops/${seller.slug}`)).body
  assert.deepEqual(counts, { live: 2, drafts: 0, sold: 0 })
  assert.equal((await app.call('GET', `/v1/market/stores/${seller.slug}`)).body.for_sale, 1, 'the public count omits both')
  const person = (await app.call('GET', `/v1/operator/accounts/${seller.id}`, { cookie: boss.cookie })).body
  assert.equal(person.counts.live, 2)

  const visitor = await visitorOf(app, seller.cookie)
  const rows = (await visitor.get('/app/listings?tab=live')).body.match(/<tr id="[^"]*">.*?<\/tr>/gs) as string[]
  const marked = (id: string) => rows.find((row) => row.includes(`id="${id}"`))!.includes('Hidden by the operator')
  assert.deepEqual(
    [remaining, linked, hidden].map(({ id }) => marked(id)),
    [false, false, true],
  )
  assert.match((await visitor.get(`/app/listings/${hidden.id}`)).body, /Hidden by the operator/)
  assert.doesNotMatch((await visitor.get(`/app/listings/${remaining.id}`)).body, /Hidden by the operator/)
})

test('a shop’s total views are the views of its listings plus the views of its own pages', async (t) => {
  const app = await startApp(t)
  const seller = await openSeller(app, 'Ana')
  const other = await openSeller(app, 'Neighbour')
  const bowl = await seller.list({ title: 'Plain bowl', price: 20, publish: true })
  const vase = await seller.list({ title: 'Tall vase', price: 20, publish: true })
  await other.list({ title: 'Not hers', price: 20, publish: true })
  for (const name of ['Ben', 'Cleo', 'Dan']) {
    const { key } = await app.signUp(name)
    for (const path of [`/listings/${bowl.id}`, `/stores/${seller.slug}`]) await app.call('GET', `/v1/market${path}`, { key })
    if (name === 'Ben') await app.call('GET', `/v1/market/listings/${vase.id}`, { key })
  }
  await app.advance(60)
  const { body } = await (await visitorOf(app, seller.cookie)).get(`/app/stats?days=7&shop=${seller.slug}`)
  const table = /<table[^>]*><caption[^>]*>Stats by listing<[^]*?<\/table>/.exec(body)![0]
  const rows = [...table.matchAll(/<th scope="row">(?:<a[^>]*>)?([^<]*).*?<td class="number">(\d+)<\/td><td class="number">(\d+)</g)].map(
    ([, label, views, week]) => [label, Number(views), Number(week)],
  )
  assert.deepEqual(rows, [
    ['Plain bowl', 3, 3],
    ['Tall vase', 1, 1],
    ['Shop page', 3, 3],
    ['All views', 7, 7],
  ])
  assert.match(body, /Views <strong class="number">7<\/strong>/)
})
