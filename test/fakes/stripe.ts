import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { Stripe } from 'stripe'
import type { Reply, TestApp } from '#test/app.ts'
import { startLocalServer } from '#test/local-server.ts'

/**
 * Failure of the next request. With `lost`, Stripe executes the request, but no response reaches the client, not even during the automatic
 * retries of Stripe's library.
 */
export type Trouble = 'none' | 'rate_limited' | 'error_500' | 'malformed' | 'slow' | 'lost'

// oxlint-disable-next-line typescript/no-explicit-any -- objects of Stripe in their JSON format
export type StripeObject = Record<string, any>
type Sent = { status: number; body: StripeObject }
type Seen = { method: string; path: string; form: Record<string, string>; key: string | null; version: string | null }

const SECRET_KEY = 'sk_test_fake'
export const WEBHOOK_SECRET = 'whsec_fake_of_the_tests'
/** Stripe's documented test cards for declined payments. Each card has an error code and a decline code. */
const DECLINES: Record<string, { code: string; decline_code: string }> = {
  pm_card_visa_chargeDeclined: { code: 'card_declined', decline_code: 'generic_decline' },
  pm_card_visa_chargeDeclinedInsufficientFunds: { code: 'card_declined', decline_code: 'insufficient_funds' },
  pm_card_chargeDeclinedLostCard: { code: 'card_declined', decline_code: 'lost_card' },
}

const OF_INTENT = 'payment_intent_data[metadata]'

/**
 * Starts a loopback server with the documented format of Stripe's API: PaymentIntents, Checkout Sessions, Customers and their
 * PaymentMethods, Refunds, Transfers and their Reversals, Disputes, Payouts, Express accounts, account links, search, and errors. A request
 * with a repeated idempotency key gets the first response, even if that was a 500. Stripe's own library signs the events.
 */
