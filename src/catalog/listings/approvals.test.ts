import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startApp } from '#test/app.ts'
import { openSeller } from '#test/factories.ts'
import { traceOf } from '#test/trace.ts'

const app = await startApp({ after })
const ana = await openSeller(app, 'Ana')
const key = await ana.keyWith({ kind: 'agent', scopes: ['listings'], ask_first: ['listings.publish', 'listings.price', 'listings.delete'] })
const at = (id: string) => `/v1/listings/${id}`

/** API calls that wait for approval. Each has the action, the summary that the owner reads, and the result after approval. */
const HELD = [
  { what: 'publishing', action: 'listings.publish', description: 'Publish the $45 listing “Boots” in the shop', send: (id: string) => ['POST', `${at(id)}/publish`, {}], leads: { status: 'live' } },
  { what: 'relisting a draft', action: 'listings.publish', description: 'Relist the $45 listing “Boots”', send: (id: string) => ['POST', `${at(id)}/relist`, {}], leads: { status: 'live' } },
  { what: 'a price change', action: 'listings.price', description: 'Change the price from $45 to $40.50 and the category of the listing “Boots”.', send: (id: string) => ['PATCH', at(id), { json: { price: 40.5, category: 'Shoes' } }], leads: { price: 40.5, category: 'Shoes' } },
  { what: 'a floor change', action: 'listings.price', description: 'Change the lowest price of the listing “Boots”.', send: (id: string) => ['PATCH', at(id), { form: 'lowest_price=31.07' }], leads: { lowest_price: 31.07 } },
  { what: 'removing the price', action: 'listings.price', description: 'Change the price from $45 to no price of the listing “Boots”.', send: (id: string) => ['PATCH', at(id), { json: { price: null } }], leads: { price: null } },
] as const // prettier-ignore

for (const { what, action, description, send, leads } of HELD) {
  test(`${what} requires approval, has a summary without the minimum price, and is executed after approval`, async () => {
    const before = await ana.list({ title: 'Boots', price: 45, lowest_price: 33.33 })
    const [method, path, call] = send(before.id) as [string, string, object]
    const held = await app.call(method, path, { key, ...call })
    assert.deepEqual([held.status, held.body.object, held.body.action], [202, 'approval', action])
    assert.ok(held.body.summary.startsWith(description), held.body.summary)
    assert.ok(!JSON.stringify(held.body).includes('33.33') && !JSON.stringify(held.body).includes('31.07'))
    assert.deepEqual((await ana.call('GET', at(before.id))).body, before)
    const approved = await ana.call('POST', `/v1/approvals/${held.body.id}/approve`)
    assert.equal(approved.body.status, 'done', JSON.stringify(approved.body))
    const after = (await ana.call('GET', at(before.id))).body
    for (const [name, value] of Object.entries(leads)) assert.equal(after[name], value)
  })
}

test('deleting a listing waits for approval, and the summary of the approval names the listing and its photos', async () => {
  const { id } = await ana.list({ title: 'Boots', price: 45 })
  const { status, body } = await app.call('DELETE', at(id), { key })
  assert.deepEqual([status, body.action], [202, 'listings.delete'])
  assert.equal(body.summary, 'Permanently delete the $45 listing “Boots” and its photos.')
  await ana.call('POST', `/v1/approvals/${body.id}/approve`)
  assert.equal((await ana.call('GET', at(id))).status, 404)
})

for (const call of [{ json: { title: 'Boots', price: 45, publish: true } }, { form: 'title=Boots&price=45&publish=on' }]) {
  test(`creating a listing with \`publish\` requires approval (sent as ${Object.keys(call)[0]})`, async () => {
    const { total } = (await ana.call('GET', '/v1/listings')).body
    const { status, body } = await app.call('POST', '/v1/listings', { key, ...call })
    assert.deepEqual([status, body.action, body.summary], [202, 'listings.publish', 'Create and publish a listing for $45: “Boots”.'])
    assert.equal((await ana.call('GET', '/v1/listings')).body.total, total)
    const approved = await ana.call('POST', `/v1/approvals/${body.id}/approve`)
    assert.deepEqual([approved.body.result.status, approved.body.result.body.status], [201, 'live'])
  })
}

test('creating a draft, changing its text, unpublishing a listing and marking it as sold need no approval', async () => {
  const made = await app.call('POST', '/v1/listings', { key, json: { title: 'Boots', price: 45, publish: false } })
  assert.equal(made.status, 201)
  assert.equal((await app.call('PATCH', at(made.body.id), { key, json: { title: 'Shoes' } })).status, 200)
  await ana.call('POST', `${at(made.body.id)}/publish`)
  assert.equal((await app.call('POST', `${at(made.body.id)}/unpublish`, { key })).status, 200)
  await ana.call('POST', `${at(made.body.id)}/publish`)
  assert.equal((await app.call('POST', `${at(made.body.id)}/mark-sold`, { key })).status, 200)
})

test('an action that is not possible is rejected immediately, without an approval request', async () => {
  const untitled = await ana.list({ price: 45 })
  const sold = await ana.list({ title: 'Boots', price: 45, publish: true })
  await ana.call('POST', `${at(sold.id)}/mark-sold`)
  const before = await traceOf(app)
  assert.equal((await app.call('POST', `${at(untitled.id)}/publish`, { key })).status, 400)
  assert.equal((await app.call('DELETE', at(sold.id), { key })).status, 409)
  assert.equal((await app.call('PATCH', at(sold.id), { key, json: { price: 1 } })).status, 409)
  assert.equal((await app.call('DELETE', at(`lst_${'0'.repeat(26)}`), { key })).status, 404)
  assert.equal(await traceOf(app), before)
})
