// npm run contract:stripe: validates every request of the Stripe adapter against Stripe's own API description. Needs go, which builds
// stripe-mock once into node_modules/.cache. Without go, the check is skipped with a message.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { resolve } from 'node:path'
import { createStripePayments } from '#platform/payments/stripe/index.ts'
import type { Charge, Payments } from '#platform/payments/index.ts'
import { answerHelp } from '#bin/help.ts'
import { freePort } from '#test/free-port.ts'
import { startLocalServer } from '#test/local-server.ts'
import { startProgram, type Program } from '#test/program.ts'

answerHelp(import.meta.filename)

const VERSION = 'v0.203.0'
const FOLDER = resolve(import.meta.dirname, `../../node_modules/.cache/stripe-mock-${VERSION}`)
const PROGRAM = `${FOLDER}/stripe-mock`

type Exchange = { request: string; status: number; answer: string }

/** Calls for each part of the payment adapter. The mock is stateless and only returns sample objects. */
const PARTS: Record<string, (payments: Payments) => Promise<unknown>> = {
  'a card form': (payments) => payments.charge(charge('card')),
  'a card': (payments) => payments.charge(charge('pm_card_visa')),
  'a card that the bank wants to see the buyer for': (payments) =>
    payments.charge({ ...charge('pm_card_visa'), page: { title: 'Lamp', returnUrl: 'https://example.test/pay/1' } }),
  'a token of a form': (payments) => payments.charge(charge('ctoken_1')),
  'a page of Stripe’s': (payments) =>
    payments.charge({ ...charge('checkout'), page: { title: 'Lamp', returnUrl: 'https://example.test/pay/1' } }),
  'a page of Stripe’s with saved cards': (payments) =>
    payments.charge({ ...charge('checkout'), page: { title: 'Lamp', returnUrl: 'https://example.test/pay/1' }, customerRef: 'cus_1' }),
  'a new customer': (payments) => payments.createCustomer({ id: 'pcu_1', accountId: 'usr_1', email: 'ana@example.test' }),
  'a customer without a verified address': (payments) => payments.createCustomer({ id: 'pcu_1', accountId: 'usr_1', email: null }),
  'another address of a customer': (payments) => payments.changeCustomer('cus_1', 'ana@example.test'),
  'the saved cards': (payments) => payments.listCards('cus_1'),
  'a removed card': (payments) => payments.removeCard('cus_1', 'pm_1'),
  'the end of a customer': (payments) => payments.deleteCustomer({ id: 'pcu_1', ref: 'cus_1' }),
  'the end of a lost customer': (payments) => payments.deleteCustomer({ id: 'pcu_1', ref: null }),
  'a look at a card': (payments) => payments.retrieveCharge({ ...charge('card'), ref: 'pi_1' }),
  'a look at a page': (payments) => payments.retrieveCharge({ ...charge('checkout'), ref: 'cs_1' }),
  'a search after a lost response': (payments) => payments.retrieveCharge({ ...charge('card'), ref: null }),
  'a refund': (payments) => payments.refund({ id: 'mov_1', ref: 'pi_1', amountCents: 100 }),
  'a transfer': (payments) => payments.transfer({ id: 'mov_2', account: 'acct_1', amountCents: 100, subject: 'ord_1', sourceRef: 'pi_1' }),
  'a reversal': (payments) => payments.reverse({ id: 'mov_3', ref: 'tr_1', amountCents: 100 }),
  'a new account': async (payments) => payments.openAccount(seller(null)),
  'a known account': async (payments) => payments.openAccount(seller('acct_1')),
  'news of a payment': (payments) => payments.fetchNews({ kind: 'intent', ref: 'pi_1', account: null }),
  'news of a page': (payments) => payments.fetchNews({ kind: 'checkout', ref: 'cs_1', account: null }),
  'news of a chargeback': (payments) => payments.fetchNews({ kind: 'dispute', ref: 'du_1', account: null }),
  'news of a refund': (payments) => payments.fetchNews({ kind: 'refund', ref: 're_1', account: null }),
  'news of a transfer': (payments) => payments.fetchNews({ kind: 'transfer', ref: 'tr_1', account: null }),
  'news of a payout': (payments) => payments.fetchNews({ kind: 'payout', ref: 'po_1', account: 'acct_1' }),
  'news of an account': (payments) => payments.fetchNews({ kind: 'account', ref: 'acct_1', account: 'acct_1' }),
}

/** Every Stripe route that the adapter uses. New routes must be added here. */
const ROUTES = [
  'DELETE /v1/customers/:id',
  'GET /v1/accounts/:id',
  'GET /v1/checkout/sessions/:id',
  'GET /v1/customers/:id/payment_methods',
  'GET /v1/customers/:id/payment_methods/:id',
  'GET /v1/customers/search',
  'GET /v1/disputes/:id',
  'GET /v1/payment_intents/:id',
  'GET /v1/payment_intents/search',
  'GET /v1/payouts/:id',
  'GET /v1/refunds',
  'GET /v1/refunds/:id',
  'GET /v1/transfers',
  'GET /v1/transfers/:id',
  'GET /v1/transfers/:id/reversals',
  'POST /v1/account_links',
  'POST /v1/accounts',
  'POST /v1/checkout/sessions',
  'POST /v1/customers',
  'POST /v1/customers/:id',
  'POST /v1/payment_intents',
  'POST /v1/payment_methods/:id/detach',
  'POST /v1/refunds',
  'POST /v1/transfers',
  'POST /v1/transfers/:id/reversals',
]

