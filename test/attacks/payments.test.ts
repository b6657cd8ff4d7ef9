import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { inTransaction } from '#context.ts'
import { applyChargeback } from '#features/payments/chargebacks.ts'
import { startApp, type Reply, type TestApp } from '#test/app.ts'
import { audit } from '#test/audit.ts'
import { openSeller, type Seller } from '#test/factories.ts'
import { shuffled, signed, startStripe, type StripeObject } from '#test/fakes/stripe.ts'
import { fields, HOME, ledgerOf } from '#test/sales.ts'

/** In the long form, more orders in which the same events come. */
const ORDERS = process.env.ATTACK === 'long' ? 12 : 2

describe('payment events over real HTTP, signed by the provider’s own library', () => {
  let app: TestApp
  let stripe: Awaited<ReturnType<typeof startStripe>>
  let ana: Seller
  let ben: Awaited<ReturnType<TestApp['signUp']>>
  let operator: Awaited<ReturnType<TestApp['signUp']>>
  let account: string
  const cleanups: (() => Promise<void>)[] = []

  before(async () => {
    stripe = await startStripe()
    app = await startApp(
      { after: (stop) => cleanups.push(stop) },
      {
        PAYMENTS: 'stripe',
        STRIPE_SECRET_KEY: stripe.secretKey,
        STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
        STRIPE_API_BASE: stripe.url,
        FEE_PERCENT: '10',
        LOG_LEVEL: 'silent',
      },
    )
    ana = await openSeller(app)
    ben = await app.signUp('Ben')
    operator = await app.signUp('Olga')
    await app.service.ctx.db.updateTable('accounts').set({ is_operator: true }).where('id', '=', operator.id).execute()
    await ana.call('PATCH', `/v1/shops/${ana.slug}`, { json: { ask_hold: true } })
    account = await openPayouts(ana)
  })
  after(async () => {
    for (const cleanup of cleanups) await cleanup()
    await stripe.close()
  })

  async function openPayouts(seller: Seller): Promise<string> {
    const { body } = await seller.call('POST', '/v1/payouts/account')
    const ref = /acct_\w+/.exec(body.url)![0]
    await tell(stripe.finishAccount(ref))
    return ref
  }

  /** Sends an event as Stripe would. */
  const tell = async (event: StripeObject): Promise<Reply> => {
    const { raw, signature } = signed(event, app.service.ctx.now())
    return app.call('POST', '/v1/payments/stripe', {
      raw: { type: 'application/json', bytes: raw },
      headers: { 'stripe-signature': signature },
    })
  }
  const hear = async (event: StripeObject): Promise<void> => assert.equal((await tell(event)).status, 200)
  /** Everything that Stripe has told since, in its order. */
  const hearAll = async (from: number): Promise<void> => {
    for (const event of stripe.events.slice(from)) await hear(event)
  }

  /** An order of $105 that awaits its payment, with its intent at Stripe. */
  async function open(): Promise<{ id: string; payment: string; intent: string }> {
    const listing = await ana.list({ title: 'Brass lamp', price: 100, shipping: 5, publish: true })
    const { body } = await app.call('POST', '/v1/orders', { key: ben.key, json: { listing: listing.id, address: HOME } })
    const paid = await app.call('POST', `/v1/orders/${body.id}/pay`, { key: ben.key, json: { method: 'card' } })
    assert.equal(paid.status, 200, JSON.stringify(paid.body))
    const row = await db().selectFrom('payments').selectAll().where('order_id', '=', body.id).executeTakeFirstOrThrow()
    return { id: body.id, payment: row.id, intent: row.provider_ref! }
  }
  async function openAt(stage: 'paid' | 'shipped' | 'delivered' | 'completed' | 'sent') {
    const order = await open()
    await hear(stripe.payIntent(order.intent))
    const act = async (key: string, verb: string, json = {}) =>
      assert.equal((await app.call('POST', `/v1/orders/${order.id}/${verb}`, { key, json })).status, 200, verb)
    if (stage !== 'paid') await act(ana.key, 'ship', { carrier: 'UPS', number: '1Z' })
    if (stage === 'delivered' || stage === 'completed' || stage === 'sent') await act(ben.key, 'deliver')
    if (stage === 'completed' || stage === 'sent') await act(ben.key, 'confirm')
    if (stage === 'sent') await app.advance(1)
    return order
  }
  const paymentOf = async (order: string) =>
    (await db().selectFrom('payments').select('id').where('order_id', '=', order).executeTakeFirstOrThrow()).id
  const db = () => app.service.ctx.db
  const read = async (id: string) => (await app.call('GET', `/v1/orders/${id}`, { key: ana.key })).body
  const stateOf = async (id: string) => fields(await read(id))
  const cases = async (status = 'open') =>
    (await app.call('GET', `/v1/operator/money?status=${status}&limit=100`, { cookie: operator.cookie })).body.data as StripeObject[]
  const caseOf = async (order: string, status = 'open') => (await cases(status)).find((one) => one['order'] === order)
  const outcomeOf = async (event: StripeObject) =>
    (await db().selectFrom('provider_events').select('outcome').where('id', '=', event['id']).executeTakeFirst())?.outcome
  const mailsOf = async (accountId: string, since: Date) => {
    await app.advance(1)
    const { rows } = await sql<{ subject: string }>`
      select subject from mails where account_id = ${accountId} and created_at >= ${since} order by created_at`.execute(db())
    return rows.map(({ subject }) => subject)
  }
  const eventsOf = async (accountId: string, since: Date) => {
    const { rows } = await sql<{ type: string }>`
      select type from events where account_id = ${accountId} and created_at >= ${since} order by created_at, id`.execute(db())
    return rows.map(({ type }) => type)
  }
  const now = () => app.service.ctx.now()
  const booksHold = async () =>
    assert.deepEqual(
      (await audit({ connectionString: app.databaseUrl })).map(({ promise, rows }) => `${promise} ${JSON.stringify(rows[0])}`),
      [],
    )

  test('a signed event of one cent of JPY in live mode pays nothing, is on the operator’s list, and Stripe may stop sending it', async () => {
    const { id, payment, intent } = await open()
    const object = {
      id: intent,
      object: 'payment_intent',
      status: 'succeeded',
      amount: 1,
      amount_received: 1,
      currency: 'jpy',
      livemode: true,
    }
    const forged = {
      id: 'evt_jpy',
      object: 'event',
      livemode: true,
      type: 'payment_intent.succeeded',
      data: { object: { ...object, metadata: { payment } } },
    }
    await hear(forged)
    assert.deepEqual([await stateOf(id), await outcomeOf(forged)], ['awaiting_payment/pending/none', 'mismatch'])
    assert.equal((await caseOf(id))!['kind'], 'mismatch')
    // the same in test mode: Stripe is asked, and says that nothing was paid
    await hear({ ...forged, id: 'evt_jpy_test', livemode: false })
    assert.equal(await stateOf(id), 'awaiting_payment/pending/none')
    await booksHold()
  })

  test('money of another amount, currency, payment or object than was asked for pays nothing', async () => {
    const { id, payment, intent } = await open()
    const good = { ...stripe.object(intent), status: 'succeeded', amount: 10_500, amount_received: 10_500 }
    const wrongs: [string, StripeObject][] = [
      ['another object', { ...good, id: 'pi_other_a' }],
      ['one cent', { ...good, amount_received: 1 }],
      ['JPY', { ...good, currency: 'jpy' }],
      ['another payment', { ...good, metadata: { payment: 'pay_0' } }],
      ['no payment of ours', { ...good, metadata: {} }],
    ]
    const truth = stripe.object(intent)
    for (const [what, object] of wrongs) {
      stripe.place(object)
      await hear({ ...stripe.tell('payment_intent.succeeded', object) })
      assert.equal(await stateOf(id), 'awaiting_payment/pending/none', what)
    }
    stripe.place(truth)
    // an order of somebody else's, paid for what it costs, does not pay for this one
    const other = await open()
    await hear({ ...stripe.payIntent(other.intent), data: { object: { ...stripe.object(intent), metadata: { payment } } } })
    assert.equal(await stateOf(id), 'awaiting_payment/pending/none')
    await hear(stripe.payIntent(intent))
    assert.equal(await stateOf(id), 'paid/paid/none')
    await booksHold()
  })

  test('what is none of ours is acknowledged and written down; another account’s event and an old one change nothing', async () => {
    const { id, intent } = await open()
    const event = stripe.payIntent(intent)
    const foreign = { ...event, id: 'evt_foreign', data: { object: { id: 'pi_nobody', object: 'payment_intent', metadata: {} } } }
    await hear(foreign)
    assert.equal(await outcomeOf(foreign), 'foreign')
    await hear({ ...event, id: 'evt_account', account: 'acct_stranger' })
    await hear({ ...event, id: 'evt_stranger', type: 'payout.failed', account: 'acct_stranger', data: { object: { id: 'po_1' } } })
    const { raw, signature } = signed(event, new Date(now().getTime() - 302_000))
    const old = await app.call('POST', '/v1/payments/stripe', {
      raw: { type: 'application/json', bytes: raw },
      headers: { 'stripe-signature': signature },
    })
    assert.deepEqual([old.status, await stateOf(id)], [400, 'awaiting_payment/pending/none'])
    // Stripe cannot be asked: nothing is lost, it sends the event again
    stripe.meet('error_500')
    assert.equal((await tell(event)).status, 503)
    await hear(event)
    assert.equal((await tell(event)).body.used, false)
    assert.equal(await stateOf(id), 'paid/paid/none')
  })

  test('a chargeback stops an order that is not finished: nobody moves its money, all hear of it, and a lost one is a refund', async () => {
    for (let seed = 0; seed < ORDERS; seed++) {
      const { id, intent } = await openAt(seed % 2 === 0 ? 'paid' : 'delivered')
      const [since, from] = [now(), stripe.events.length]
      const dispute = stripe.dispute(intent)
      for (const event of shuffled(stripe.events.slice(from), seed)) await hear(event)
      const order = await read(id)
      assert.deepEqual([fields(order), order.problem.reason], ['problem/paid/on_hold', 'chargeback'])
      assert.deepEqual(await ledgerOf(app, id), { escrow: 10_500, debt: -10_500 })
      const one = (await caseOf(id))!
      assert.deepEqual([one['kind'], one['stage'], one['amount'], one['seller'].name], ['chargeback', 'open', 105, 'Ana'])
      assert.ok(Date.parse(one['due_by']) > now().getTime())
      assert.match(one['provider'].url, /disputes\/du_/)
      for (const [key, verb, json] of [
        [ana.key, 'refund', {}],
        [ana.key, 'refund', { amount: 5 }],
        [ben.key, 'confirm', {}],
      ] as const)
        assert.equal((await app.call('POST', `/v1/orders/${id}/${verb}`, { key, json })).status, 409, verb)
      const decide = { cookie: operator.cookie, json: { decision: 'complete', reason: 'x' } }
      assert.equal((await app.call('POST', `/v1/operator/disputes/${id}/decide`, decide)).status, 409)
      await booksHold()
      assert.ok((await eventsOf(ana.id, since)).includes('order.problem'))
      assert.ok((await mailsOf(ana.id, since)).some((subject) => /bank takes the payment/.test(subject)))
      assert.ok((await mailsOf(ben.id, since)).some((subject) => /Your bank took/.test(subject)))
      assert.ok((await mailsOf(operator.id, since)).some((subject) => subject.startsWith('Chargeback: Brass lamp')))
      assert.ok((await ana.call('GET', '/v1/inbox')).body.money_problems.some((known: StripeObject) => known['order'] === id))
      const then = stripe.events.length
      stripe.decideDispute(dispute, 'lost')
      await hearAll(then)
      assert.equal(await stateOf(id), 'refunded/refunded/none')
      assert.deepEqual(await ledgerOf(app, id), {})
      assert.equal((await caseOf(id, 'closed'))!['stage'], 'lost')
      assert.ok((await eventsOf(ana.id, since)).includes('order.refunded'))
      // news of its beginning that comes late does nothing
      for (const event of stripe.events.slice(from)) await hear({ ...event, id: `${event['id']}_late` })
      assert.equal(await stateOf(id), 'refunded/refunded/none')
      // nor does an answer of Stripe's that was asked for before and comes after
      const old = { payment: await paymentOf(id), chargeRef: intent, amountCents: 10_500, currency: 'usd' }
      const stale = {
        kind: 'chargeback' as const,
        ref: dispute,
        ...old,
        stage: 'open' as const,
        takenCents: 0,
        entries: 0,
        reason: 'x',
        dueBy: null,
      }
      assert.equal(await inTransaction(app.service.ctx, (tx) => applyChargeback(tx, stale)), 'seen')
      await app.advance(1)
      assert.equal(stripe.all('re').filter((one) => one['payment_intent'] === intent).length, 0, 'nothing goes back twice')
      await booksHold()
    }
  })

  test('a chargeback whose end nobody told is asked for', async () => {
    const { id, intent } = await openAt('delivered')
    const from = stripe.events.length
    const dispute = stripe.dispute(intent)
    await hearAll(from)
    stripe.decideDispute(dispute, 'lost')
    assert.equal(await stateOf(id), 'problem/paid/on_hold')
    await app.advance(6 * 3_600)
    assert.equal(await stateOf(id), 'refunded/refunded/none')
    await booksHold()
  })

  test('a chargeback that is won lets a sent order go on, and leaves one that was never sent to people', async () => {
    const [shipped, unsent] = [await openAt('shipped'), await openAt('paid')]
    for (const { intent } of [shipped, unsent]) {
      const from = stripe.events.length
      const dispute = stripe.dispute(intent)
      await hearAll(from)
      const then = stripe.events.length
      stripe.decideDispute(dispute, 'won')
      await hearAll(then)
    }
    await app.advance(1)
    assert.deepEqual([await stateOf(shipped.id), await stateOf(unsent.id)], ['completed/paid/sent', 'problem/paid/on_hold'])
    await booksHold()
    assert.equal((await app.call('POST', `/v1/orders/${unsent.id}/refund`, { key: ana.key, json: {} })).status, 200)
    await app.advance(1)
    assert.equal(await stateOf(unsent.id), 'refunded/refunded/none')
    await booksHold()
  })

  test('a chargeback of a finished order: what was not sent waits, what was sent is a debt that is taken back, and paid again when won', async () => {
    // so that the worker does not send it before the bank is heard
    await hear(stripe.stopAccount(account))
    const waiting = await openAt('completed')
    const reversalsAt = stripe.count('trr')
    let from = stripe.events.length
    const first = stripe.dispute(waiting.intent)
    await hearAll(from)
    await app.advance(1)
    assert.equal(await stateOf(waiting.id), 'completed/paid/on_hold')
    from = stripe.events.length
    stripe.decideDispute(first, 'lost')
    await hearAll(from)
    await app.advance(1)
    assert.equal(await stateOf(waiting.id), 'completed/refunded/none')
    assert.deepEqual([await ledgerOf(app, waiting.id), stripe.count('trr')], [{}, reversalsAt])
    await booksHold()

    await hear(stripe.finishAccount(account))
    const sent = await openAt('sent')
    assert.equal(await stateOf(sent.id), 'completed/paid/sent')
    stripe.emptyAccount(account)
    from = stripe.events.length
    const second = stripe.dispute(sent.intent)
    await hearAll(from)
    await app.advance(1)
    assert.equal(await stateOf(sent.id), 'completed/paid/on_hold')
    const owed = (await caseOf(sent.id))!['owed']
    assert.deepEqual(owed, { by: 'seller', to: 'service', amount: 105 })
    await booksHold()
    stripe.emptyAccount(account, false)
    await app.advance(3_600)
    assert.equal(stripe.count('trr'), reversalsAt + 1)
    assert.deepEqual(await ledgerOf(app, sent.id), { fees: 1_000, debt: -1_000 })
    await booksHold()
    from = stripe.events.length
    stripe.decideDispute(second, 'won')
    await hearAll(from)
    await app.advance(1)
    assert.equal(await stateOf(sent.id), 'completed/paid/sent')
    assert.deepEqual(await ledgerOf(app, sent.id), { buyer: -10_500, fees: 1_000, bank: 9_500 })
    await booksHold()

    const lost = await openAt('sent')
    from = stripe.events.length
    stripe.decideDispute(stripe.dispute(lost.intent), 'lost')
    await hearAll(from)
    await app.advance(1)
    assert.equal(await stateOf(lost.id), 'completed/refunded/none')
    assert.deepEqual(await ledgerOf(app, lost.id), {})
    await booksHold()
  })

  test('an inquiry of the bank takes nothing: the order goes on, and its payout waits', async () => {
    const { id, intent } = await openAt('delivered')
    const from = stripe.events.length
    const dispute = stripe.dispute(intent, { asks: true })
    await hearAll(from)
    assert.equal(await stateOf(id), 'delivered/paid/none')
    assert.equal((await app.call('POST', `/v1/orders/${id}/confirm`, { key: ben.key })).status, 200)
    await app.advance(1)
    assert.equal(await stateOf(id), 'completed/paid/waiting')
    Object.assign(stripe.object(dispute), { status: 'warning_closed' })
    await hear(stripe.tell('charge.dispute.closed', stripe.object(dispute)))
    await app.advance(3_600)
    assert.equal(await stateOf(id), 'completed/paid/sent')
    await booksHold()
  })

  test('a chargeback of a part leaves the rest to people, and one of a refunded order is the service’s own loss', async () => {
    const part = await openAt('delivered')
    let from = stripe.events.length
    stripe.decideDispute(stripe.dispute(part.intent, { amount: 4_000 }), 'lost')
    await hearAll(from)
    assert.equal(await stateOf(part.id), 'problem/partly_refunded/on_hold')
    assert.equal((await app.call('POST', `/v1/orders/${part.id}/confirm`, { key: ben.key })).status, 200)
    await app.advance(1)
    assert.equal(await stateOf(part.id), 'completed/partly_refunded/sent')
    await booksHold()

    const refunded = await openAt('paid')
    assert.equal((await app.call('POST', `/v1/orders/${refunded.id}/cancel`, { key: ana.key })).status, 200)
    await app.advance(1)
    from = stripe.events.length
    stripe.decideDispute(stripe.dispute(refunded.intent), 'lost')
    await hearAll(from)
    assert.equal(await stateOf(refunded.id), 'cancelled/refunded/none')
    assert.deepEqual(await ledgerOf(app, refunded.id), { buyer: 10_500, debt: -10_500 })
    await booksHold()
  })

  test('a refund that is due when the bank takes the money is not sent: the buyer gets it once', async () => {
    const { id, intent } = await openAt('paid')
    const from = stripe.events.length
    const dispute = stripe.dispute(intent)
    // the seller cancels before Stripe’s news is here
    assert.equal((await app.call('POST', `/v1/orders/${id}/cancel`, { key: ana.key })).status, 200)
    await hearAll(from)
    await app.advance(3_600)
    assert.equal(stripe.all('re').filter((one) => one['payment_intent'] === intent).length, 0)
    await booksHold()
    const then = stripe.events.length
    stripe.decideDispute(dispute, 'lost')
    await hearAll(then)
    await app.advance(86_400)
    assert.deepEqual([await ledgerOf(app, id), await stateOf(id)], [{}, 'cancelled/refunded/none'])
    assert.equal(stripe.all('re').filter((one) => one['payment_intent'] === intent).length, 0)
    await booksHold()
  })

  test('a deposit that a bank takes back frees the item, and of a kept one nothing is sent', async () => {
    const deposit = async () => {
      const listing = await ana.list({ title: 'Oak desk', price: 100, publish: true })
      const { body } = await app.call('POST', '/v1/holds', { key: ben.key, json: { listing: listing.id } })
      await app.call('POST', `/v1/holds/${body.id}/pay`, { key: ben.key, json: { method: 'pm_card_visa' } })
      const row = await db().selectFrom('payments').selectAll().where('hold_id', '=', body.id).executeTakeFirstOrThrow()
      return { id: body.id as string, listing: listing.id, intent: row.provider_ref! }
    }
    const statusOf = async (id: string) => (await app.call('GET', `/v1/holds/${id}`, { key: ben.key })).body.status
    const active = await deposit()
    let from = stripe.events.length
    const first = stripe.dispute(active.intent)
    await hearAll(from)
    assert.equal(await statusOf(active.id), 'returned')
    const used = await deposit()
    const order = await app.call('POST', '/v1/orders', { key: ben.key, json: { listing: used.listing, hold: used.id } })
    from = stripe.events.length
    stripe.dispute(used.intent)
    await hearAll(from)
    assert.deepEqual([await statusOf(used.id), await stateOf(order.body.id)], ['returned', 'cancelled/unpaid/none'])
    await booksHold()
    const kept = await deposit()
    from = stripe.events.length
    const last = stripe.dispute(kept.intent, { asks: true })
    await hearAll(from)
    await app.advance(73 * 3_600)
    assert.equal(await statusOf(kept.id), 'kept')
    const then = stripe.events.length
    stripe.withdraw(last)
    stripe.decideDispute(last, 'lost')
    stripe.decideDispute(first, 'lost')
    await hearAll(then)
    await app.advance(86_400)
    assert.equal(stripe.all('tr').filter((one) => one['transfer_group'] === kept.id).length, 0)
    for (const { id } of [active, kept]) {
      const { rows } = await sql`select 1 from ledger_entries where hold_id = ${id} group by account having sum(amount_cents) <> 0`.execute(
        db(),
      )
      assert.deepEqual(rows, [])
    }
    await booksHold()
  })

  test('a refund that failed is owed to its buyer until a person sends it again or pays it by hand', async () => {
    for (const how of ['again', 'by_hand']) {
      const { id, intent } = await openAt('paid')
      const since = now()
      await app.call('POST', `/v1/orders/${id}/cancel`, { key: ana.key })
      await app.advance(1)
      const refund = stripe.all('re').find((one) => one['payment_intent'] === intent)!
      const event = stripe.failRefund(refund['id'])
      await hear(event)
      await hear({ ...event, id: `${event['id']}_again`, type: 'charge.refund.updated' })
      assert.deepEqual(await ledgerOf(app, id), { buyer: -10_500, escrow: 10_500 })
      const one = (await caseOf(id))!
      assert.deepEqual([one['kind'], one['owed']], ['refund_failed', { by: 'service', to: 'buyer', amount: 105 }])
      await booksHold()
      assert.ok((await mailsOf(ben.id, since)).some((subject) => /did not reach you/.test(subject)))
      await app.advance(86_400)
      assert.equal(stripe.all('re').filter((made) => made['payment_intent'] === intent).length, 1, 'it waits for a person')
      const close = (json: object) => app.call('POST', `/v1/operator/money/${one['id']}/close`, { cookie: operator.cookie, json })
      assert.equal((await close({ how: 'seen', reason: 'x' })).status, 409)
      assert.equal((await close({ how, reason: 'The buyer has a new card.' })).status, 200)
      assert.equal((await close({ how, reason: 'Twice.' })).status, 409)
      await app.advance(1)
      assert.deepEqual(await ledgerOf(app, id), {})
      assert.equal(stripe.all('re').filter((made) => made['payment_intent'] === intent).length, how === 'again' ? 2 : 1)
      await booksHold()
    }
  })

  test('a transfer that somebody reversed is owed to its seller again, and waits for a person', async () => {
    const { id } = await openAt('sent')
    const transfer = stripe.all('tr').find((one) => one['transfer_group'] === id)!
    const since = now()
    const event = stripe.reverseTransfer(transfer['id'], 4_000)
    await hear(event)
    await hear({ ...event, id: `${event['id']}_again` })
    assert.equal(await stateOf(id), 'completed/paid/on_hold')
    assert.deepEqual(await ledgerOf(app, id), { buyer: -10_500, bank: 5_500, seller: 4_000, fees: 1_000 })
    const one = (await caseOf(id))!
    assert.deepEqual([one['kind'], one['owed']], ['transfer_reversed', { by: 'service', to: 'seller', amount: 40 }])
    assert.ok((await mailsOf(ana.id, since)).some((subject) => /came back/.test(subject)))
    await booksHold()
    const json = { how: 'again', reason: 'It was a mistake.' }
    assert.equal((await app.call('POST', `/v1/operator/money/${one['id']}/close`, { cookie: operator.cookie, json })).status, 200)
    await app.advance(1)
    assert.equal(await stateOf(id), 'completed/paid/sent')
    assert.deepEqual(await ledgerOf(app, id), { buyer: -10_500, bank: 9_500, fees: 1_000 })
    await booksHold()
  })

  test('a payout that failed and an account that stops or leaves: the seller and the operator hear, and what is due waits', async () => {
    const since = now()
    const cleo = await openSeller(app, 'Cleo')
    const theirs = await openPayouts(cleo)
    await hear(stripe.failPayout(theirs, 7_000))
    assert.equal((await cases()).filter((one) => one['kind'] === 'payout_failed' && one['seller'].id === cleo.id).length, 1)
    await hear(stripe.stopAccount(theirs))
    const ready = async () => (await cleo.call('GET', '/v1/payouts/account')).body.ready
    assert.equal(await ready(), false)
    await hear(stripe.finishAccount(theirs))
    assert.equal(await ready(), true)
    assert.ok(!(await cases()).some((one) => one['kind'] === 'account_stopped' && one['seller'].id === cleo.id))
    await hear(stripe.leaveAccount(theirs))
    assert.equal(await ready(), false)
    assert.ok((await cases()).some((one) => one['kind'] === 'account_stopped' && one['seller'].id === cleo.id))
    assert.deepEqual((await cleo.call('GET', '/v1/inbox')).body.money_problems.map((one: StripeObject) => one['kind']).toSorted(), [
      'account_stopped',
      'payout_failed',
    ])
    const subjects = await mailsOf(cleo.id, since)
    for (const words of [/bank did not take/, /cannot be paid/, /well again/])
      assert.ok(
        subjects.some((subject) => words.test(subject)),
        `${words}`,
      )
    assert.equal(stripe.count('acct'), 2)
    await cleo.call('POST', '/v1/payouts/account')
    assert.equal(stripe.count('acct'), 3, 'an account that left is followed by another')
    assert.ok(!(await cases()).some((one) => one['kind'] === 'account_stopped' && one['seller'].id === cleo.id))
  })
})
