import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { NewEvent } from '#platform/events/index.ts'
import { NOTICE_KINDS } from './rules.ts'
import { startApp } from '#test/app.ts'
import { signUpQuietly } from '#test/factories.ts'
import { header } from '#test/mail.ts'
import { APPROVAL, COUNTERED, recordNotice, mailbox, MESSAGE, OFFER, ORDER, REVIEW, subjects } from '#test/notices.ts'
import { makeListing, makeShop } from '#test/rows.ts'
import { listChannels, mailBody } from './index.ts'
import * as queries from './queries.ts'
import type { MailRow } from './queries.ts'

const returned = (status: string) => ({
  ...ORDER,
  status: status === 'refunded' ? 'refunded' : 'problem',
  problem: { reason: 'damaged', body: 'A hole.' },
  return: {
    status,
    payer: 'seller',
    agree_by: '2030-01-04T09:00:00.000Z',
    send_by: null,
    check_by: null,
    tracking: { carrier: null, number: null } as { carrier: string | null; number: string | null },
    contest: status === 'contested' ? { body: 'The sleeve is torn.' } : null,
  },
})

const NOTICES: [type: NewEvent['type'], object: object, kind: string, subject: string, ...parts: string[]][] = [
  [
    'offer.received',
    OFFER,
    'offer_received',
    'New offer for “Wool coat”: $40.50',
    'Your price is $1,250',
    '> Would you?\n> Please.',
    '/app/offers',
  ],
  ['offer.countered', COUNTERED, 'counter_received', '“Ana’s attic” counters with $45 for “Wool coat”', '4 January 2030', '/you/offers'],
  [
    'offer.accepted',
    { ...COUNTERED, order: 'ord_1' },
    'offer_accepted',
    'Offer accepted: pay for “Wool coat” within 24 hours',
    'accepts $45',
    '/you/orders/ord_1',
  ],
  [
    'invitation.received',
    { ...OFFER, note: 'For you.', until: '2030-01-03T09:00:00.000Z' },
    'invitation',
    '“Ana’s attic” offers you “Wool coat” for $40.50',
    'offers it to you for $40.50 instead of $1,250',
    '> For you.',
    'open until Thursday 3 January 2030, 09:00 UTC',
    '/you/offers',
  ],
  ['question.asked', MESSAGE, 'question', '“Ben” asks about “Wool coat”', '> Is it warm?', '/app/messages/thr_1'],
  [
    'offer.declined',
    { ...OFFER, status: 'declined' },
    'offer_ended',
    'Your offer for “Wool coat” was declined',
    'declined your offer of $40.50',
  ],
  ['offer.closed', { ...OFFER, status: 'closed', closed_reason: 'sold' }, 'offer_ended', 'Your offer for “Wool coat” was closed', '$40.50'],
  ['thread.needs_owner', MESSAGE, 'question', '“Ben” needs your answer about “Wool coat”', '> Is it warm?', '/app/messages/thr_1'],
  [
    'message.answered',
    { ...MESSAGE, from: 'owner', text: 'Very.' },
    'answer',
    '“Ana’s attic” wrote to you about “Wool coat”',
    '> Very.',
    '/you/messages/thr_1',
  ],
  ['listing.sold', ORDER, 'sold', 'Sold for $51.50: “Wool coat”', 'by Tuesday 8 January 2030, 09:05 UTC', '/app/orders/ord_1'],
  ['order.ship_reminder', ORDER, 'ship_reminder', 'Reminder: ship “Wool coat”', '8 January 2030'],
  [
    'order.ship_reminder',
    { ...ORDER, cancel_by: '2030-01-03T08:00:00.000Z' },
    'ship_reminder',
    'Reminder: “Ben” asked to cancel “Wool coat”',
    'Without an answer, the order is cancelled',
  ],
  [
    'order.shipped',
    { ...ORDER, tracking: { carrier: 'DHL', number: '123', url: null } },
    'order_shipped',
    'Shipped: “Wool coat”',
    'Tracking: “DHL” “123”',
    '/you/orders/ord_1',
  ],
  [
    'order.problem',
    { ...ORDER, problem: { reason: 'damaged', body: 'A hole.' } },
    'problem',
    'Problem reported: “Wool coat”',
    '(damaged)',
    '> A hole.',
    '/app/orders/ord_1',
  ],
  [
    'order.problem_answered',
    { ...ORDER, listing: { ...ORDER.listing, id: 'lst_other' } },
    'problem',
    'Answer to your problem report: “Wool coat”',
    '/you/orders/ord_1',
  ],
  [
    'order.return_changed',
    { ...returned('offered'), listing: { ...ORDER.listing, id: 'lst_other' } },
    'problem',
    'Return offered: “Wool coat”',
    'a full refund of $51.50. The seller pays the return shipping.',
    'Accept or decline the return by Friday 4 January 2030, 09:00 UTC. Without an answer, the operator decides.',
    '/you/orders/ord_1',
  ],
  [
    'order.return_changed',
    { ...returned('contested'), listing: { ...ORDER.listing, id: 'lst_other' } },
    'problem',
    'Return contested: “Wool coat”',
    '> The sleeve is torn.',
    'A member of our staff decides',
  ],
  ['order.return_changed', returned('expired'), 'problem', 'Return not completed: “Wool coat”', 'did not respond to the offered return'],
  [
    'order.cancel_asked',
    { ...ORDER, cancel_by: '2030-01-03T08:00:00.000Z' },
    'refund',
    '“Ben” asked to cancel “Wool coat”',
    'by Thursday 3 January 2030, 08:00 UTC. Without an answer, the order is cancelled',
    '/app/orders/ord_1',
  ],
  ['order.cancelled', ORDER, 'refund', 'Cancelled: “Wool coat”', 'goes back to the buyer'],
  ['order.refunded', { ...ORDER, refunded: 51.5 }, 'refund', 'Refunded: “Wool coat”', '$51.50'],
  ['payout.sent', ORDER, 'payout', 'Your payout for “Wool coat” is on its way', 'Paid: $51.50\nFee: $2.25', '/app/payouts'],
  [
    'webhook.switched_off',
    { url: 'https://hooks.example/in/s3cr3t?token=s3cr3t' },
    'webhook_off',
    'Your webhook is switched off',
    'Every delivery to hooks.example has',
    '/app/developers',
  ],
  ['approval.asked', APPROVAL, 'approval', 'An agent needs your approval: Accept the offer of $40', '$40', '/app/approvals/apr_1'],
  ['review.created', REVIEW, 'review', 'New review of “Wool coat”: 4 of 5', '> Warm.', 'http://shop.localhost/wool-coat'],
  ['review.replied', REVIEW, 'review', '“Ana’s attic” replied to your review', '> Thanks!'],
  [
    'report.closed',
    { about: 'Wool coat', outcome: 'upheld' },
    'report_closed',
    'We reviewed your report: “Wool coat”',
    'Your report was justified',
    '/safety',
  ],
]

