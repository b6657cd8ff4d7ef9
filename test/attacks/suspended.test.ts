import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { ENDPOINTS } from '#api/index.ts'
import { isForSuspended } from '#platform/http/run.ts'
import { startApp, type Reply, type TestApp } from '#test/app.ts'
import { formRoutes } from '#test/attacks/herd/forms.ts'
import { visitorOf } from '#test/pages.ts'
import { openSaleAt, type SaleScene } from '#test/sales.ts'
import { lifetime } from '#test/lifetime.ts'

/**
 * API endpoints that perform the same actions as the forms on each page. If the list is empty, the forms do not require an active account.
 * Every new page with a form must be added here.
 */
const PAGES: Record<string, readonly string[]> = {
  '/check': ['checkShopping'],
  '/sign-in': [],
  '/sign-in/passkey': [],
  '/sign-in/second': [],
  '/sign-in/link': [],
  '/sign-up': [],
  '/forgot': [],
  '/forgot/new': [],
  '/verify': [],
  '/guest/order': [],
  '/guest/pay': [],
  // the token in the URL identifies the account, so the request needs no session
  '/unsubscribe/:token': [],
  '/sign-out': ['deleteSession'],
  '/like/:id': ['likeListing'],
  '/follow/:slug': ['followStore'],
  // sharing increases a counter, but changes no account data
  '/share/listing/:id': [],
  '/share/shop/:slug': [],
  '/app': ['acceptOffer', 'declineOffer', 'publishListing'],
  '/app/approvals/:id': ['approve', 'decline'],
  '/app/open-shop': ['createShop'],
  '/app/listings': ['bulkListings', 'markListingSold', 'relistListing'],
  '/app/listings/bulk': ['bulkListings'],
  '/app/listings/bulk/:id': ['undoBulk'],
  '/app/listings/new': ['createListing'],
  '/app/listings/import': ['importListings'],
  // the browser stores the shared files and sends none of them to the server
  '/app/listings/shared': [],
  '/app/listings/:id': ['changeListing', 'setPriceDrop'],
  '/app/listings/:id/questions': ['createQuestion'],
  '/app/listings/:id/invitations': ['inviteLikers'],
  '/app/offers': ['acceptOffer', 'declineOffer', 'counterOffer'],
  '/app/messages/:id': ['sendMessage'],
  '/app/messages/replies': ['createReply', 'deleteReply'],
  '/app/messages/replies/:id': ['changeReply'],
  '/app/orders/:id': ['shipOrder', 'deliverOrder', 'cancelOrder', 'refundOrder', 'answerOrder', 'offerReturn', 'receiveReturn', 'buyLabel', 'voidLabel'],
  '/app/labels': ['buyLabels'],
  '/app/orders/:id/contest': ['contestReturn'],
  '/app/purchases/:id': ['shipPurchase'],
  '/app/payouts': ['openPayoutAccount'],
  '/app/shop': ['changeShop'],
  '/app/shops/:slug/sales': ['createSale'],
  // this form may turn test data off, but not on; pages with test data reject all other forms
  '/app/developers/test-data': [],
  '/app/developers/test-data/reset': ['resetSandbox'],
  '/app/developers/keys': ['createKey', 'revokeKey'],
  '/app/developers/apps': ['createApp'],
  '/app/developers/apps/:id': ['changeApp'],
  '/oauth/authorize': ['createKey'],
  '/app/developers/webhook': ['setWebhook'],
  '/app/measures': ['appealMeasure'],
  '/offer/:listing': ['makeOffer'],
  '/ask/:listing': ['startThread'],
  '/checkout/:listing': ['createOrder', 'payOrder'],
  '/hold/:listing': ['askHold', 'payHold'],
  // a suspended account may fill a bag, because the checkout rejects the purchase
  '/bag/:slug': ['createPurchase'],
  '/bundle/:slug': ['createPurchase'],
  '/bundle/:slug/checkout': ['createPurchase'],
  '/you/purchases/:id': ['payPurchase', 'cancelPurchase'],
  '/report/:listing': ['reportListing'],
  '/report/thread/:id': ['reportThread'],
  '/report/order/:id': ['reportOrder'],
  '/report/shop/:slug': ['reportStore'],
  '/block/thread/:id': ['blockThread'],
  '/block/order/:id': ['blockOrder'],
  '/block/shop/:slug': ['blockStore'],
  '/you/blocked': ['unblockThread', 'unblockOrder', 'unblockStore'],
  // the owner of a suspended account may still remove a card
  '/you/cards': [],
  '/you/addresses': ['changeAddress', 'deleteAddress'],
  '/you/addresses/new': ['createAddress'],
  '/you/addresses/:id': ['changeAddress'],
  '/you/likes': ['unlikeListing'],
  '/you/following': ['unfollowStore'],
  '/you/searches': ['saveSearch', 'changeSearch'],
  '/you/offers': ['withdrawOffer'],
  '/you/messages/:id': ['sendMessage'],
  '/you/orders/:id': ['deliverOrder', 'confirmOrder', 'cancelOrder', 'answerOrder', 'agreeToReturn', 'declineReturn', 'sendReturn', 'writeReview'],
  '/you/orders/:id/problem': ['reportProblem'],
  '/you/ways-in': ['addPasskey', 'startTotp', 'confirmTotp', 'removeTotp', 'renewRecoveryCodes'],
  '/you/passkeys/:id': ['renamePasskey', 'removePasskey'],
  '/you/settings': ['changeMe', 'changeEmail', 'askForEmailVerification', 'changePassword', 'changeNotices', 'createExport', 'closeAccount', 'endSession', 'endOtherSessions'],
  '/operator/reports/:id': ['hideListing', 'requestChange', 'dismissReport', 'warnReported'],
  '/operator/appeals/:id': [],
  '/operator/disputes/:id': [],
  '/operator/money/:id': [],
  '/operator/accounts/:id': ['suspendAccount'],
  '/operator/measures/:id': [],
  '/operator/reviews/:id': [],
  '/operator/settings': [],
} // prettier-ignore

