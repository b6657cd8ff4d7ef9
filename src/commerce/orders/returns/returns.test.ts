import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { lateFrom } from '#commerce/orders/rules/order.ts'
import { multipart, startApp, type TestApp } from '#test/app.ts'
import { keyOf } from '#test/bargain.ts'
import { openBundles } from '#test/bundles.ts'
import { PNG } from '#test/law/world.ts'
import { eventsOf, fields, HOME, ledgerOf, openSaleAt, type SaleScene } from '#test/sales.ts'

const DAY = 86_400
const app = await startApp({ after })
const PARCEL = { carrier: 'UPS', number: '1Z999AA10123456784' }

type Step = 'offered' | 'agreed' | 'sent' | 'received'
const STEPS: readonly [Step, 'buyer' | 'seller', string, object?][] = [
  ['offered', 'seller', 'return', { payer: 'seller' }],
  ['agreed', 'buyer', 'return/agree'],
  ['sent', 'buyer', 'return/send', PARCEL],
  ['received', 'seller', 'return/received'],
]

async function returnAt(app: TestApp, step: Step): Promise<SaleScene> {
  const sale = await openSaleAt(app, 'problem')
  for (const [reached, party, verb, json = {}] of STEPS) {
    const reply = await sale.as(party, verb, json as Record<string, unknown>)
    assert.deepEqual([reply.status, reply.body.return?.status], [200, reached], JSON.stringify(reply.body))
    if (reached === step) break
  }
  return sale
}

const contest = (sale: SaleScene, body = 'It came back broken.', photos = 1) =>
  sale.app.call('POST', `/v1/orders/${sale.order.id}/return/contest`, {
    key: sale.seller.key,
    raw: multipart([
      { name: 'body', value: body },
      ...Array.from({ length: photos }, () => ({ name: 'files', filename: 'a.png', type: 'image/png', bytes: PNG })),
    ]),
  })

const operatorOf = async (app: TestApp): Promise<(path: string, json: object) => ReturnType<TestApp['call']>> => {
  const boss = await app.signUp('Boss')
  await app.service.ctx.db.updateTable('accounts').set({ is_operator: true }).where('id', '=', boss.id).execute()
  return (path, json) => app.call('POST', `/v1/operator${path}`, { cookie: boss.cookie, json })
}

const about = ({ body }: { body: { return: Record<string, unknown> } }) => body.return

test('while the payout is on hold, a return proceeds from the offer to the refund with the correct deadlines and events', async () => {
  const sale = await openSaleAt(app, 'problem')
  assert.equal((await sale.read()).return, null)
  const offered = await sale.as('seller', 'return', { payer: 'buyer' })
  const { agree_by: agreeBy, ...rest } = about(offered)
  assert.deepEqual(rest, {
    status: 'offered',
    payer: 'buyer',
    send_by: null,
    check_by: null,
    tracking: { carrier: null, number: null, url: null },
    label: null,
    contest: null,
  })
  assert.equal(Date.parse(String(agreeBy)) - Date.parse(offered.body.updated_at), 3 * DAY * 1000)
  const agreed = await sale.as('buyer', 'return/agree')
  assert.equal(Date.parse(String(about(agreed)['send_by'])) - Date.parse(agreed.body.updated_at), 7 * DAY * 1000)
  const sent = await sale.as('buyer', 'return/send', PARCEL)
  assert.deepEqual(about(sent)['tracking'], { ...PARCEL, url: 'https://www.ups.com/track?tracknum=1Z999AA10123456784' })
  const received = await sale.as('seller', 'return/received')
  assert.deepEqual([fields(received.body), about(received)['status']], ['problem/paid/on_hold', 'received'])
  const refunded = await sale.as('seller', 'refund')
  assert.deepEqual([fields(refunded.body), about(refunded)['status'], refunded.body.refunded], ['refunded/refunded/none', 'refunded', 48])
  await app.advance(0)
  assert.deepEqual(await ledgerOf(app, sale.order.id), {})
  assert.deepEqual((await eventsOf(app, sale.seller.id, sale.order.id)).slice(1), [
    'order.problem',
    'order.return_changed',
    'order.return_changed',
    'order.refunded',
  ])
  const buyers = (await eventsOf(app, sale.buyer.id, sale.order.id)).filter((type) => type === 'order.return_changed')
  assert.equal(buyers.length, 3)
})