test('each event sends one email with details, a link and a way to opt out, but without the minimum price', async (t) => {
  const app = await startApp(t)
  const { ctx } = app.service
  const ana = await signUpQuietly(app, 'Ana')
  const own = await makeListing(ctx, await makeShop(ctx, ana.id, { slug: 'shop', name: 'Attic' }), { lowestPriceCents: 33_33 })
  for (const [type, object, kind, subject, ...parts] of NOTICES) {
    // adds the seller's minimum price, which real notices never contain, to check that no email shows it
    const notice = JSON.parse(JSON.stringify({ ...object, lowest_price: 33.33, lowest_percent: 15 }).replaceAll('lst_0', own.id)) as object
    const before = (await mailbox(app)).length
    await recordNotice(ctx, { accountId: ana.id, type, object: notice })
    await app.advance(1)
    const mails = await mailbox(app)
    assert.equal(mails.length, before + 1, type)
    const mail = mails.at(-1)!
    assert.deepEqual([header(mail, 'to'), header(mail, 'subject')], [ana.email, subject], type)
    assert.equal(/<div class="band">(.*?)<\/div>/.exec(mail.html!)?.[1], 'shop' in object ? 'Attic' : 'resale', type)
    for (const part of ['Hello Ana,\n\n', ...parts]) assert.ok(mail.text.includes(part), `${type}: ${part}\n${mail.text}`)
    assert.match(
      mail.text,
      /http:\/\/[^\n]+\n\n-- \nYou receive this email because the notification ".+" is on\. Turn it off at http:\/\/resale\.localhost:\d+\/you\/settings\nUnsubscribe from this kind of email: http:\/\/resale\.localhost:\d+\/unsubscribe\/\w{32}$/,
    )
    assert.doesNotMatch(mail.text, /33\.33|s3cr3t|Hidden|undefined|null|NaN/, type)
    const row = await ctx.db.selectFrom('mails').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
    assert.deepEqual([row.kind, row.status, row.tries], [kind, 'sent', 1])
  }
  const kinds = new Set<string>([...NOTICES.map(([, , kind]) => kind), ...['search_alert', 'price_drop', 'liked_sold', 'liked_back']])
  assert.deepEqual(kinds, new Set(NOTICE_KINDS), 'every kind is covered by an event')
})

