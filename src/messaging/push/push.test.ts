import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { inTransaction, type Context } from '#platform/context/index.ts'
import { PUSH_KINDS } from '#messaging/notifications/rules.ts'
import { enqueueNotification, notifyOfEvent } from '#messaging/notifications/events.ts'
import { chosenAddress } from '#platform/egress/pinned-address.ts'
import { sendPush } from './send.ts'
import { queuePushes } from './index.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { openBargain, onSale } from '#test/bargain.ts'
import { startPushService, type PushBrowser, type PushService } from '#test/fakes/push.ts'
import { MESSAGE, OFFER, ORDER, recordNotice, REVIEW } from '#test/notices.ts'
import { openSaleAt } from '#test/sales.ts'

describe('sending push notifications to browsers', () => {
  test('a push notification about an offer is encrypted, states the same facts as the email, and contains no private data', async (t) => {
    const { app, service } = await openScene(t)
    const { seller, buyer } = await openBargain(app)
    const listing = await onSale(seller, { lowest_price: 61 })
    const [hers, his] = [await subscribed(app, service, seller.cookie), await subscribed(app, service, buyer.cookie)]
    const { db } = app.service.ctx
    await db.updateTable('accounts').set({ time_zone: 'America/Los_Angeles' }).where('id', '=', seller.id).execute()
    const { id } = await buyer.offer(listing, 70, 'my secret note')
    const [message] = await service.until(hers, 1)
    const { body, ...payload } = message!.content
    assert.deepEqual(payload, { title: 'New offer for “Wool coat”: $70', path: '/app/offers', tag: message!.topic })
    assert.match(body, /^“Ben” offers \$70 for “Wool coat”\. Your price is \$100\. .+\d\d:\d\d P[DS]T/)
    assert.deepEqual([message!.ttl, message!.urgency], [86_400, 'high'])
    assert.match(message!.contact, /^mailto:\S+@\S+$/)
    assert.doesNotMatch(message!.raw.toString('latin1'), /coat|Ben|secret/)
    assert.equal((await seller.call('POST', `/v1/offers/${id}/counter`, { json: { amount: 90 } })).status, 200)
    const [counter] = await service.until(his, 1)
    assert.match(counter!.content.title, /counters with \$90/)
    assert.equal(counter!.content.path, '/you/offers')
    for (const { content: payload } of [...hers.messages, ...his.messages]) assert.doesNotMatch(JSON.stringify(payload), /61|secret/)
    assert.equal(hers.messages.length, 1)
  })

  test('a buyer gets no push notification about their own payment or cancellation', async (t) => {
    const { app, service } = await openScene(t)
    const sale = await openSaleAt(app, 'awaiting_payment')
    const [hers, his] = [await subscribed(app, service, sale.seller.cookie), await subscribed(app, service, sale.buyer.cookie)]
    await sale.as('buyer', 'pay', { method: 'test_ok' })
    assert.match((await service.until(hers, 1))[0]!.content.title, /^Sold for \$48: “Brass lamp”$/)
    await sale.as('buyer', 'cancel')
    assert.match((await service.until(hers, 2))[1]!.content.title, /cancel/i)
    await app.advance(2)
    assert.deepEqual(
      his.messages.map(({ content: payload }) => payload.title),
      [],
    )
  })

  test('all processes use the same pair of VAPID keys for push notifications', async (t) => {
    const { app, service } = await openScene(t)
    const other = await startApp(t, { DATABASE_URL: app.databaseUrl })
    const { cookie } = await app.signUp()
    const [one, two] = await Promise.all([keyOn(app, cookie), keyOn(other, cookie)])
    assert.equal(one, two)
    assert.equal(Buffer.from(one, 'base64url').length, 65)
    const { seller, buyer } = await openBargain(app)
    const hers = await subscribed(app, service, seller.cookie)
    await buyer.offer(await onSale(seller), 70)
    assert.equal((await service.until(hers, 1))[0]!.publicKey, one)
  })

  test('a push subscription ends when the session of its browser ends or the account is closed', async (t) => {
    const { app, service } = await openScene(t)
    const { seller, buyer } = await openBargain(app)
    const hers = await subscribed(app, service, seller.cookie)
    assert.equal((await app.call('DELETE', '/v1/sessions', { cookie: seller.cookie })).status, 200)
    assert.equal(await countSubscriptions(app), 0)
    await buyer.offer(await onSale(seller), 70)
    await app.advance(2)
    assert.deepEqual([hers.messages.length, service.requests], [0, 0])
    const gone = await app.signUp('Gone')
    await subscribed(app, service, gone.cookie)
    const closed = await app.call('DELETE', '/v1/accounts/me', { cookie: gone.cookie, json: { confirm: true, password: gone.password } })
    assert.ok(closed.status < 300, JSON.stringify(closed.body))
    assert.equal(await countSubscriptions(app), 0)
  })

  test('a push subscription is deleted when the push service reports that it no longer exists', async (t) => {
    for (const status of [404, 410]) {
      const { app, service } = await openScene(t)
      const { seller, buyer } = await openBargain(app)
      await subscribed(app, service, seller.cookie)
      service.answers.push({ status })
      await buyer.offer(await onSale(seller), 70)
      await app.advance(2)
      assert.equal(await countSubscriptions(app), 0, String(status))
      assert.equal(service.requests, 1)
    }
  })

  test('a push notification is retried up to four times, respects Retry-After, and is never sent twice', async (t) => {
    const { app, service } = await openScene(t)
    const { seller, buyer } = await openBargain(app)
    const hers = await subscribed(app, service, seller.cookie)
    service.answers.push({ status: 503 }, { status: 429, headers: { 'Retry-After': '120' } })
    await buyer.offer(await onSale(seller), 70)
    await app.advance(1)
    assert.equal(service.requests, 1)
    await app.advance(11)
    assert.equal(service.requests, 2)
    await app.advance(61)
    assert.equal(service.requests, 2, 'waits the two minutes of Retry-After')
    await app.advance(60)
    assert.equal((await service.until(hers, 1)).length, 1)
    const { ctx } = app.service
    const { id } = await ctx.db.selectFrom('pushes').select('id').executeTakeFirstOrThrow()
    await Promise.all([1, 2, 3].map(() => sendPush(ctx, { id })))
    assert.equal(service.requests, 3, 'a sent notification is not repeated')

    service.answers.push(...Array.from({ length: 20 }, () => ({ status: 500 })))
    await buyer.offer(await onSale(seller, { title: 'Lamp' }), 70)
    for (const seconds of [1, 11, 61, 601, 3_601, 86_400]) await app.advance(seconds)
    assert.equal(service.requests, 3 + 4, 'four attempts in total')
    assert.deepEqual(
      (await ctx.db.selectFrom('pushes').select('status').orderBy('created_at').execute()).map(({ status }) => status),
      ['sent', 'failed'],
    )
  })

  test('a browser gets at most 30 push notifications per hour', async (t) => {
    const { app, service } = await openScene(t)
    const { id, cookie } = await app.signUp()
    const hers = await subscribed(app, service, cookie)
    const notify = (at: number) =>
      inTransaction(app.service.ctx, (tx) =>
        queuePushes(tx, { accountId: id, about: `evt_${at}`, subject: `Notice ${at}`, lines: ['x'], link: `${app.url}/you` }),
      )
    for (let at = 0; at < 40; at++) await notify(at)
    await notify(0)
    await service.until(hers, 30)
    assert.equal(await countOf(app, 'pushes'), 30)
    await app.advance(3_700)
    await notify(41)
    await service.until(hers, 31)
  })

  test('an invalid push endpoint is rejected, and a subscription is removed if its host has a private address', async (t) => {
    const { app, service } = await openScene(t)
    const { seller, buyer } = await openBargain(app)
    const keys = service.subscribe()
    for (const [endpoint, why] of [
      ['not an address', /spaces|read/],
      ['ftp://push.example/x', /http/],
      ['https://user:pass@push.example/x', /user name/],
      [`https://push.example/${'x'.repeat(1_000)}`, /1000/],
    ] as const) {
      const reply = await post(app, seller.cookie, { ...keys, endpoint })
      assert.equal(reply.status, 400, endpoint)
      assert.match(reply.body, why)
    }
    assert.equal((await post(app, seller.cookie, { ...keys, endpoint: 'http://10.1.2.3/push' })).status, 303)
    await buyer.offer(await onSale(seller), 70)
    await app.advance(2)
    assert.equal(await countSubscriptions(app), 0, 'a private address ends the subscription')
    const { ctx } = app.service
    const open: Context = { ...ctx, config: { ...ctx.config, mode: 'public' } }
    assert.throws(() => chosenAddress(open, 'http://push.example/x', 'endpoint'), /endpoint must start with https/)
    assert.equal(chosenAddress(open, 'https://push.example/x', 'endpoint'), 'https://push.example/x')
  })

  test('a push subscription requires valid keys and the browser’s own session, and an account has at most ten push subscriptions', async (t) => {
    const { app, service } = await openScene(t)
    const { cookie, email, password } = await app.signUp()
    const good = service.subscribe()
    for (const wrong of [
      { ...good, p256dh: good.p256dh.slice(0, -3) },
      { ...good, p256dh: Buffer.alloc(65, 4).toString('base64url') },
      { ...good, auth: 'short' },
    ])
      assert.equal((await post(app, cookie, wrong)).status, 400)
    assert.equal((await post(app, cookie, good)).status, 303)
    assert.equal((await post(app, cookie, good)).status, 303, 'a repeated subscription is idempotent')
    assert.equal(await countSubscriptions(app), 1)
    const other = await app.signUp('Una')
    assert.equal(
      (await post(app, other.cookie, { ...service.subscribe(), endpoint: good.endpoint })).status,
      409,
      'an endpoint without its keys',
    )
    for (let made = 0; made < 11; made++) {
      const session = await app.call('POST', '/v1/sessions', { json: { email, password } })
      assert.equal((await post(app, session.headers['set-cookie']!.split(';')[0]!, service.subscribe())).status, 303)
    }
    assert.equal(await countSubscriptions(app), 10)
    const page = (await app.call('GET', '/you/settings', { cookie })).body as string
    const id = /name="subscription" value="(psh_\w+)"/.exec(page)![1]!
    assert.equal((await post(app, other.cookie, { subscription: id }, 'push_end')).status, 303)
    assert.equal(await countSubscriptions(app), 10, 'another account cannot end the subscription')
    assert.equal((await post(app, cookie, { subscription: id }, 'push_end')).status, 303)
    assert.equal(await countSubscriptions(app), 9)
    assert.equal(
      (
        await app.call('POST', '/you/settings', {
          cookie,
          form: new URLSearchParams({ do: 'push', ...(good as object) } as never).toString(),
        })
      ).status,
      403,
    )
  })

  test('push notifications are sent even if email notifications are off', async (t) => {
    const { app, service } = await openScene(t)
    const { ctx } = app.service
    const quiet: Context = { ...ctx, config: { ...ctx.config, mail: { kind: 'off' } } }
    const { id, cookie } = await app.signUp()
    const hers = await subscribed(app, service, cookie)
    const object = {
      ...{ id: 'off_1', status: 'open', amount: 40, note: null, counter: null, order: null },
      ...{ listing: { id: 'lst_1', title: 'Wool coat', price: 50 }, shop: { slug: 'shop', name: 'Shop' }, buyer: { name: 'Ben' } },
    }
    const mails = await countMails(app)
    await notifyOfEvent(quiet, { id: 'evt_1', accountId: id, type: 'offer.received', object })
    assert.equal((await service.until(hers, 1))[0]!.content.title, 'New offer for “Wool coat”: $40')
    assert.equal(await countMails(app), mails)
    const event = { id: 'evt_2', accountId: id, object, createdAt: new Date(), livemode: true }
    await inTransaction(quiet, (tx) => enqueueNotification(tx, { ...event, type: 'order.decided' }))
    await inTransaction(quiet, (tx) => enqueueNotification(tx, { ...event, type: 'offer.received' }))
    await service.until(hers, 2)
  })
})

