import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '#test/app.ts'
import { newBuyer, onSale, openBargain } from '#test/bargain.ts'
import { likeEarlier } from '#test/likers.ts'
import { visitorOf } from '#test/pages.ts'

test('without scripts, a seller invites the people who like an item, and one of them accepts', async (t) => {
  const app = await startApp(t)
  const { seller, buyer } = await openBargain(app)
  const rival = await newBuyer(app, 'Rae')
  const listing = await onSale(seller, { shipping: 5, lowest_price: 73.19 })
  const [theirs, ours, other] = [
    await visitorOf(app, seller.cookie),
    await visitorOf(app, buyer.cookie),
    await visitorOf(app, rival.cookie),
  ]
  const editor = `/app/listings/${listing}`
  const at = `${editor}/invitations`
  assert.match((await theirs.get(editor)).body, new RegExp(`href="${at}"[^>]*>Invitations<`))
  assert.match((await theirs.get(at)).body, /No one to invite right now/)
  for (const one of [buyer, rival]) await likeEarlier(app, one, listing)
  assert.match((await theirs.get(editor)).body, /Invite 2 people who like it/)

  const low = await theirs.post(at, { do: 'invite', amount: '73.18', note: 'For you.' })
  assert.equal(low.status, 400)
  assert.match(low.body, /must not be below your minimum price[^]*For you\.<\/textarea>/)
  assert.doesNotMatch(low.body, /73[.,]19/)
  assert.equal((await theirs.post(at, { do: 'invite', amount: '80', note: 'For you.' })).headers['location'], at)
  assert.match((await theirs.get(at)).body, /Open invitation for \$80[^]*2 people are invited[^]*For you\.[^]*Withdraw/)

  const [, id] = /<li class="offer" id="(inv_\w+)"/.exec((await ours.get('/you/offers')).body)!
  assert.match((await ours.get('/you/offers')).body, /wrote: For you\.[^]*Take it for \$80[^]*Decline/)
  assert.match((await other.post('/you/offers', { invitation: id!, do: 'decline' })).headers['location']!, /\/you\/offers/)
  assert.doesNotMatch((await other.get('/you/offers')).body, /inv_/)
  assert.equal((await ours.post('/you/offers', { invitation: id!, do: 'take', expected: '70' })).status, 409)
  const taken = await ours.post('/you/offers', { invitation: id!, do: 'take', expected: '80' })
  assert.deepEqual([taken.status, taken.headers['location']], [303, `/checkout/${listing}`])
  assert.match((await ours.get(`/checkout/${listing}`)).body, /\$85/)
  assert.match((await theirs.get(at)).body, /1 person accepted/)
  assert.equal((await theirs.post(at, { do: 'withdraw', invitation: id! })).status, 303)
  assert.match((await theirs.get(at)).body, /No one to invite right now/)

  assert.equal((await ours.get(at)).status, 404)
  assert.equal((await ours.post(at, { do: 'invite', amount: '80' })).status, 404)
})