test('the email about a cancelled order that was never paid explains what happens to the deposit, and never promises a refund', async (t) => {
  const app = await startApp(t)
  const ana = await signUpQuietly(app, 'Ana')
  const goesOn = 'The deposit is not refunded: it holds the item until the hold ends'
  for (const [deposit, by, words] of [
    [0, 'buyer', 'is cancelled before it was paid.\n'],
    [5, 'buyer', `is cancelled before the rest was paid. ${goesOn}`],
    [5, 'provider', 'is cancelled before the rest was paid. The buyer’s bank reverses the deposit.\n'],
  ] as const) {
    const object = { ...ORDER, payment: 'unpaid', deposit, timeline: [{ at: '2030-01-01T08:00:00.000Z', status: 'cancelled', by }] }
    await recordNotice(app.service.ctx, { accountId: ana.id, type: 'order.cancelled', object })
    await app.advance(1)
    const { text } = (await mailbox(app)).at(-1)!
    assert.ok(text.includes(words), text)
    assert.doesNotMatch(text, /goes back to the buyer/)
  }
})

test('an email about the account says that it cannot be switched off, and no email is sent if the service sends none', async (t) => {
  const app = await startApp(t, {}, undefined, 'web')
  const { ctx } = app.service
  const body = (kind: string | null) =>
    mailBody(ctx, { reader: 'Ana', zone: null, kind, subject: 'Hello', lines: ['Text.'], link: 'http://a.test' }).body
  assert.match(body('measure'), /\n\n-- \nThis email is about your account, so it cannot be switched off\.$/)
  assert.equal(body(null), 'Hello Ana,\n\nText.\n\nhttp://a.test')
  const { id } = await signUpQuietly(app, 'Ana')
  const off = { ...ctx, config: { ...ctx.config, mail: { kind: 'off' } as const } }
  assert.deepEqual(
    [await listChannels(ctx, id, 'offer_received'), await listChannels(off, id, 'offer_received')],
    [
      { mail: true, push: false },
      { mail: false, push: false },
    ],
  )
})

test('an email shows times in the recipient’s time zone, or in UTC if the recipient’s time zone is unknown', async (t) => {
  const app = await startApp(t)
  const { ctx } = app.service
  const ana = await signUpQuietly(app, 'Ana')
  const approval = { ...APPROVAL, summary: 'At \\u0000 2030-01-08T09:05:00.000Z' }
  for (const [zone, hours] of [
    [null, 'Tuesday 8 January 2030, 09:05 UTC'],
    ['America/Los_Angeles', 'Tuesday 8 January 2030, 01:05 PST'],
    ['Pacific/Auckland', 'Tuesday 8 January 2030, 22:05 GMT+13'],
  ] as const) {
    await ctx.db.updateTable('accounts').set({ time_zone: zone }).where('id', '=', ana.id).execute()
    await recordNotice(ctx, { accountId: ana.id, type: 'listing.sold', object: ORDER })
    await app.advance(1)
    assert.ok((await mailbox(app)).at(-1)!.text.includes(`by ${hours}.`), hours)
  }
  await recordNotice(ctx, { accountId: ana.id, type: 'approval.asked', object: approval })
  await app.advance(1)
  assert.match((await mailbox(app)).at(-1)!.text, /> At \\u0000 2030-01-08T09:05/, 'user text stays unchanged')
})