export async function startStripe() {
  const objects = new Map<string, StripeObject>()
  const answered = new Map<string, Sent & { request: string }>()
  const seen: Seen[] = []
  const events: StripeObject[] = []
  const troubles: Trouble[] = []
  let made = 0
  let now = () => Date.now()
  let lost: string | null = null

  const { url, stop } = await startLocalServer(undefined, (request, response) => {
    answer(request, response).catch(() => response.destroy())
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url!, url)
    const form = Object.fromEntries(request.method === 'POST' ? new URLSearchParams(await text(request)) : searchParams)
    const key = (request.headers['idempotency-key'] as string | undefined) ?? null
    seen.push({ method: request.method!, path: pathname, form, key, version: (request.headers['stripe-version'] as string) ?? null })
    const line = `${request.method} ${pathname} ${key}`
    const trouble = lost === line ? 'lost' : troubles.shift()
    lost = lost === null && trouble === 'lost' ? line : null
    if (trouble === 'rate_limited') return send(response, failure(429, 'invalid_request_error', 'rate_limit'))
    if (trouble === 'malformed') return void response.writeHead(200, { 'content-type': 'application/json' }).end('{"id": "pi_')
    if (trouble === 'slow') return
    if (request.headers.authorization !== `Bearer ${SECRET_KEY}`) return send(response, failure(401, 'invalid_request_error'))
    if (request.method === 'GET' && pathname === '/v1/events')
      return send(response, {
        status: 200,
        body: { object: 'list', data: events.slice(0, Number(form['limit'] ?? 10)), has_more: false, url: pathname },
      })
    if (trouble === 'error_500' && key === null) return send(response, failure(500, 'api_error'))
    const sent = request.method === 'POST' && key !== null ? onceOnly(key, pathname, form, trouble) : run(request.method!, pathname, form)
    if (trouble === 'lost') return void response.destroy()
    send(response, sent)
  }

  function onceOnly(key: string, path: string, form: Record<string, string>, trouble: Trouble | undefined): Sent {
    const request = `${path} ${JSON.stringify(form)}`
    const before = answered.get(key)
    if (before) return before.request === request ? before : failure(400, 'idempotency_error')
    const sent = trouble === 'error_500' ? failure(500, 'api_error') : run('POST', path, form)
    // Stripe stores its responses to executed requests, including 500s, but not those to requests that failed validation. Stores a copy,
    // because the object may change later.
    if (sent.status !== 400 && sent.status !== 404) answered.set(key, { ...structuredClone(sent), request })
    return sent
  }

  function run(method: string, path: string, form: Record<string, string>): Sent {
    const [, , kind = '', id, action] = path.split('/')
    if (kind === 'payment_intents' && method === 'POST' && !id) return makeIntent(form)
    if (kind === 'payment_intents' && id === 'search')
      return found((one) => form['query'] === `metadata['payment']:'${one['metadata']['payment']}'`, 'pi_')
    if (kind === 'refunds' && id) return read(id)
    if (kind === 'refunds')
      return method === 'POST' ? makeRefund(form) : found((one) => one['payment_intent'] === form['payment_intent'], 're_')
    if (kind === 'transfers' && action === 'reversals')
      return method === 'POST' ? makeReversal(id!, form) : found((one) => one['transfer'] === id, 'trr_')
    if (kind === 'transfers' && id) return read(id)
    if (kind === 'accounts' && objects.get(id!)?.['left']) return failure(403, 'invalid_request_error', 'account_invalid')
    if (kind === 'transfers')
      return method === 'POST' ? makeTransfer(form) : found((one) => one['transfer_group'] === form['transfer_group'], 'tr_')
    if (kind === 'accounts' && method === 'POST') return makeAccount(form)
    if (kind === 'account_links') return makeLink(form)
    if (kind === 'customers') return answerCustomers(method, { id, action, card: path.split('/')[5] }, form)
    if (kind === 'payment_methods' && action === 'detach') return detach(id!)
    if (path === '/v1/checkout/sessions' && method === 'POST') return makeCheckout(form)
    if (path.startsWith('/v1/checkout/sessions/')) return read(action)
    return action ? missing() : read(id)
  }

  function read(id: string | undefined): Sent {
    const object = id === undefined ? undefined : objects.get(id)
    return object ? { status: 200, body: object } : missing()
  }

  /** Creates a Checkout Session, which stays open for half an hour to one day. Its PaymentIntent is created only when the buyer pays. */
  function makeCheckout(form: Record<string, string>): Sent {
    const openSeconds = Number(form['expires_at']) - Date.now() / 1000
    const [amount, returns] = [Number(form['line_items[0][price_data][unit_amount]']), [form['success_url'], form['cancel_url']]]
    if (
      form['mode'] !== 'payment' ||
      amount < 50 ||
      openSeconds < 30 * 60 ||
      openSeconds > 86_400 ||
      !returns.every((one) => URL.canParse(one ?? ''))
    )
      return failure(400, 'invalid_request_error', 'parameter_invalid')
    const { customer = null } = form
    if (customer !== null && !isCustomer(customer)) return failure(400, 'invalid_request_error', 'resource_missing', 'customer')
    const session = store('cs', {
      object: 'checkout.session',
      mode: 'payment',
      amount_total: amount,
      currency: 'usd',
      livemode: false,
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      metadata: metadataOf(form),
      success_url: form['success_url'],
      customer,
      saved_payment_method_options: { payment_method_save: form['saved_payment_method_options[payment_method_save]'] ?? 'disabled' },
      intent: {
        amount: String(amount),
        currency: 'usd',
        transfer_group: form['payment_intent_data[transfer_group]'] ?? '',
        ...Object.fromEntries(
          Object.entries(form).flatMap(([name, value]) =>
            name.startsWith(OF_INTENT) ? [[name.replace(OF_INTENT, 'metadata'), value]] : [],
          ),
        ),
      },
    })
    session['url'] = `${url}/c/pay/${session['id']}`
    return { status: 200, body: session }
  }

  const isCustomer = (id: string): boolean => objects.has(id) && !objects.get(id)!['deleted']

  function answerCustomers(
    method: string,
    { id, action, card }: { id: string | undefined; action: string | undefined; card: string | undefined },
    form: Record<string, string>,
  ): Sent {
    if (id === undefined)
      return { status: 200, body: store('cus', { object: 'customer', email: form['email'] ?? null, metadata: metadataOf(form) }) }
    if (id === 'search')
      return found((one) => !one['deleted'] && form['query'] === `metadata['customer']:'${one['metadata']['customer']}'`, 'cus_')
    if (!isCustomer(id)) return failure(404, 'invalid_request_error', 'resource_missing', 'id')
    if (action === 'payment_methods') {
      if (card === undefined) return found((one) => one['customer'] === id && one['type'] === form['type'], 'pm_')
      return objects.get(card)?.['customer'] === id ? read(card) : missing()
    }
    if (method === 'DELETE') {
      // Stripe detaches a customer's cards when the customer is deleted
      for (const one of objects.values()) if (one['object'] === 'payment_method' && one['customer'] === id) one['customer'] = null
      Object.assign(objects.get(id)!, { deleted: true, email: null })
      return { status: 200, body: { id, object: 'customer', deleted: true } }
    }
    if (method === 'POST') Object.assign(objects.get(id)!, { email: form['email'] ?? objects.get(id)!['email'] })
    return read(id)
  }

  function saveCard(customer: string, last4 = '4242'): StripeObject {
    const card = { brand: 'visa', last4, exp_month: 12, exp_year: 2034 }
    return store('pm', { object: 'payment_method', type: 'card', customer, allow_redisplay: 'always', card })
  }

  /** Detaches a card. Like Stripe, requires only the card's id and does not check who owns the card. */
  function detach(id: string): Sent {
    const card = objects.get(id)
    if (!card?.['customer']) return failure(400, 'invalid_request_error', 'resource_missing')
    card['customer'] = null
    return read(id)
  }

  function payCheckout(id: string, card = 'pm_card_visa'): StripeObject[] {
    const session = objects.get(id)!
    const intent = session['payment_intent'] ? objects.get(session['payment_intent'])! : makeIntent(session['intent']).body
    session['payment_intent'] = intent['id']
    if (DECLINES[card]) {
      decline(intent, DECLINES[card])
      return [events.at(-1)!]
    }
    const paid = settle(intent)
    Object.assign(session, { status: 'complete', payment_status: 'paid', url: null })
    return [paid, addEvent('checkout.session.completed', session)]
  }

  function makeIntent(form: Record<string, string>): Sent {
    if (Number(form['amount']) < 50) return failure(400, 'invalid_request_error', 'amount_too_small')
    const intent = store('pi', {
      object: 'payment_intent',
      amount: Number(form['amount']),
      amount_received: 0,
      amount_refunded: 0,
      livemode: false,
      currency: form['currency'],
      status: 'requires_payment_method',
      last_payment_error: null,
      next_action: null,
      latest_charge: null,
      transfer_group: form['transfer_group'] ?? null,
      metadata: metadataOf(form),
    })
    intent['client_secret'] = `${intent['id']}_secret_${made}`
    if (form['confirm'] !== 'true') return { status: 200, body: intent }
    const methods = [form['payment_method'], form['confirmation_token']].filter((one) => one !== undefined)
    if (methods.length !== 1) return failure(400, 'invalid_request_error', 'parameter_missing')
    // A confirmation token contains the payment method from the card form.
    const method = methods[0]!.replace(/^ctoken_/, 'pm_')
    // Stripe charges a saved card only if the request names the customer who owns the card
    if (objects.get(method)?.['customer']) return failure(400, 'invalid_request_error', 'parameter_missing')
    const declined = DECLINES[method]
    if (declined)
      return {
        status: 402,
        body: { error: { type: 'card_error', message: "Stripe's own words.", ...declined, payment_intent: decline(intent, declined) } },
      }
    if (method === 'pm_card_authenticationRequired')
      Object.assign(intent, { status: 'requires_action', next_action: nextAction(intent, form) })
    else settle(intent)
    return { status: 200, body: intent }
  }

  /** Returns a redirect to the bank if the request has a return URL. Otherwise, the page performs the next step with the client secret. */
  function nextAction({ id }: StripeObject, { return_url: back }: Record<string, string>): StripeObject {
    if (back === undefined) return { type: 'use_stripe_sdk', use_stripe_sdk: {} }
    return { type: 'redirect_to_url', redirect_to_url: { url: `${url}/3d_secure/${id}`, return_url: back } }
  }

  function settle(intent: StripeObject): StripeObject {
    Object.assign(intent, {
      status: 'succeeded',
      next_action: null,
      amount_received: intent['amount'],
      last_payment_error: null,
      latest_charge: `ch_${intent['id']}`,
    })
    return addEvent('payment_intent.succeeded', intent)
  }

  function decline(intent: StripeObject, error: { code: string; decline_code: string }): StripeObject {
    Object.assign(intent, {
      status: 'requires_payment_method',
      last_payment_error: { type: 'card_error', message: "Stripe's own words.", ...error },
    })
    addEvent('payment_intent.payment_failed', intent)
    return structuredClone(intent)
  }

  function makeRefund(form: Record<string, string>): Sent {
    const intent = objects.get(form['payment_intent']!)
    if (!intent) return missing()
    const amount = Number(form['amount'])
    if (intent['status'] !== 'succeeded') return failure(400, 'invalid_request_error', 'payment_intent_unexpected_state')
    if (intent['disputed']) return failure(400, 'invalid_request_error', 'charge_disputed')
    if (intent['amount_refunded'] + amount > intent['amount']) return failure(400, 'invalid_request_error', 'charge_already_refunded')
    intent['amount_refunded'] += amount
    return {
      status: 200,
      body: store('re', {
        object: 'refund',
        amount,
        currency: 'usd',
        status: 'succeeded',
        failure_reason: null,
        payment_intent: intent['id'],
        metadata: metadataOf(form),
      }),
    }
  }

  function makeTransfer(form: Record<string, string>): Sent {
    const account = objects.get(form['destination']!)
    if (!account) return failure(400, 'invalid_request_error', 'resource_missing')
    if (account['capabilities'].transfers !== 'active')
      return failure(400, 'invalid_request_error', 'insufficient_capabilities_for_transfer')
    const source = form['source_transaction']
    if (source !== undefined) {
      // The source must be a charge that covers the transfer. If both the charge and the transfer have a transfer group, the two groups
      // must be equal.
      const intent = [...objects.values()].find((one) => one['latest_charge'] === source)
      if (!intent) return failure(400, 'invalid_request_error', 'resource_missing')
      if (intent['transfer_group'] && form['transfer_group'] && intent['transfer_group'] !== form['transfer_group'])
        return failure(400, 'invalid_request_error', 'parameter_invalid')
      if (Number(form['amount']) > intent['amount'] - intent['amount_refunded'])
        return failure(400, 'invalid_request_error', 'amount_too_large')
    }
    const transfer = {
      object: 'transfer',
      amount: Number(form['amount']),
      amount_reversed: 0,
      currency: 'usd',
      livemode: false,
      destination: account['id'],
      transfer_group: form['transfer_group'] ?? null,
    }
    return {
      status: 200,
      body: store('tr', { ...transfer, source_transaction: form['source_transaction'] ?? null, metadata: metadataOf(form) }),
    }
  }

  function makeReversal(id: string, form: Record<string, string>): Sent {
    const transfer = objects.get(id)
    if (!transfer) return missing()
    const amount = Number(form['amount'] ?? transfer['amount'])
    if (objects.get(transfer['destination'])?.['empty']) return failure(400, 'invalid_request_error', 'balance_insufficient')
    if (transfer['amount_reversed'] + amount > transfer['amount']) return failure(400, 'invalid_request_error', 'parameter_invalid')
    transfer['amount_reversed'] += amount
    const metadata = metadataOf(form)
    const reversal = store('trr', { object: 'transfer_reversal', amount, currency: 'usd', transfer: id, metadata })
    addEvent('transfer.reversed', transfer)
    return { status: 200, body: reversal }
  }

  /**
   * Opens a dispute on behalf of the buyer's bank, which withdraws the money immediately. With `inquiry`, opens only an inquiry, and the
   * bank withdraws nothing.
   */
  function dispute(ref: string, { amount, inquiry = false }: { amount?: number; inquiry?: boolean } = {}): string {
    const found = objects.get(ref)!
    const intent = found['object'] === 'checkout.session' ? objects.get(found['payment_intent'])! : found
    intent['disputed'] = !inquiry
    const made = store('du', {
      object: 'dispute',
      amount: amount ?? intent['amount'],
      currency: 'usd',
      livemode: false,
      charge: intent['latest_charge'],
      payment_intent: intent['id'],
      reason: 'fraudulent',
      status: inquiry ? 'warning_needs_response' : 'needs_response',
      balance_transactions: [],
      evidence_details: { due_by: Math.floor(Date.now() / 1000) + 7 * 86_400, has_evidence: false, past_due: false, submission_count: 0 },
      metadata: {},
    })
    addEvent('charge.dispute.created', made)
    if (!inquiry) withdraw(made['id'])
    return made['id']
  }

  function withdraw(id: string): StripeObject {
    const one = objects.get(id)!
    one['balance_transactions'].push({
      id: `txn_${++made}`,
      object: 'balance_transaction',
      amount: -one['amount'],
      fee: 1_500,
      currency: 'usd',
    })
    return addEvent('charge.dispute.funds_withdrawn', one)
  }

  function decideDispute(id: string, status: 'won' | 'lost'): StripeObject {
    const one = objects.get(id)!
    one['status'] = status
    objects.get(one['payment_intent'])!['disputed'] = status === 'lost'
    if (status === 'won' && one['balance_transactions'].length > 0) {
      one['balance_transactions'].push({
        id: `txn_${++made}`,
        object: 'balance_transaction',
        amount: one['amount'],
        fee: 0,
        currency: 'usd',
      })
      addEvent('charge.dispute.funds_reinstated', one)
    }
    return addEvent('charge.dispute.closed', one)
  }

  function failRefund(id: string): StripeObject {
    const refund = Object.assign(objects.get(id)!, { status: 'failed', failure_reason: 'expired_or_canceled_card' })
    objects.get(refund['payment_intent'])!['amount_refunded'] -= refund['amount']
    return addEvent('refund.failed', refund)
  }

  function failPayout(account: string, amount: number): StripeObject {
    const payout = store('po', {
      object: 'payout',
      amount,
      currency: 'usd',
      livemode: false,
      status: 'failed',
      failure_code: 'account_closed',
    })
    return addEvent('payout.failed', payout, account)
  }

  function makeAccount(form: Record<string, string>): Sent {
    const account = {
      object: 'account',
      livemode: false,
      type: form['type'],
      email: form['email'],
      details_submitted: false,
      payouts_enabled: false,
    }
    return { status: 200, body: store('acct', { ...account, capabilities: { transfers: 'inactive' }, metadata: metadataOf(form) }) }
  }

  function makeLink(form: Record<string, string>): Sent {
    if (!objects.has(form['account']!)) return missing()
    return { status: 200, body: { object: 'account_link', created: 1, expires_at: 301, url: `${url}/setup/${form['account']}/${++made}` } }
  }

  function store(prefix: string, object: StripeObject): StripeObject {
    const stored = { id: `${prefix}_${String(++made).padStart(6, '0')}`, ...object }
    objects.set(stored.id, stored)
    return stored
  }

  /** Creates an event. If `account` is given, the event comes from that seller's Stripe account. */
  function addEvent(type: string, object: StripeObject, account?: string): StripeObject {
    events.push({
      id: `evt_${++made}`,
      object: 'event',
      api_version: '2026-10-28.endive',
      created: Math.floor(now() / 1000),
      type,
      livemode: false,
      ...(account === undefined ? {} : { account }),
      data: { object: structuredClone(object) },
    })
    return events.at(-1)!
  }

  const found = (fits: (object: StripeObject) => boolean, prefix: string): Sent => ({
    status: 200,
    body: { object: 'list', has_more: false, data: [...objects.values()].filter((one) => one['id'].startsWith(prefix) && fits(one)) },
  })

  return {
    url,
    secretKey: SECRET_KEY,
    webhookSecret: WEBHOOK_SECRET,
    /** Settings of a service that uses this server as its payment provider. */
    env: { PAYMENTS: 'stripe', STRIPE_SECRET_KEY: SECRET_KEY, STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET, STRIPE_API_BASE: url },
    /** Replaces the clock that determines the times of events. Tests pass the clock of the service that receives the events. */
    useClock: (clock: () => number) => void (now = clock),
    /** All requests that the server received, in order of arrival. */
    seen,
    /** All events so far. Tests may send an event once, twice or late, and in random order. */
    events,
    object: (id: string): StripeObject => objects.get(id)!,
    /** Returns all objects whose id starts with the prefix, for example `pi`, `re` or `tr`. */
    all: (prefix: string): StripeObject[] => [...objects.values()].filter((one) => one['id'].startsWith(`${prefix}_`)),
    count: (prefix: string): number => [...objects.keys()].filter((id) => id.startsWith(`${prefix}_`)).length,
    meet: (...next: Trouble[]) => void troubles.push(...next),
    payIntent: (id: string) => settle(objects.get(id)!),
    failIntent: (id: string) => {
      decline(objects.get(id)!, DECLINES['pm_card_visa_chargeDeclined']!)
      return events.at(-1)!
    },
    cancelIntent: (id: string) => addEvent('payment_intent.canceled', Object.assign(objects.get(id)!, { status: 'canceled' })),
    payCheckout,
    saveCard,
    deleteCustomer: (id: string) => void run('DELETE', `/v1/customers/${id}`, {}),
    expireCheckout: (id: string) => addEvent('checkout.session.expired', Object.assign(objects.get(id)!, { status: 'expired', url: null })),
    finishAccount: (id: string) =>
      addEvent(
        'account.updated',
        Object.assign(objects.get(id)!, { details_submitted: true, payouts_enabled: true, capabilities: { transfers: 'active' } }),
        id,
      ),
    stopAccount: (id: string) => addEvent('account.updated', Object.assign(objects.get(id)!, { payouts_enabled: false }), id),
    leaveAccount: (id: string) => {
      Object.assign(objects.get(id)!, { left: true })
      return addEvent('account.application.deauthorized', { id: 'ca_ours', object: 'application', name: 'Resale' }, id)
    },
    /** Sets the seller's balance to zero, so that no transfer can be reversed. */
    emptyAccount: (id: string, empty = true) => void Object.assign(objects.get(id)!, { empty }),
    dispute,
    withdraw,
    decideDispute,
    failRefund,
    failPayout,
    reverseTransfer: (id: string, amount: number) => {
      makeReversal(id, { amount: String(amount) })
      return events.at(-1)!
    },
    /** Adds an object that was not created through this server. The API can then return the object by its id. */
    put: (object: StripeObject) => void objects.set(object['id'], object),
    addEvent,
    /** Deletes all objects except the sellers' accounts. Also deletes all recorded requests, events and failures. */
    forget() {
      for (const id of objects.keys()) if (!id.startsWith('acct_')) objects.delete(id)
      for (const list of [seen, events, troubles]) list.length = 0
      answered.clear()
    },
    close: stop,
  }
}