/**
 * A field name that Stripe's library has used since 2026-09-30.endive, and that the older mock (2026-08-26.dahlia) does not support. The
 * proxy sends the old name to the mock. Once the mock supports the new name, this check fails and the entry can be removed.
 */
const NEWER = { at: '/v1/checkout/sessions', name: 'allowed_payment_method_types', before: 'payment_method_types' }

const charge = (method: string): Charge => ({
  ...{ id: 'pay_1', amountCents: 1_250, method, subject: 'ord_1' },
  ...{ startedAt: new Date(), now: new Date() },
})
const seller = (ref: string | null) => ({ id: 'usr_1', email: 'ana@example.test', era: '0', ref, returnUrl: 'https://example.test/back' })

async function main(): Promise<void> {
  if (!build()) return console.log('contract:stripe was LEFT OUT: go is not on this machine, so stripe-mock cannot be built.')
  const { mock, port } = await startMock()
  const exchanges: Exchange[] = []
  const between = await startLocalServer(undefined, (request, response) => {
    passOn(port, exchanges, request, response).catch(() => response.destroy())
  })
  try {
    const payments = createStripePayments({
      secretKey: 'sk_test_123',
      webhookSecret: 'whsec_x',
      baseUrl: between.url,
    })
    for (const [part, run] of Object.entries(PARTS)) await hold(part, exchanges, () => run(payments))
    // if the mock accepted these invalid requests, the check above would prove nothing
    await refuses(port, '/v1/payment_intents', 'currency=usd', 'the mock accepts an intent without an amount')
    await refuses(port, NEWER.at, `mode=payment&${NEWER.name}[0]=card`, `the mock supports ${NEWER.name} now: remove NEWER`)
    assert.deepEqual([...new Set(exchanges.map(({ request }) => routeOf(request)))].toSorted(), ROUTES)
    console.log(`contract:stripe: ${exchanges.length} requests of ${Object.keys(PARTS).length} parts, all as Stripe describes them.`)
  } finally {
    await between.stop()
    await mock.stop('SIGKILL')
  }
}

function build(): boolean {
  if (existsSync(PROGRAM)) return true
  if (spawnSync('go', ['version']).status !== 0) return false
  mkdirSync(FOLDER, { recursive: true })
  const { status } = spawnSync('go', ['install', `github.com/stripe/stripe-mock@${VERSION}`], {
    env: { ...process.env, GOBIN: FOLDER },
    stdio: 'inherit',
  })
  assert.equal(status, 0, 'stripe-mock could not be built')
  return true
}

async function startMock(): Promise<{ mock: Program; port: number }> {
  const port = await freePort()
  const mock = startProgram(PROGRAM, ['-http-addr', `127.0.0.1:${port}`])
  await mock.until(() =>
    fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    ),
  )
  return { mock, port }
}

async function passOn(port: number, exchanges: Exchange[], request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const headers = Object.fromEntries(
    ['authorization', 'content-type', 'idempotency-key', 'stripe-version', 'stripe-account'].flatMap((name) =>
      request.headers[name] === undefined ? [] : [[name, String(request.headers[name])]],
    ),
  )
  const answer = await fetch(`http://127.0.0.1:${port}${request.url}`, {
    method: request.method!,
    headers,
    ...(chunks.length > 0 ? { body: asTheMockKnows(request.url!, Buffer.concat(chunks).toString()) } : {}),
  })
  const body = await answer.text()
  exchanges.push({ request: `${request.method} ${request.url}`, status: answer.status, answer: body })
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(body)
}

async function refuses(port: number, path: string, body: string, otherwise: string): Promise<void> {
  const headers = { authorization: 'Bearer sk_test_123', 'content-type': 'application/x-www-form-urlencoded' }
  const { status } = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body })
  assert.equal(status, 400, otherwise)
}

const asTheMockKnows = (url: string, body: string): string => (url === NEWER.at ? body.replaceAll(NEWER.name, NEWER.before) : body)

/**
 * Fails unless the mock accepts all requests of one part of the adapter. Ignores errors that the adapter throws, because the stateless mock
 * may send responses that do not match the request.
 */
async function hold(part: string, exchanges: Exchange[], work: () => Promise<unknown>): Promise<void> {
  const from = exchanges.length
  const failed = await work().then(
    () => null,
    (error: unknown) => error,
  )
  const wrong = exchanges.slice(from).filter(({ status }) => status !== 200)
  assert.deepEqual(wrong, [], `${part}: Stripe would reject this request`)
  assert.ok(exchanges.length > from, `${part} sent no request: ${String(failed)}`)
}

const routeOf = (request: string): string =>
  request
    .replace(/\?.*/, '')
    .replace(/\/(?!search$)[a-z]+_\w+(?=\/|$)/g, (part) =>
      /^\/(?:payment_intents|payment_methods|account_links)$/.test(part) ? part : '/:id',
    )

await main()