test('an event sends one email, even if the event is dispatched several times', async (t) => {
  const app = await startApp(t)
  const { ctx } = app.service
  const ana = await signUpQuietly(app, 'Ana')
  const id = await recordNotice(ctx, { accountId: ana.id, type: 'offer.received', object: OFFER })
  await app.advance(1)
  for (let again = 0; again < 3; again++) {
    await ctx.db.updateTable('events').set({ dispatched_at: null }).where('id', '=', id).execute()
    await app.advance(31)
  }
  assert.deepEqual(await subjects(app), ['New offer for “Wool coat”: $40.50'])
})

test('an email shows the date on which the event occurred, even if the job runs late', async (t) => {
  const app = await startApp(t, {}, undefined, 'web')
  const { ctx } = app.service
  const ana = await signUpQuietly(app, 'Ana')
  const id = await recordNotice(ctx, { accountId: ana.id, type: 'listing.sold', object: ORDER })
  await app.advance(3_600)
  const event = await ctx.db.selectFrom('events').select('created_at').where('id', '=', id).executeTakeFirstOrThrow()
  const mail = await ctx.db.selectFrom('mails').select('created_at').where('event_id', '=', id).executeTakeFirstOrThrow()
  assert.deepEqual(mail.created_at, event.created_at)
})

test('a notification that the user has switched off is not sent, and only a session can change the user’s notification settings', async (t) => {
  const app = await startApp(t)
  const { ctx } = app.service
  const ana = await signUpQuietly(app, 'Ana')
  const first = await app.call('GET', '/v1/notices', { key: ana.key })
  assert.deepEqual(
    first.body.switches.map(({ kind, enabled }: { kind: string; enabled: boolean }) => [kind, enabled]),
    NOTICE_KINDS.map((kind) => [kind, true]),
  )
  assert.equal((await app.call('PATCH', '/v1/notices', { key: ana.key, json: { sold: false } })).status, 403)
  const changed = await app.call('PATCH', '/v1/notices', { cookie: ana.cookie, json: { sold: false, question: true, unknown: true } })
  assert.deepEqual(
    changed.body.switches.filter(({ enabled }: { enabled: boolean }) => !enabled).map(({ kind }: { kind: string }) => kind),
    ['sold'],
  )
  const wrong = await app.call('PATCH', '/v1/notices', { cookie: ana.cookie, json: { sold: 'perhaps' } })
  assert.deepEqual([wrong.status, wrong.body.error.param], [400, 'sold'])
  const sell = () => recordNotice(ctx, { accountId: ana.id, type: 'listing.sold', object: ORDER })
  await sell()
  await app.advance(1)
  assert.deepEqual(await subjects(app), [])
  await app.call('PATCH', '/v1/notices', { cookie: ana.cookie, form: 'sold=on' })
  await sell()
  await app.advance(1)
  assert.deepEqual(await subjects(app), ['Sold for $51.50: “Wool coat”'])
})

test('a closed account receives no email or push notification, and its queued emails and settings are deleted', async (t) => {
  const app = await startApp(t)
  const { ctx } = app.service
  const [ana, ben] = [await signUpQuietly(app, 'Ana'), await signUpQuietly(app, 'Ben')]
  await app.call('PATCH', '/v1/notices', { cookie: ana.cookie, json: { payout: false } })
  await recordNotice(ctx, { accountId: ana.id, type: 'listing.sold', object: ORDER })
  await app.advance(1)
  assert.equal((await app.call('DELETE', '/v1/accounts/me', { cookie: ana.cookie, json: { password: ana.password } })).status, 200)
  for (const { id } of [ana, ben]) await recordNotice(ctx, { accountId: id, type: 'listing.sold', object: ORDER })
  await app.advance(1)
  assert.deepEqual(
    (await mailbox(app)).map((mail) => header(mail, 'to')),
    [ben.email],
  )
  assert.deepEqual(await ctx.db.selectFrom('mails').select('account_id').execute(), [{ account_id: ben.id }])
  assert.deepEqual(await ctx.db.selectFrom('notice_switches').selectAll().execute(), [])
})

