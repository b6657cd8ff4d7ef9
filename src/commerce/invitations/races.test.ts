import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { audit } from '#test/audit.ts'
import { startApp } from '#test/app.ts'
import { newBuyer, onSale, openBargain, type Buyer } from '#test/bargain.ts'
import { lockWaits } from '#test/contention.ts'
import { until } from '#test/until.ts'

const app = await startApp({ after })
const { seller } = await openBargain(app)
const PEOPLE = 20

async function invited(people: readonly Buyer[]): Promise<{ listing: string; id: string }> {
  const listing = await onSale(seller, { shipping: 5, lowest_price: 50 })
  for (const one of people) await one.call('PUT', `/v1/market/listings/${listing}/like`)
  await app.advance(3_600)
  const { status, body } = await seller.call('POST', `/v1/listings/${listing}/invitations`, { json: { amount: 80 } })
  assert.deepEqual([status, body.sent], [201, people.length])
  return { listing, id: body.id }
}

const people: Buyer[] = []
for (let at = 0; at < PEOPLE; at++) people.push(await newBuyer(app, `Buyer ${at}`))

test('when 20 people accept an invitation at the same time, one person gets an order and all others get 409', async () => {
  const { listing, id } = await invited(people)
  const replies = await Promise.all(people.map((one) => one.call('POST', `/v1/invitations/${id}/take`, { json: {} })))
  assert.deepEqual(
    replies.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, ...Array.from({ length: PEOPLE - 1 }, () => 409)],
  )
  const orders = await app.service.ctx.db.selectFrom('orders').select('item_cents').where('listing_id', '=', listing).execute()
  assert.deepEqual(orders, [{ item_cents: 80_00 }])
  assert.deepEqual(await audit({ connectionString: app.databaseUrl }), [])
})

test('when one person accepts an invitation in ten concurrent requests, exactly one request succeeds', async () => {
  const { id } = await invited(people.slice(0, 2))
  const replies = await Promise.all(Array.from({ length: 10 }, () => people[0]!.call('POST', `/v1/invitations/${id}/take`, { json: {} })))
  assert.equal(replies.filter(({ status }) => status === 200).length, 1)
})

test('when several invitations to one listing are sent at the same time, exactly one of them succeeds', async () => {
  const listing = await onSale(seller)
  await people[0]!.call('PUT', `/v1/market/listings/${listing}/like`)
  await app.advance(3_600)
  const replies = await Promise.all(
    Array.from({ length: 5 }, () => seller.call('POST', `/v1/listings/${listing}/invitations`, { json: { amount: 90 } })),
  )
  assert.deepEqual(
    replies.map(({ status }) => status).toSorted((a, b) => a - b),
    [201, 409, 409, 409, 409],
  )
})

test('when an invitation is accepted and withdrawn at the same time, either an order is created or the invitation is withdrawn, never both', async () => {
  for (let round = 0; round < 4; round++) {
    const { listing, id } = await invited(people.slice(0, 1))
    const [taken, withdrawn] = await Promise.all([
      people[0]!.call('POST', `/v1/invitations/${id}/take`, { json: {} }),
      seller.call('POST', `/v1/invitations/${id}/withdraw`),
    ])
    assert.equal(withdrawn.status, 200)
    const orders = await app.service.ctx.db.selectFrom('orders').select('id').where('listing_id', '=', listing).execute()
    assert.equal(orders.length, taken.status === 200 ? 1 : 0)
  }
})

test('when a block coincides with an invitation or with its acceptance, no invitation is left open', async () => {
  for (let round = 0; round < 4; round++) {
    const one = await newBuyer(app, `Blocker ${round}`)
    const listing = await onSale(seller)
    await one.call('PUT', `/v1/market/listings/${listing}/like`)
    await app.advance(3_600)
    await Promise.all([
      seller.call('POST', `/v1/listings/${listing}/invitations`, { json: { amount: 90 } }),
      one.call('PUT', `/v1/market/stores/${seller.slug}/block`),
    ])
    assert.equal((await one.call('GET', '/v1/invitations?status=open')).body.total, 0)
  }
})

test('an invitation waits for a block that is being stored, and does not reach the person who created the block', async () => {
  const [blocking, other] = [people[0]!, people[1]!]
  const listing = await onSale(seller)
  for (const one of [blocking, other]) await one.call('PUT', `/v1/market/listings/${listing}/like`)
  await app.advance(3_600)
  const { db, now } = app.service.ctx
  const { reply } = await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(pair_lock(${blocking.id}, ${seller.id}))`.execute(tx)
    await sql`insert into blocks (account_id, blocked_id, created_at) values (${blocking.id}, ${seller.id}, ${now()})`.execute(tx)
    const sending = seller.call('POST', `/v1/listings/${listing}/invitations`, { json: { amount: 90 } })
    await until('the invitation waits for a lock', async () => (await lockWaits(db, 'with chosen')) > 0)
    return { reply: sending }
  })
  assert.equal((await reply).body.sent, 1)
  assert.equal((await blocking.call('GET', `/v1/invitations?listing=${listing}`)).body.total, 0)
  assert.equal((await other.call('GET', `/v1/invitations?listing=${listing}`)).body.total, 1)
})
