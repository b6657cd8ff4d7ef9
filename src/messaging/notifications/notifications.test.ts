import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NewEvent } from '#platform/events/index.ts'
import { NOTICE_KINDS } from './rules.ts'
import { startApp } from '#test/app.ts'
import { signUpQuietly } from '#test/factories.ts'
import { header } from '#test/mail.ts'
import { APPROVAL, COUNTERED, recordNotice, mailbox, MESSAGE, OFFER, ORDER, REVIEW, subjects } from '#test/notices.ts'
import { makeListing, makeShop } from '#test/rows.ts'

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

test('each event sends one email with details, a link and an opt-out, but without the minimum price', async (t) => {
  const app = await startApp(t)
  const { ctx } = app.service
  const ana = await signUpQuietly(app, 'Ana')
  const own = await makeListing(ctx, await makeShop(ctx, ana.id), { lowestPriceCents: 33_33 })
  for (const [type, object, kind, subject, ...parts] of NOTICES) {
    // adds the seller's minimum price, which no real record contains, to check that no email shows it
    const notice = JSON.parse(JSON.stringify({ ...object, lowest_price: 33.33, lowest_percent: 15 }).replaceAll('lst_0', own.id)) as object
    const before = (await mailbox(app)).length
    await recordNotice(ctx, { accountId: ana.id, type, object: notice })
    await app.advance(1)
    const mails = await mailbox(app)
    assert.equal(mails.length, before + 1, type)
    const mail = mails.at(-1)!
    assert.deepEqual([header(mail, 'to'), header(mail, 'subject')], [ana.email, subject], type)
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

test('an email about an unpaid cancelled order explains what happens to the deposit and never promises a refund', async (t) => {
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

test('an email shows times in the recipient’s time zone, or in UTC if the zone is unknown', async (t) => {
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

test('sends one email per event, even if the event is dispatched repeatedly', async (t) => {
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

test('an email shows the date of its event, even if the job runs late', async (t) => {
  const app = await startApp(t, {}, undefined, 'web')
  const { ctx } = app.service
  const ana = await signUpQuietly(app, 'Ana')
  const id = await recordNotice(ctx, { accountId: ana.id, type: 'listing.sold', object: ORDER })
  await app.advance(3_600)
  const event = await ctx.db.selectFrom('events').select('created_at').where('id', '=', id).executeTakeFirstOrThrow()
  const mail = await ctx.db.selectFrom('mails').select('created_at').where('event_id', '=', id).executeTakeFirstOrThrow()
  assert.deepEqual(mail.created_at, event.created_at)
})

test('sends no notification that the user has switched off, and only a session can change these settings', async (t) => {
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

test('sends nothing to a closed account and deletes its emails and settings', async (t) => {
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

test('skips an event with invalid data and continues', async (t) => {
  const app = await startApp(t, { LOG_LEVEL: 'silent' })
  const { ctx } = app.service
  const ana = await signUpQuietly(app, 'Ana')
  const broken = [null, 'text', [], {}, { ...ORDER, listing: null }, { ...ORDER, total: '51.50' }, { ...ORDER, total: -1 }]
  for (const object of broken) await recordNotice(ctx, { accountId: ana.id, type: 'listing.sold', object })
  await recordNotice(ctx, { accountId: ana.id, type: 'offer.countered', object: OFFER })
  await recordNotice(ctx, { accountId: ana.id, type: 'payout.sent', object: ORDER })
  await app.advance(1)
  assert.deepEqual(await subjects(app), ['Your payout for “Wool coat” is on its way'])
  const waiting = await ctx.db.selectFrom('events').select('id').where('dispatched_at', 'is', null).execute()
  assert.deepEqual(waiting, [])
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

test('offers, questions and answers made through the API send emails to the other party', async (t) => {
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