test('an event with invalid data is skipped, and the notifications about later events are sent', async (t) => {
  const app = await startApp(t, { LOG_LEVEL: 'silent' })
  const { ctx } = app.service
  const ana = await signUpQuietly(app, 'Ana')
  const broken = [null, 'text', [], {}, { ...ORDER, listing: null }, { ...ORDER, total: '51.50' }, { ...ORDER, total: -1 }]
  for (const object of broken) await recordNotice(ctx, { accountId: ana.id, type: 'listing.sold', object })
  await recordNotice(ctx, { accountId: ana.id, type: 'order.cancelled', object: {} })
  await recordNotice(ctx, { accountId: ana.id, type: 'order.paid', object: ORDER })
  await recordNotice(ctx, { accountId: ana.id, type: 'offer.countered', object: OFFER })
  await recordNotice(ctx, { accountId: ana.id, type: 'payout.sent', object: ORDER })
  await app.advance(1)
  assert.deepEqual(await subjects(app), ['Your payout for “Wool coat” is on its way'])
  const waiting = await ctx.db.selectFrom('events').select('id').where('dispatched_at', 'is', null).execute()
  assert.deepEqual(waiting, [])
  const { rows } = await sql`select last_error from graphile_worker._private_jobs where last_error is not null`.execute(ctx.db)
  assert.deepEqual(rows, [], 'no job fails')
})

test('text written by users appears in emails only in a single-line subject and in quoted lines of limited length', async (t) => {
  const app = await startApp(t)
  const { ctx } = app.service
  const ana = await signUpQuietly(app, 'Ana')
  const evil = 'Coat\r\nBcc: eve@evil.test\r\n\r\nPay here'
  const object = {
    ...MESSAGE,
    text: `hi\n-- \nYour account is locked\u2028go to evil.test\n${'long '.repeat(500)}`,
    listing: { id: 'lst_1', title: evil },
    buyer: { name: `Eve\n\n${'x'.repeat(500)}` },
  }
  await recordNotice(ctx, { accountId: ana.id, type: 'question.asked', object })
  await app.advance(1)
  const [mail] = await mailbox(app)
  assert.deepEqual(
    mail!.headers.map(([name]) => name).filter((name) => name === 'bcc' || name === 'cc'),
    [],
  )
  const own = mail!.text.split('\n').filter((line) => !line.startsWith('>'))
  assert.ok(
    !own.some((line) => line.startsWith('Your account') || line.startsWith('go to') || line.startsWith('Pay') || line.startsWith('Bcc')),
  )
  assert.equal(own.filter((line) => line === '-- ').length, 1)
  assert.ok(mail!.text.length < 1_500 && header(mail!, 'subject')!.length < 250)
})

test('an offer, a question or an answer that is sent through the API is also emailed to the other party', async (t) => {
  const app = await startApp(t)
  const { ctx } = app.service
  const [ana, ben] = [await signUpQuietly(app, 'Ana'), await signUpQuietly(app, 'Ben')]
  const { id } = await makeListing(ctx, await makeShop(ctx, ana.id, { name: 'Shop shop-1' }), {
    priceCents: 60_00,
    lowestPriceCents: 51_23,
  })
  const did = async (key: string, path: string, json: object) => {
    const reply = await app.call('POST', `/v1${path}`, { key, json })
    assert.ok(reply.status < 300, JSON.stringify(reply.body))
    await app.advance(1)
    return reply.body
  }
  await did(ben.key, '/offers', { listing: id, amount: 40 })
  const thread = await did(ben.key, '/threads', { listing: id, text: 'Is it warm?' })
  await did(ana.key, `/threads/${thread.id}/messages`, { text: 'Very.' })
  const mails = (await mailbox(app)).map((mail) => `${header(mail, 'to')}: ${header(mail, 'subject')}`)
  for (const expected of [
    `${ana.email}: New offer for “Wool coat”: $40`,
    `${ana.email}: “Ben” asks about “Wool coat”`,
    `${ben.email}: “Shop shop-`,
  ])
    assert.ok(
      mails.some((mail) => mail.startsWith(expected)),
      `${expected}\n${mails.join('\n')}`,
    )
  assert.ok(!(await mailbox(app)).some(({ text }) => text.includes('51.23')))
})