const OPERATORS = /^\/operator\//
/** Endpoints that end the caller's session. The test calls them last. */
const LAST = ['endOtherSessions', 'deleteSession', 'closeAccount']

describe('the API and the pages respond to a suspended account in the same way', () => {
  let app: TestApp
  let ana: Awaited<ReturnType<TestApp['signUp']>>
  let sale: SaleScene
  const life = lifetime()

  before(async () => {
    app = await startApp(life)
    ana = await app.signUp('Ana')
    sale = await openSaleAt(app, 'completed')
    const { db, now } = app.service.ctx
    await db.updateTable('accounts').set({ suspended_at: now() }).where('id', 'in', [ana.id, sale.buyer.id]).execute()
  })

  const isRefused = ({ status, body }: Reply): boolean =>
    status === 403 && (typeof body === 'string' ? /suspended/.test(body) : body.error?.code === 'suspended')
  const allows = (id: string): boolean => {
    const endpoint = app.service.ctx.endpoints.get(id)
    assert.ok(endpoint, `there is no endpoint ${id}`)
    return isForSuspended(endpoint)
  }

  const writes = ENDPOINTS.filter(({ method }) => method !== 'GET').toSorted((a, b) => LAST.indexOf(a.id) - LAST.indexOf(b.id))
  for (const endpoint of writes)
    test(`${endpoint.method} ${endpoint.path} ${isForSuspended(endpoint) ? 'accepts' : 'rejects'} the session of a suspended account, and rejects its keys`, async () => {
      const path = `/v1${endpoint.path.replaceAll(/\{\w+\}/g, 'x')}`
      const bySession = await app.call(endpoint.method, path, { cookie: ana.cookie, json: {} })
      assert.equal(isRefused(bySession), !isForSuspended(endpoint), JSON.stringify(bySession.body))
      assert.ok(isRefused(await app.call(endpoint.method, path, { key: ana.key, json: {} })))
    })

  test('the list in this test names exactly the pages with a form', () => {
    assert.deepEqual(Object.keys(PAGES).toSorted(), formRoutes(app.service.ctx).toSorted())
  })

  for (const [route, ids] of Object.entries(PAGES))
    test(`a suspended account may submit the form at ${route}${ids.length > 0 ? ` if and only if it may call ${ids.join(' or ')}` : ''}`, async () => {
      const { cookie } = await fresh()
      const { token } = await visitorOf(app, cookie)
      const path = route.replaceAll(/:\w+/g, 'x')
      const reply = await app.call('POST', path, { cookie, headers: { origin: app.url }, form: `form_token=${token}&do=x` })
      // must not reveal to other users that the operator pages exist
      if (OPERATORS.test(route)) return assert.equal(reply.status, 404)
      assert.equal(isRefused(reply), ids.length > 0 && !ids.some(allows), `${reply.status}`)
    })

  /** Opens a separate session, because a form may end the session that submits it. */
  async function fresh(): Promise<{ cookie: string }> {
    const { headers } = await app.call('POST', '/v1/sessions', { json: { email: ana.email, password: ana.password } })
    return { cookie: headers['set-cookie']!.split(';')[0]! }
  }

  const SETTINGS: Record<string, string> = {
    email: 'changeEmail',
    verify: 'askForEmailVerification',
    password: 'changePassword',
    end_others: 'endOtherSessions',
    brake: 'changeMe',
    notices: 'changeNotices',
    export: 'createExport',
    close: 'closeAccount',
  }
  for (const [what, id] of Object.entries(SETTINGS))
    test(`a suspended account may submit the settings form “${what}” if and only if it may call ${id}`, async () => {
      const { cookie } = await fresh()
      const { token } = await visitorOf(app, cookie)
      const form = `form_token=${token}&do=${what}`
      assert.equal(isRefused(await app.call('POST', '/you/settings', { cookie, headers: { origin: app.url }, form })), !allows(id))
    })

  test('a suspended account can leave test mode but cannot enter it', async () => {
    const { cookie } = await fresh()
    const { post } = await visitorOf(app, cookie)
    assert.ok(isRefused(await post('/app/developers/test-data', { show: 'seller' })))
    assert.equal((await post('/app/developers/test-data', { show: 'own' })).status, 303)
  })

  test('a suspended account cannot change its name, either on the page or through the API', async () => {
    const { cookie } = await fresh()
    const { token } = await visitorOf(app, cookie)
    const form = `form_token=${token}&do=name&name=Other`
    assert.ok(isRefused(await app.call('POST', '/you/settings', { cookie, headers: { origin: app.url }, form })))
    assert.ok(isRefused(await app.call('PATCH', '/v1/me', { cookie, json: { name: 'Other' } })))
    assert.equal((await app.call('PATCH', '/v1/me', { cookie, json: { brake: true } })).status, 200)
    assert.equal((await app.call('GET', '/v1/me', { cookie })).body.account?.name ?? 'Ana', 'Ana')
  })

  test('a suspended account cannot write a review, either on the page or through the API', async () => {
    const { cookie } = sale.buyer
    const { token } = await visitorOf(app, cookie)
    const form = `form_token=${token}&do=review&rating=5&body=Fine`
    assert.ok(isRefused(await app.call('POST', `/you/orders/${sale.order.id}`, { cookie, headers: { origin: app.url }, form })))
    assert.ok(isRefused(await app.call('POST', `/v1/orders/${sale.order.id}/review`, { cookie, json: { rating: 5, body: 'Fine' } })))
  })

  test('a suspended account can use a passkey and change its password', async () => {
    const options = await app.call('POST', '/v1/sessions/passkey-options', { cookie: ana.cookie, json: {} })
    assert.equal(options.status, 200)
    const { cookie } = await fresh()
    const changed = await app.call('PUT', '/v1/me/password', {
      cookie,
      json: { password: ana.password, new_password: 'quite another password' },
    })
    assert.equal(changed.status, 200, JSON.stringify(changed.body))
  })
})
