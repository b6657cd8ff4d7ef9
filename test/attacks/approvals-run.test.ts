import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { SCOPES, type AskFirst } from '#core/scopes.ts'
import { finishApproved } from '#identity/approvals/index.ts'
import { UNSTOPPED } from '#platform/jobs/periodic.ts'
import { PaymentsError } from '#platform/errors/payments.ts'
import { startApp, type Reply, type TestApp } from '#test/app.ts'
import { openSeller, type Seller } from '#test/factories.ts'
import { HOME } from '#test/sales.ts'
import { lifetime } from '#test/lifetime.ts'

/**
 * Tests how approved requests run (spec: completions 12). approvals.test.ts and bound.test.ts test the records and values that an approval
 * is bound to.
 */
describe('how approved requests run', () => {
  let app: TestApp
  let me: Seller
  let other: Seller
  const life = lifetime()

  before(async () => {
    app = await startApp(life, { LOG_LEVEL: 'silent' })
    ;[me, other] = [await openSeller(app, 'Mia'), await openSeller(app, 'Oto')]
    for (const one of [me, other])
      await ok(await one.call('PATCH', `/v1/shops/${one.slug}`, { json: { haggle: false, answer_questions: false } }))
  })

  const approvalKey = (...ask_first: AskFirst[]) => me.keyWith({ kind: 'agent', scopes: SCOPES, ask_first })
  const approve = (id: string) => app.call('POST', `/v1/approvals/${id}/approve`, { cookie: me.cookie })
  const listing = async (who: Seller) => (await who.list({ title: 'Lamp', price: 100, shipping: 5, publish: true })).id as string
  async function held(key: string, method: string, path: string, json: object = {}): Promise<Reply['body']> {
    const reply = await app.call(method, `/v1${path}`, { key, json })
    assert.equal(reply.status, 202, JSON.stringify(reply.body))
    return reply.body
  }

  test('an approved deletion fails with a 409 if it would also decline an offer that was made after the request', async () => {
    const id = await listing(me)
    const requested = await held(await approvalKey('listings.delete', 'listings.price', 'offers.decline'), 'DELETE', `/listings/${id}`)
    assert.deepEqual(requested.actions, ['listings.delete'])
    const offer = await ok(await other.call('POST', '/v1/offers', { json: { listing: id, amount: 60 } }))
    const answer = await approve(requested.id)
    assert.deepEqual([answer.status, answer.body.error?.code], [409, 'changed'])
    assert.equal((await ok(await other.call('GET', `/v1/offers/${offer.id}`))).status, 'open')
  })

  test('the secret that an approved request creates is visible only to the requesting key and to the signed-in owner', async () => {
    await ok(await me.call('PUT', '/v1/webhooks', { json: { url: 'http://127.0.0.1:9/hook' } }))
    const key = await approvalKey('webhooks.change')
    const { id } = await held(key, 'POST', '/webhooks/rotate-secret')
    await ok(await approve(id))
    const seen = async (by: object) => (await ok(await app.call('GET', `/v1/approvals/${id}`, by))).result.body
    const { secret } = await seen({ key })
    assert.match(secret, /^whsec_/)
    assert.equal((await seen({ cookie: me.cookie })).secret, secret)
    const listed = await ok(await app.call('GET', '/v1/approvals', { key: me.key }))
    for (const body of [await seen({ key: me.key }), listed.data.find((one: { id: string }) => one.id === id).result.body]) {
      assert.equal(body.object, 'webhook')
      assert.ok(!JSON.stringify(body).includes(secret))
    }
  })

  test('an approved payment waits while the payment provider is unavailable, without delaying other requests', async () => {
    const key = await approvalKey('buying.pay', 'listings.price')
    const order = await ok(await me.call('POST', '/v1/orders', { json: { listing: await listing(other), address: HOME } }))
    const paying = await held(key, 'POST', `/orders/${order.id}/pay`, { method: 'test_ok' })
    const pricing = await held(key, 'PATCH', `/listings/${await listing(me)}`, { price: 90 })
    const { ctx } = app.service
    const long = new Date(ctx.now().getTime() - 600_000)
    for (const { id } of [paying, pricing])
      await ctx.db.updateTable('approvals').set({ status: 'approved', decided_at: long }).where('id', '=', id).execute()
    const away = async () => {
      throw new PaymentsError('unavailable', 'away')
    }
    await finishApproved({ ...ctx, payments: { ...ctx.payments!, charge: away } }, UNSTOPPED)
    const statusOf = async (id: string) => (await ok(await app.call('GET', `/v1/approvals/${id}`, { cookie: me.cookie }))).status
    assert.deepEqual([await statusOf(paying.id), await statusOf(pricing.id)], ['approved', 'done'])
  })
})

async function ok(reply: Reply): Promise<Reply['body']> {
  assert.ok(reply.status < 300, JSON.stringify(reply.body))
  return reply.body
}