test('changing notification settings, names or subscriptions affects only one account and one kind of notification', async (t) => {
  const app = await startApp(t, {}, undefined, 'web')
  const { ctx } = app.service
  const { db } = ctx
  const [ana, bo] = [await signUpQuietly(app, 'Ana'), await signUpQuietly(app, 'Bo')]
  const { id: session_id } = await db.selectFrom('sessions').select('id').where('account_id', '=', ana.id).executeTakeFirstOrThrow()
  const push = {
    id: 'psh_1',
    session_id,
    account_id: ana.id,
    endpoint: 'https://push.test/1',
    p256dh: 'x',
    auth: 'x',
    created_at: ctx.now(),
  }
  await db.insertInto('push_subscriptions').values(push).execute()
  await queries.setSwitch(db, ana.id, 'sold', { enabled: false })
  await queries.setSwitch(db, ana.id, 'question', { push: false })
  const channels = async ({ id }: { id: string }, kind: string) => Object.values((await queries.findChannels(db, id, kind)) ?? {})
  assert.deepEqual([await channels(ana, 'sold'), await channels(ana, 'question'), await channels(ana, 'answer')], [[false, true], [true, false], [true, true]]) // prettier-ignore
  assert.deepEqual([await channels(bo, 'sold'), await channels({ id: 'usr_0' }, 'sold')], [[true, false], []])
  const isOff = ({ id }: { id: string }, kind: string) => queries.isPushOff(db, id, kind)
  assert.deepEqual([await isOff(ana, 'question'), await isOff(ana, 'sold'), await isOff(bo, 'question')], [true, false, false])
  assert.deepEqual((await queries.listSwitches(db, ana.id)).map(({ kind }) => kind).toSorted(), ['question', 'sold'])
  assert.deepEqual(await queries.listSwitches(db, bo.id), [])
  await queries.setSwitch(db, ana.id, 'sold', { enabled: true })
  await queries.setSwitch(db, ana.id, 'sold', { push: false })
  assert.deepEqual(
    [await channels(ana, 'sold'), await channels(ana, 'question')],
    [
      [true, false],
      [true, false],
    ],
  )

  await db.updateTable('accounts').set({ time_zone: 'Europe/Berlin' }).where('id', '=', ana.id).execute()
  const reader = async ({ id }: { id: string }) => (await queries.findReader(db, id, 'answer'))?.email
  assert.deepEqual([await reader(ana), await reader(bo), await reader({ id: 'usr_0' })], [ana.email, bo.email, undefined])
  assert.deepEqual([(await queries.findOwner(db, bo.id))?.name, await queries.readersZone(db, ana.id), await queries.readersZone(db, bo.id)], ['Bo', 'Europe/Berlin', null]) // prettier-ignore
  const [shop, other] = [await makeShop(ctx, ana.id, { name: 'Coats' }), await makeShop(ctx, bo.id, { name: 'Lamps', tone: 'mint' })]
  assert.deepEqual(await queries.findShopTheme(db, other.slug), { name: 'Lamps', tone: 'mint' })
  const [coat, lamp] = [await makeListing(ctx, shop), await makeListing(ctx, other)]
  const owns = ({ id }: { id: string }) => queries.ownsListing(db, ana.id, id)
  assert.deepEqual([await owns(coat), await owns(lamp), await queries.isGuest(db, ana.id)], [true, false, false])
})