test('after the seller has received a return, the buyer gets a refund unless the seller contests the return within 3 working days', async () => {
  const sale = await returnAt(app, 'received')
  const checkBy = Date.parse((await sale.read()).return.check_by)
  await app.advance((checkBy - app.service.ctx.now().getTime()) / 1000 - 60)
  assert.equal(fields(await sale.read()), 'problem/paid/on_hold')
  await app.advance(60)
  assert.equal((await contest(sale)).status, 409)
  const order = await sale.read()
  assert.deepEqual([fields(order), order.return.status, order.timeline.at(-1).by], ['refunded/refunded/none', 'refunded', 'service'])
  assert.deepEqual(await ledgerOf(app, sale.order.id), {})
  assert.ok((await eventsOf(app, sale.seller.id, sale.order.id)).includes('order.refunded'))
  assert.equal((await eventsOf(app, sale.buyer.id, sale.order.id)).at(-1), 'order.return_changed')
})

test('a return offer expires after 3 days; then it can be neither answered nor repeated, and the operator decides the dispute', async () => {
  const operate = await operatorOf(app)
  const sale = await returnAt(app, 'offered')
  await app.advance(3 * DAY)
  assert.equal((await sale.read('buyer')).return.status, 'expired')
  for (const verb of ['return/agree', 'return/decline']) assert.equal((await sale.as('buyer', verb)).status, 409, verb)
  assert.equal((await sale.as('seller', 'return', { payer: 'seller' })).status, 409)
  const { status } = await operate(`/disputes/${sale.order.id}/decide`, { decision: 'complete', reason: 'No answer' })
  assert.equal(status, 200)
  const order = await sale.read()
  assert.deepEqual([fields(order), order.return.status], ['completed/paid/waiting', 'closed'])
})

test('if the buyer does not send the parcel within 7 days, both parties are notified, and the buyer can no longer report it as sent (409)', async (t) => {
  const web = await startApp(t, {}, undefined, 'web')
  const sale = await returnAt(web, 'agreed')
  await web.advance(7 * DAY)
  assert.equal((await sale.as('buyer', 'return/send', PARCEL)).status, 409)
  for (const { id } of [sale.buyer, sale.seller]) assert.equal((await eventsOf(web, id, sale.order.id)).at(-1), 'order.return_changed')
  const { rows } = { rows: await web.service.ctx.db.selectFrom('orders').select(['return_status', 'return_by']).execute() }
  assert.deepEqual(rows, [{ return_status: 'expired', return_by: null }])
})

test('after the buyer declines a return, the operator decides the dispute, and the seller cannot offer a second return', async () => {
  const operate = await operatorOf(app)
  const sale = await returnAt(app, 'offered')
  assert.equal(about(await sale.as('buyer', 'return/decline'))['status'], 'declined')
  assert.equal((await sale.as('buyer', 'return/agree')).status, 409)
  assert.equal((await sale.as('seller', 'return', { payer: 'seller' })).status, 409)
  assert.equal((await operate(`/disputes/${sale.order.id}/return`, { payer: 'seller', reason: 'Again' })).status, 409)
  assert.equal((await operate(`/disputes/${sale.order.id}/decide`, { decision: 'refund', reason: 'Damaged' })).status, 200)
  const order = await sale.read()
  assert.deepEqual([fields(order), order.return.status], ['refunded/refunded/none', 'refunded'])
})

test('the operator can offer a return, which is recorded in the audit log and shown in the dispute', async () => {
  const operate = await operatorOf(app)
  const sale = await openSaleAt(app, 'problem')
  const offered = await operate(`/disputes/${sale.order.id}/return`, { payer: 'seller', reason: 'Photos show a tear' })
  assert.deepEqual([offered.status, about(offered)['status']], [200, 'offered'])
  const acts = await app.service.ctx.db.selectFrom('audit_log').select(['verb', 'reason']).where('subject_id', '=', sale.order.id).execute()
  assert.deepEqual(acts, [{ verb: 'order.return', reason: 'Photos show a tear' }])
  assert.equal(about(await sale.as('buyer', 'return/agree'))['status'], 'agreed')
  const unknown = await operate('/disputes/ord_none/return', { payer: 'seller', reason: 'x' })
  assert.equal(unknown.status, 404)
  const silent = await operate(`/disputes/${sale.order.id}/return`, { payer: 'seller' })
  assert.deepEqual([silent.status, silent.body.error.param], [400, 'reason'])
})