/** Returns the body of an event and its signature with the timestamp `at`. */
export function signed(event: StripeObject, at: Date, secret = WEBHOOK_SECRET): { raw: Buffer; signature: string } {
  const raw = Buffer.from(JSON.stringify(event, null, 2))
  const timestamp = Math.floor(at.getTime() / 1000)
  return { raw, signature: Stripe.webhooks.generateTestHeaderString({ payload: raw.toString(), secret, timestamp }) }
}

/** Delivers an event to the service, signed at the time `at`. */
export function sendStripeEvent({ call, service }: TestApp, event: StripeObject, at = service.ctx.now()): Promise<Reply> {
  const { raw, signature } = signed(event, at)
  return call('POST', '/v1/payments/stripe', {
    raw: { type: 'application/json; charset=utf-8', bytes: raw },
    headers: { 'stripe-signature': signature },
  })
}

/** Returns the events in an order that depends on `seed`. Some events occur twice. */
export function shuffled(events: readonly StripeObject[], seed: number): StripeObject[] {
  const rank = (one: StripeObject, index: number) => createHash('sha256').update(`${seed} ${one['id']} ${index}`).digest('hex')
  return [...events, ...events.filter((_, index) => (index + seed) % 2 === 0)]
    .map((one, index) => ({ one, rank: rank(one, index) }))
    .toSorted((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ one }) => one)
}

const metadataOf = (form: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(form).flatMap(([name, value]) => (/^metadata\[(\w+)\]$/.exec(name) ? [[name.slice(9, -1), value]] : [])),
  )

const failure = (status: number, type: string, code?: string, param?: string): Sent => ({
  status,
  body: { error: { type, ...(code ? { code } : {}), ...(param ? { param } : {}), message: "Stripe's own words." } },
})

const missing = (): Sent => failure(404, 'invalid_request_error', 'resource_missing')

function send(response: ServerResponse, { status, body }: Sent): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