test('sending, delaying, combining or failing one email in the queue does not affect any other email', async (t) => {
  const app = await startApp(t, {}, undefined, 'web')
  const { db, now: clock } = app.service.ctx
  const { id: account_id } = await signUpQuietly(app, 'Ana')
  await db.deleteFrom('mails').execute()
  const now = clock()
  const at = (seconds: number) => new Date(now.getTime() + seconds * 1_000)
  const add = async (id: string, more: Partial<MailRow> = {}) => {
    const mail = {
      id,
      account_id,
      kind: 'sold',
      event_id: null,
      recipient: 'ana@example.test',
      subject: id,
      body: `Body of ${id}`,
      created_at: at(-9),
    }
    assert.ok(await queries.insertMail(db, mail))
    await db
      .updateTable('mails')
      .set({ next_try_at: at(-1), ...more })
      .where('id', '=', id)
      .execute()
  }
  await add('late', { next_try_at: at(-2) })
  await add('due', { next_try_at: now })
  await add('later', { next_try_at: at(1) })
  await add('folded', { folded_into: 'due' })
  await add('sent', { status: 'sent', sent_at: at(-1) })
  assert.deepEqual([await queries.dueMails(db, now, 9), await queries.dueMails(db, now, 1)], [['late', 'due'], ['late']])

  const key = { recipient: 'ana@example.test', kind: 'sold', link_for: null }
  const delayed = (change: object = {}, from = now) =>
    db.transaction().execute((tx) => queries.lockDelayedMail(tx, { ...key, ...change }, from))
  assert.equal(await delayed(), 'later')
  for (const other of [{ recipient: 'bo@example.test' }, { kind: 'answer' }, { link_for: 'guest' }])
    assert.equal(await delayed(other), undefined)
  assert.equal(await delayed({}, at(1)), undefined, 'an email that is due is no longer delayed')
  await db.updateTable('mails').set({ tries: 1 }).where('id', '=', 'later').execute()
  assert.equal(await delayed(), undefined, 'the service has tried to send it')

  const claim = (id: string, tries = 0) => queries.claimMail(db, id, tries, now, at(60))
  const claims = [await claim('due', 1), await claim('due'), await claim('due'), await claim('due', 1), await claim('later', 1), await claim('folded'), await claim('sent')] // prettier-ignore
  assert.deepEqual(claims, [false, true, false, false, false, false, false])
  const column = async (name: 'status' | 'tries' | 'last_error' | 'subject' | 'body' | 'folded_into') =>
    (await db.selectFrom('mails').select(['id', name]).orderBy('id').execute()).map((row) => [row.id, row[name]])
  assert.deepEqual(await column('tries'), [['due', 1], ['folded', 0], ['late', 0], ['later', 1], ['sent', 0]]) // prettier-ignore

  await queries.foldMail(db, 'later', 'due')
  assert.deepEqual((await queries.foldedInto(db, 'due')).map(({ subject }) => subject), ['folded', 'later']) // prettier-ignore
  await queries.markFailed(db, 'due', 'busy', false)
  assert.deepEqual(await column('last_error'), [['due', 'busy'], ['folded', 'busy'], ['late', null], ['later', 'busy'], ['sent', null]]) // prettier-ignore
  await queries.setText(db, 'due', { subject: 'Three updates', body: 'Three' })
  await queries.setBody(db, 'late', 'Late')
  await queries.markSent(db, 'due', now)
  assert.deepEqual(await column('status'), [['due', 'sent'], ['folded', 'sent'], ['late', 'waiting'], ['later', 'sent'], ['sent', 'sent']]) // prettier-ignore
  assert.deepEqual((await column('last_error')).map(([, error]) => error), [null, null, null, null, null]) // prettier-ignore
  await queries.markFailed(db, 'due', 'too late', true)
  await queries.markFailed(db, 'late', 'refused', true)
  assert.deepEqual([await column('status'), (await column('last_error'))[0]], [[['due', 'sent'], ['folded', 'sent'], ['late', 'failed'], ['later', 'sent'], ['sent', 'sent']], ['due', null]]) // prettier-ignore
  assert.deepEqual((await column('subject')).map(([, subject]) => subject), ['Three updates', 'folded', 'late', 'later', 'sent']) // prettier-ignore
  assert.deepEqual((await column('body')).map(([, body]) => body), ['Three', 'Body of folded', 'Late', 'Body of later', 'Body of sent']) // prettier-ignore
  await db
    .updateTable('mails')
    .set({ created_at: at(-1) })
    .where('id', '=', 'due')
    .execute()
  assert.deepEqual(
    [(await queries.sentMails(db, 9)).map(({ id }) => id), (await queries.sentMails(db, 1)).map(({ id }) => id)],
    [['due', 'sent'], ['due']],
  )
  await queries.delayMail(db, 'late', at(5))
  const next = await db.selectFrom('mails').select('id').where('next_try_at', '=', at(5)).execute()
  assert.deepEqual([next, (await queries.findMail(db, 'late'))?.subject], [[{ id: 'late' }], 'late'])
})