test('contesting a return requires text and photos, which both parties can see, and stops the refund', async () => {
  const sale = await returnAt(app, 'received')
  for (const [json, param] of [
    [{ body: 'Broken' }, 'photo_urls'],
    [{ body: 'Broken', photo_urls: [] }, 'photo_urls'],
    [{ photo_urls: ['https://example.com/a.png'] }, 'body'],
  ] as const) {
    const refused = await sale.as('seller', 'return/contest', json)
    assert.deepEqual([refused.status, refused.body.error.param], [400, param])
  }
  assert.equal((await contest(sale, 'Broken', 7)).body.error.param, 'files')
  const contested = await contest(sale)
  assert.deepEqual([contested.status, about(contested)['status']], [200, 'contested'])
  const { photos, body } = contested.body.return.contest
  assert.equal(body, 'It came back broken.')
  const { pathname } = new URL(photos[0])
  for (const { key } of [sale.buyer, sale.seller]) assert.equal((await app.call('GET', pathname, { key })).status, 200)
  assert.equal((await app.call('GET', pathname, { key: (await app.signUp('Eve')).key })).status, 404)
  await app.advance(10 * DAY)
  assert.equal(fields(await sale.read()), 'problem/paid/on_hold')
  assert.equal((await contest(sale)).status, 409)
})

test('a return can be offered only by the seller, only for a shipped item with a reported problem, and only with a valid payer', async () => {
  const shipped = await openSaleAt(app, 'shipped')
  assert.equal((await shipped.as('seller', 'return', { payer: 'seller' })).status, 409)
  await sql`update account_use set media_bytes = ${1e15} where account_id = ${shipped.buyer.id}`.execute(app.service.ctx.db)
  const reported = await shipped.as('buyer', 'problem', { reason: 'damaged', body: 'A hole.' })
  assert.equal(reported.status, 200, 'a report without photos needs no free storage')
  const sale = await openSaleAt(app, 'problem')
  assert.equal((await sale.as('buyer', 'return', { payer: 'seller' })).status, 409)
  for (const payer of ['operator', '', undefined]) {
    const refused = await sale.as('seller', 'return', { payer })
    assert.deepEqual([refused.status, refused.body.error.param], [400, 'payer'])
  }
  const eve = await app.signUp('Eve')
  for (const [, , verb, json = {}] of STEPS) {
    const path = `/v1/orders/${sale.order.id}/${verb}`
    assert.equal((await app.call('POST', path, { key: eve.key, json })).status, 404, verb)
    assert.equal((await app.call('POST', path, { json })).status, 401, verb)
  }
  for (const verb of ['return/agree', 'return/decline', 'return/received']) {
    const party = verb === 'return/received' ? 'seller' : 'buyer'
    assert.equal((await sale.as(party, verb)).status, 409, verb)
  }
  assert.equal((await sale.as('buyer', 'return/send', PARCEL)).status, 409)
  assert.equal((await contest(sale)).status, 409)
})

test('offering a return returns 409 if the item was picked up or has not been shipped yet', async () => {
  const pickup = await openSaleAt(app, 'paid', { shipping: 0 })
  const { pickup_code: code } = await pickup.read('buyer')
  assert.equal((await pickup.as('seller', 'deliver', { code })).status, 200)
  assert.equal((await pickup.as('buyer', 'problem', { reason: 'damaged', body: 'Torn' })).status, 200)
  assert.match((await pickup.as('seller', 'return', { payer: 'seller' })).body.error.message, /picked up/)
  const late = await openSaleAt(app, 'paid')
  await app.advance((lateFrom(new Date((await late.read()).timeline.at(-1).at)).getTime() - app.service.ctx.now().getTime()) / 1000 + 1)
  const reported = await late.as('buyer', 'problem', { reason: 'not_arrived', body: 'Where is it?' })
  assert.equal(reported.body.status, 'problem')
  assert.match((await late.as('seller', 'return', { payer: 'seller' })).body.error.message, /not shipped/)
})

test('the tracking number for a return is validated in the same way as the tracking number for a shipment', async () => {
  const sale = await returnAt(app, 'agreed')
  for (const [json, param] of [
    [{ carrier: 'UPS', number: '123' }, 'number'],
    [{ carrier: 'Pigeon', number: '123' }, 'carrier'],
    [{ carrier: 'UPS' }, 'number'],
    [{ number: PARCEL.number }, 'carrier'],
  ] as const) {
    const refused = await sale.as('buyer', 'return/send', json)
    assert.deepEqual([refused.status, refused.body.error.param], [400, param], JSON.stringify(json))
  }
  assert.equal((await sale.as('seller', 'return/send', PARCEL)).status, 409)
  assert.equal((await sale.as('buyer', 'return/send', { carrier: 'other', number: 'X 1' })).status, 200)
  assert.equal((await sale.as('buyer', 'return/send', PARCEL)).status, 409)
})

