import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { sql } from 'kysely'
import { startApp, type Reply, type TestApp } from '#test/app.ts'
import { audit } from '#test/audit.ts'
import { openSeller, type Seller } from '#test/factories.ts'
import { sendStripeEvent, startStripe, type StripeObject } from '#test/fakes/stripe.ts'
import { fields, HOME } from '#test/sales.ts'
import { until } from '#test/until.ts'

export type Account = Awaited<ReturnType<TestApp['signUp']>>

/**
 * Test fixture of one `describe`: a service with its own fake Stripe, the seller Ana with a payout account, the buyer Ben and the operator
 * Olga.
 */
export class Stage {
  app!: TestApp
  stripe!: Awaited<ReturnType<typeof startStripe>>
  ana!: Seller
  ben!: Account
  operator!: Account
  account!: string
  readonly #cleanups: (() => Promise<void>)[] = []

  /** With the role `web`, the service sends money only when the test advances the clock. */
  constructor(role: 'all' | 'web' = 'all') {
    before(() => this.#open(role))
    after(async () => {
      for (const cleanup of this.#cleanups) await cleanup()
      await this.stripe.close()
    })
  }

  async #open(role: 'all' | 'web'): Promise<void> {
    this.stripe = await startStripe()
    this.app = await startApp(
      { after: (stop) => this.#cleanups.push(stop) },
      {
        ...this.stripe.env,
        FEE_PERCENT: '10',
        LOG_LEVEL: 'silent',
      },
      undefined,
      role,
    )
    this.stripe.useClock(() => this.now().getTime())
    this.ana = await openSeller(this.app)
    this.ben = await this.app.signUp('Ben')
    this.operator = await this.app.signUp('Olga')
    await this.db.updateTable('accounts').set({ is_operator: true }).where('id', '=', this.operator.id).execute()
    await this.ana.call('PATCH', `/v1/shops/${this.ana.slug}`, { json: { ask_hold: true } })
    this.account = await this.openPayouts(this.ana)
  }

  get db() {
    return this.app.service.ctx.db
  }
  now = (): Date => this.app.service.ctx.now()

  async openPayouts(seller: Seller): Promise<string> {
    const { body } = await seller.call('POST', '/v1/payouts/account')
    const ref = /acct_\w+/.exec(body.url)![0]
    await this.sendEvent(this.stripe.finishAccount(ref))
    return ref
  }

  sendEvent = (event: StripeObject, at = this.now()): Promise<Reply> => sendStripeEvent(this.app, event, at)
  /**
   * Delivers a Stripe event and, like Stripe, repeats it after each 503. The service responds with 503 while it is sending a transfer of
   * the same money.
   */
  async deliver(event: StripeObject): Promise<void> {
    const { status, body } = await until('the event is not too early', async () => {
      const reply = await this.sendEvent(event)
      return reply.status !== 503 && reply
    })
    assert.equal(status, 200, JSON.stringify(body))
  }
  async deliverAll(from: number): Promise<void> {
    for (const event of this.stripe.events.slice(from)) await this.deliver(event)
  }
  /** Runs `work`, which changes objects at Stripe, and then delivers the resulting events in order. */
  async delivered<T>(work: () => T): Promise<T> {
    const from = this.stripe.events.length
    const made = work()
    await this.deliverAll(from)
    return made
  }

  /** Creates an unpaid order for $105 with a payment intent at Stripe. */
  async open(): Promise<{ id: string; payment: string; intent: string }> {
    const listing = await this.ana.list({ title: 'Brass lamp', price: 100, shipping: 5, publish: true })
    const { body } = await this.app.call('POST', '/v1/orders', { key: this.ben.key, json: { listing: listing.id, address: HOME } })
    const paid = await this.app.call('POST', `/v1/orders/${body.id}/pay`, { key: this.ben.key, json: { method: 'card' } })
    assert.equal(paid.status, 200, JSON.stringify(paid.body))
    const row = await this.db.selectFrom('payments').selectAll().where('order_id', '=', body.id).executeTakeFirstOrThrow()
    return { id: body.id, payment: row.id, intent: row.provider_ref! }
  }
  async openAt(stage: 'paid' | 'shipped' | 'delivered' | 'completed' | 'sent') {
    const order = await this.open()
    await this.deliver(this.stripe.payIntent(order.intent))
    if (stage !== 'paid') await this.act(order.id, this.ana.key, 'ship', { carrier: 'UPS', number: '1Z999AA10123456784' })
    if (stage === 'delivered' || stage === 'completed' || stage === 'sent') await this.act(order.id, this.ben.key, 'deliver')
    if (stage === 'completed' || stage === 'sent') await this.act(order.id, this.ben.key, 'confirm')
    if (stage === 'sent') await this.app.advance(1)
    return order
  }
  async act(id: string, key: string, verb: string, json = {}): Promise<void> {
    const { status, body } = await this.app.call('POST', `/v1/orders/${id}/${verb}`, { key, json })
    assert.equal(status, 200, `${verb}: ${JSON.stringify(body)}`)
  }

  /** Creates a hold on an item that costs $100, with a paid deposit of $10. */
  async deposit() {
    const listing = await this.ana.list({ title: 'Oak desk', price: 100, publish: true })
    const { body } = await this.app.call('POST', '/v1/holds', { key: this.ben.key, json: { listing: listing.id } })
    await this.app.call('POST', `/v1/holds/${body.id}/pay`, { key: this.ben.key, json: { method: 'pm_card_visa' } })
    const row = await this.db.selectFrom('payments').selectAll().where('hold_id', '=', body.id).executeTakeFirstOrThrow()
    return { id: body.id as string, listing: listing.id, intent: row.provider_ref! }
  }

  read = async (id: string): Promise<Reply['body']> => (await this.app.call('GET', `/v1/orders/${id}`, { key: this.ana.key })).body
  stateOf = async (id: string): Promise<string> => fields(await this.read(id))
  async paymentOf(order: string): Promise<string> {
    return (await this.db.selectFrom('payments').select('id').where('order_id', '=', order).executeTakeFirstOrThrow()).id
  }
  transfersOf = (id: string) =>
    this.db
      .selectFrom('money_moves')
      .selectAll()
      .where((eb) => eb.or([eb('order_id', '=', id), eb('hold_id', '=', id)]))
      .orderBy('created_at')
      .orderBy('id')
      .execute()
  madeOf = (prefix: string, intent: string): StripeObject[] => this.stripe.all(prefix).filter((one) => one['payment_intent'] === intent)
  transferOf = (id: string): StripeObject => this.stripe.all('tr').find((one) => one['transfer_group'] === id)!

  async cases(status = 'open'): Promise<StripeObject[]> {
    const { body } = await this.app.call('GET', `/v1/operator/money?status=${status}&limit=100`, { cookie: this.operator.cookie })
    return body.data
  }
  async caseOf(order: string, status = 'open', kind?: string): Promise<StripeObject | undefined> {
    return (await this.cases(status)).find((one) => one['order'] === order && (kind === undefined || one['kind'] === kind))
  }
  endCase(id: string, how: string, reason = 'The buyer has a new card.'): Promise<Reply> {
    return this.app.call('POST', `/v1/operator/money/${id}/close`, { cookie: this.operator.cookie, json: { how, reason } })
  }
  async outcomeOf(event: StripeObject): Promise<string | null | undefined> {
    return (await this.db.selectFrom('provider_events').select('outcome').where('id', '=', event['id']).executeTakeFirst())?.outcome
  }
  async mailsOf(accountId: string, since: Date): Promise<string[]> {
    await this.app.advance(1)
    const { rows } = await sql<{ subject: string }>`
      select subject from mails where account_id = ${accountId} and created_at >= ${since} order by created_at`.execute(this.db)
    return rows.map(({ subject }) => subject)
  }
  async eventsOf(accountId: string, since: Date): Promise<string[]> {
    const { rows } = await sql<{ type: string }>`
      select type from events where account_id = ${accountId} and created_at >= ${since} order by created_at, id`.execute(this.db)
    return rows.map(({ type }) => type)
  }
  async booksHold(): Promise<void> {
    const faults = await audit({ connectionString: this.app.databaseUrl })
    assert.deepEqual(
      faults.map(({ invariant: promise, rows }) => `${promise} ${JSON.stringify(rows[0])}`),
      [],
    )
  }
}