describe('switching each kind of push notification on or off', () => {
  test('switching off push notifications of one kind does not switch off emails of this kind', async (t) => {
    const { app, service } = await openScene(t)
    const { seller, buyer } = await openBargain(app)
    const hers = await subscribed(app, service, seller.cookie)
    const settings = await app.call('GET', '/you/settings', { cookie: seller.cookie })
    const names = [...settings.body.matchAll(/name="push_(\w+)" checked/g)].map(([, kind]) => kind)
    assert.deepEqual(names, PUSH_KINDS)
    const all = Object.fromEntries(names.filter((kind) => kind !== 'offer_received').map((kind) => [`push_${kind}`, 'true']))
    assert.equal((await post(app, seller.cookie, all, 'push_notices')).status, 303)
    const { body } = await app.call('GET', '/v1/notices', { cookie: seller.cookie })
    const withPush = body.switches.filter(({ push }: { push: boolean | null }) => push !== null)
    assert.deepEqual(
      withPush.map(({ kind }: { kind: string }) => kind),
      PUSH_KINDS,
    )
    const off = withPush.filter(({ push }: { push: boolean }) => !push)
    assert.deepEqual(off, [{ kind: 'offer_received', title: 'A buyer makes an offer', enabled: true, push: false }])
    const mails = await countMails(app)
    await buyer.offer(await onSale(seller), 70)
    await app.advance(2)
    assert.deepEqual([hers.messages.length, (await countMails(app)) - mails], [0, 1])
    const on = await app.call('PATCH', '/v1/notices', { cookie: seller.cookie, form: 'push[offer_received]=true' })
    assert.equal(on.status, 200)
    await buyer.offer(await onSale(seller), 75)
    await service.until(hers, 1)
    const unknown = await app.call('PATCH', '/v1/notices', { cookie: seller.cookie, json: { push: { sold: 'perhaps' } } })
    assert.deepEqual([unknown.status, unknown.body.error.param], [400, 'push.sold'])
  })

  test('push notifications about messages, shipments, payouts and reviews are sent unless they are switched off', async (t) => {
    const { app, service } = await openScene(t)
    const { ctx } = app.service
    const { id, cookie } = await app.signUp()
    const hers = await subscribed(app, service, cookie)
    const events = [
      ['question.asked', 'question', MESSAGE, '“Ben” asks about “Wool coat”'],
      ['message.answered', 'answer', { ...MESSAGE, from: 'owner' }, '“Ana’s attic” wrote to you about “Wool coat”'],
      ['order.shipped', 'order_shipped', ORDER, 'Shipped: “Wool coat”'],
      ['payout.sent', 'payout', ORDER, 'Your payout for “Wool coat” is on its way'],
      ['offer.declined', 'offer_ended', { ...OFFER, status: 'declined' }, 'Your offer for “Wool coat” was declined'],
      ['review.created', 'review', REVIEW, 'New review of “Wool coat”: 4 of 5'],
    ] as const
    for (const [index, [type, kind, object, title]] of events.entries()) {
      await recordNotice(ctx, { accountId: id, type, object })
      assert.equal((await service.until(hers, index + 1))[index]!.content.title, title)
      assert.doesNotMatch(hers.messages[index]!.content.body, /Is it warm|Warm\./, 'contains no text of others')
      const off = await app.call('PATCH', '/v1/notices', { cookie, json: { push: { [kind]: false } } })
      assert.equal(off.status, 200)
      await recordNotice(ctx, { accountId: id, type, object })
      await app.advance(1)
      assert.equal(hers.messages.length, index + 1, kind)
    }
    await recordNotice(ctx, { accountId: id, type: 'money.case', object: FAILED_PAYOUT })
    await service.until(hers, events.length + 1)
    await recordNotice(ctx, { accountId: id, type: 'order.decided', object: DECISION })
    await app.advance(1)
    assert.equal(hers.messages.length, events.length + 1, 'a failed payout is pushed, and a decision is only an email')
  })

  test('each digest of price drops or saved searches is also sent as one push notification, even if email for this kind is switched off', async (t) => {
    const { app, service } = await openScene(t)
    const { seller, buyer } = await openBargain(app)
    const his = await subscribed(app, service, buyer.cookie)
    const off = Object.fromEntries(['price_drop', 'search_alert'].map((kind) => [kind, false]))
    assert.equal((await app.call('PATCH', '/v1/notices', { cookie: buyer.cookie, json: off })).status, 200)
    const listings = [await onSale(seller, { title: 'Lamp' }), await onSale(seller, { title: 'Lamp' })]
    for (const id of listings) {
      assert.equal((await app.call('PUT', `/v1/market/listings/${id}/like`, { key: buyer.key })).status, 200)
      assert.equal((await seller.call('PATCH', `/v1/listings/${id}`, { json: { price: 50 } })).status, 200)
    }
    assert.equal((await app.call('POST', '/v1/searches', { key: buyer.key, json: { q: 'coat', alert: 'daily' } })).status, 201)
    await app.advance(1)
    await app.advance(700)
    const [drop] = await service.until(his, 1)
    const { title, body, path } = drop!.content
    assert.deepEqual([title, body, path], ['Price drop: “Lamp” and 1 more item', '2 items that you like cost less now.', '/you/likes'])
    await onSale(seller, { title: 'Wool coat' })
    await app.advance(90_000)
    const [, found] = await service.until(his, 2)
    const { title: name, body: text, path: page } = found!.content
    assert.deepEqual([name, text, page], ['New results: coat', 'New items match your saved searches.', '/you/searches'])
    const kinds = await app.service.ctx.db.selectFrom('mails').select('kind').where('account_id', '=', buyer.id).execute()
    assert.ok(!kinds.some(({ kind }) => kind in off))
  })
})