test('after the item has been sent back, neither a partial refund nor a withdrawal of the problem report can end the order', async () => {
  const sale = await returnAt(app, 'agreed')
  assert.equal((await sale.as('seller', 'refund', { amount: 5 })).status, 200)
  assert.equal((await sale.as('buyer', 'return/send', PARCEL)).status, 200)
  for (const [party, verb, json] of [
    ['buyer', 'answer', { agree: true }],
    ['buyer', 'confirm', {}],
    ['seller', 'refund', { amount: 6 }],
  ] as const)
    assert.equal((await sale.as(party, verb, json)).status, 409, verb)
  assert.equal(fields(await sale.read()), 'problem/paid/on_hold')
})

test('a return is closed when the buyer accepts a partial refund before sending the item back', async () => {
  const sale = await returnAt(app, 'offered')
  await sale.as('seller', 'refund', { amount: 5 })
  const taken = await sale.as('buyer', 'answer', { agree: true })
  assert.deepEqual([fields(taken.body), about(taken)['status']], ['completed/partly_refunded/waiting', 'closed'])
  await app.advance(30 * DAY)
  assert.equal((await sale.read()).return.status, 'closed')
})

test('when a buyer answers the same return several times concurrently, one answer succeeds and the others return 409', async () => {
  const sale = await returnAt(app, 'offered')
  const replies = await Promise.all(['return/agree', 'return/decline', 'return/agree'].map((verb) => sale.as('buyer', verb)))
  assert.deepEqual(
    replies.map(({ status }) => status).toSorted((one, other) => one - other),
    [200, 409, 409],
  )
})

test('a chargeback delays the refund for a returned item, even past its deadline, until the chargeback is decided', async () => {
  const sale = await returnAt(app, 'received')
  const disputed = (cents: number) =>
    app.service.ctx.db.updateTable('orders').set({ disputed_cents: cents }).where('id', '=', sale.order.id).execute()
  await disputed(4800)
  await app.advance(10 * DAY)
  assert.deepEqual([fields(await sale.read()), (await sale.as('seller', 'refund')).status], ['problem/paid/on_hold', 409])
  await disputed(0)
  await app.advance(60)
  assert.equal(fields(await sale.read()), 'refunded/refunded/none')
})

test('each party to a return gets an email about every step that the other party takes', async () => {
  const sale = await returnAt(app, 'received')
  await app.advance(60)
  const subjects = async (id: string) =>
    (await app.service.ctx.db.selectFrom('mails').select('subject').where('account_id', '=', id).execute()).map(({ subject }) => subject)
  const [buyers, sellers] = [await subjects(sale.buyer.id), await subjects(sale.seller.id)]
  for (const start of ['Return offered', 'Returned item received'])
    assert.ok(
      buyers.some((one) => one.startsWith(start)),
      start,
    )
  for (const start of ['Return agreed', 'On its way back'])
    assert.ok(
      sellers.some((one) => one.startsWith(start)),
      start,
    )
})

test('the approval for a return in a purchase states a refund without the shipping that remains with the other orders', async () => {
  const { seller, buyer, ids, post } = await openBundles(app)
  const { body: purchase } = await post(buyer, '/purchases', { listings: ids, address: HOME })
  await post(buyer, `/purchases/${purchase.id}/pay`, { method: 'test_ok' })
  await post(seller, `/purchases/${purchase.id}/ship`, PARCEL)
  const { id, item, shipping } = (await app.call('GET', '/v1/orders?role=buyer', { key: buyer.key })).body.data[0]
  await post(buyer, `/orders/${id}/problem`, { reason: 'damaged', body: 'Torn.' })
  const key = await keyOf(app, seller, { kind: 'agent', scopes: ['orders'], ask_first: ['orders.refund'] })
  const { status, body } = await post({ key }, `/orders/${id}/return`, { payer: 'seller' })
  assert.ok(shipping > 0)
  assert.deepEqual([status, body.amount], [202, item], JSON.stringify(body))
})
