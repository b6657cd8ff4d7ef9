import assert from 'node:assert/strict'
import type { Reply, TestApp } from '#test/app.ts'
import { mailedLink } from '#test/mailed-link.ts'
import { HOME } from '#test/sales.ts'
import type { TestContext } from 'node:test'
import { joinGuest } from '#commerce/guests/join.ts'
import { inTransaction } from '#platform/context/index.ts'
import type { Charge } from '#platform/payments/index.ts'
import { lockWaits } from '#test/contention.ts'
import { until } from '#test/until.ts'

/** Settings that let each call come from a separate network. Otherwise, the limit on unpaid guest orders per network would apply. */
export const MANY_NETWORKS = { TRUSTED_PROXIES: '127.0.0.1/32' }

let networks = 0
/** Returns request headers with a client address in a network that no other request uses. */
export const fromNewNetwork = (): Record<string, string> => {
  networks++
  return { 'X-Forwarded-For': `198.51.${networks >> 8}.${networks & 255}` }
}

let emails = 0
/** Returns an email address that no account and no guest uses. */
export const newEmail = (): string => `guest${++emails}@example.test`

/** Returns the token from the latest email link to a guest's order. */
export const orderLink = (app: TestApp, email: string): Promise<string> => mailedLink(app, email, '/guest/order')

/** Starts a guest's checkout through the API. */
export const checkOut = (app: TestApp, listing: string, email: string, more: Record<string, unknown> = {}): Promise<Reply> =>
  app.call('POST', '/v1/checkouts/guest', { json: { listing, email, address: HOME, ...more }, headers: fromNewNetwork() })

/** Returns the session cookie in a response. */
export const sessionIn = (reply: Reply): string => {
  const cookie = /(?:__Host-)?session=[^;]+/.exec(reply.headers['set-cookie'] ?? '')?.[0]
  assert.ok(cookie, `no session: ${reply.status} ${JSON.stringify(reply.body)}`)
  return cookie
}

/** Opens the payment page for a checkout and returns the guest's cookie. */
export async function openPayUrl(app: TestApp, payUrl: string): Promise<string> {
  const { pathname, search } = new URL(payUrl)
  return sessionIn(await app.call('GET', pathname + search))
}

/**
 * Buys a listing as a guest. The checkout starts through the API and continues in the guest's session. Returns the order and the guest's
 * cookie.
 */
export async function buyAsGuest(app: TestApp, listing: string, email: string): Promise<{ order: string; cookie: string }> {
  const { status, body } = await checkOut(app, listing, email)
  assert.equal(status, 201, JSON.stringify(body))
  const cookie = await openPayUrl(app, body.pay_url)
  const paid = await asGuest(app, cookie, 'POST', `/v1/orders/${body.order}/pay`, { method: 'test_ok' })
  assert.equal(paid.body.payment, 'paid', JSON.stringify(paid.body))
  return { order: body.order, cookie }
}

/** Calls the API with a guest's session cookie. */
export const asGuest = (app: TestApp, cookie: string, method: string, path: string, json?: Record<string, unknown>): Promise<Reply> =>
  app.call(method, path, { cookie, headers: { Origin: app.url }, ...(json ? { json } : {}) })

/** Submits a form on a page, with the CSRF token from `page`. */
export async function postForm(
  app: TestApp,
  path: string,
  fields: Record<string, string>,
  { cookie, page }: { cookie?: string; page?: string } = {},
): Promise<Reply> {
  const token =
    page === undefined ? undefined : /name="form_token" value="([^"]+)"/.exec((await app.call('GET', page, { cookie: cookie! })).body)?.[1]
  const form = new URLSearchParams({ ...fields, ...(token ? { form_token: token } : {}) }).toString()
  return app.call('POST', path, { form, headers: { Origin: app.url, ...fromNewNetwork() }, ...(cookie ? { cookie } : {}) })
}

/** Returns the text of a page without the ids, tokens, times and names that are specific to one purchase. */
export const screenOf = ({ body }: Reply): string =>
  /<main[^]*<\/main>/
    .exec(body)![0]
    .replaceAll(/(?:ord|lst|pay|thr|usr)_[0-9a-z]+/g, 'id')
    .replaceAll(/(?:nonce|value|datetime|title|data-[a-z]+)="[^"]*"/g, '')
    .replaceAll(/wool-coat[-0-9]*/g, 'link')
    .replaceAll(/token%3D[0-9A-Za-z%]+/g, '')
    .replaceAll(/>[^<]*\b\d{1,2}:\d{2}[^<]*</g, '><')

const HIDDEN = /<input type="hidden" name="(items|expected_total)" value="([^"]*)"/g

/** Submits the checkout page for several items without an account, with the total that the page shows. */
export async function checkOutBundle(
  app: TestApp,
  shop: string,
  listings: readonly string[],
  email: string,
  more: Record<string, string> = {},
  headers: Record<string, string> = fromNewNetwork(),
): Promise<Reply> {
  const path = `/bundle/${shop}/checkout`
  const page = await app.call('GET', `${path}?${listings.map((id) => `item=${id}`).join('&')}`)
  const hidden = Object.fromEntries([...String(page.body).matchAll(HIDDEN)].map(([, name, value]) => [name!, value!]))
  const form = new URLSearchParams({ items: listings.join(' '), ...hidden, email, ...HOME, method: 'test_ok', ...more }).toString()
  return app.call('POST', path, { form, headers: { Origin: app.url, ...headers } })
}

/** Buys several items without an account. Returns the purchase, its orders, and the guest's session cookie. */
export async function buyBundleAsGuest(
  app: TestApp,
  shop: string,
  listings: readonly string[],
  email: string,
  more: Record<string, string> = {},
): Promise<{ purchase: string; orders: string[]; cookie: string }> {
  const reply = await checkOutBundle(app, shop, listings, email, more)
  const cookie = sessionIn(reply)
  const { body } = await asGuest(app, cookie, 'GET', '/v1/purchases')
  const [purchase] = body.data
  assert.ok(purchase, JSON.stringify(body))
  return { purchase: purchase.id, orders: purchase.orders.map(({ id }: { id: string }) => id), cookie }
}

type Joining = { account: string; guest: string }

/**
 * Moves a guest's purchases to an account at the worst moment: the payment provider has charged the card, but the service has not yet
 * applied the result.
 */
export function joinDuringCharge(t: TestContext, { service: { ctx } }: TestApp, { account, guest }: Joining): void {
  const payments = ctx.payments!
  const charge = payments.charge.bind(payments)
  t.mock.method(payments, 'charge', async (request: Charge) => {
    const charged = await charge(request)
    await inTransaction(ctx, (tx) => joinGuest(tx, account, guest))
    return charged
  })
}

/**
 * Runs `work` while an open transaction moves a guest's purchases to an account. Commits that transaction once a statement that contains
 * `waiting` is waiting for a lock.
 */
export async function whileJoining<T>(
  { service: { ctx } }: TestApp,
  { account, guest }: Joining,
  waiting: string,
  work: () => Promise<T>,
): Promise<T> {
  const [joined, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const joining = inTransaction(ctx, async (tx) => {
    await joinGuest(tx, account, guest)
    joined.resolve()
    await released.promise
  })
  await Promise.race([joined.promise, joining])
  const working = work()
  await until(`a statement with ${waiting} waits`, async () => (await lockWaits(ctx.db, waiting)) > 0)
  released.resolve()
  await joining
  return working
}