const DECISION = { id: 'ord_1', about: 'Wool coat', decision: 'refund', back: 20, reason: 'Torn.', side: 'buyer' }
const FAILED_PAYOUT = {
  ...{ id: 'mcs_1', kind: 'payout_failed', what: 'opened', stage: null, about: null, amount: 20, order: null, due_by: null },
  side: 'seller',
}

type Scene = { app: TestApp; service: PushService }

async function openScene(t: { after(stop: () => Promise<void>): void }): Promise<Scene> {
  return { service: await startPushService(t), app: await startApp(t) }
}

async function post(app: TestApp, cookie: string, fields: object, what = 'push') {
  const page = await app.call('GET', '/you/settings', { cookie })
  const token = /name="form_token" value="([^"]+)"/.exec(page.body)![1]!
  const { messages: _, ...rest } = fields as Partial<PushBrowser>
  const form = new URLSearchParams({ do: what, form_token: token, ...(rest as Record<string, string>) })
  return app.call('POST', '/you/settings', { cookie, form: form.toString() })
}

async function subscribed(app: TestApp, service: PushService, cookie: string): Promise<PushBrowser> {
  const browser = service.subscribe()
  const reply = await post(app, cookie, browser)
  assert.equal(reply.status, 303, reply.body)
  return browser
}

const keyOn = async (app: TestApp, cookie: string): Promise<string> =>
  /data-key="([\w-]+)"/.exec((await app.call('GET', '/you/settings', { cookie })).body)![1]!

const countSubscriptions = (app: TestApp): Promise<number> => countOf(app, 'push_subscriptions')
const countMails = (app: TestApp): Promise<number> => countOf(app, 'mails')

const countOf = async ({ service }: TestApp, table: 'pushes' | 'push_subscriptions' | 'mails'): Promise<number> =>
  (
    await service.ctx.db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n
