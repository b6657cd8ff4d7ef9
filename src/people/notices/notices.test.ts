import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { inTransaction, type Context } from '#platform/context.ts'
import { record, type NewEvent } from '#platform/events.ts'
import { freePort, startApp, type TestApp } from '#test/app.ts'
import { signUpQuietly } from '#test/factories.ts'
import { startSmtp } from '#test/fakes/smtp.ts'
import { header, readMail } from '#test/mail.ts'
import { makeListing, makeShop } from '#test/rows.ts'
import { NOTICE_KINDS } from '#domain/notices.ts'

const listing = { id: 'lst_0', title: 'Wool coat', url: 'http://shop.localhost/wool-coat', photo: null }
const shop = { slug: 'shop', name: 'Ana’s attic' }
const buyer = { name: 'Ben' }
const OFFER = {
  object: 'offer',
  id: 'off_1',
  status: 'open',
  amount: 40.5,
  note: 'Would you?\nPlease.',
  counter: null,
  listing: { id: 'lst_0', title: 'Wool coat', price: 1250 },
  shop,
  buyer,
  order: null,
  closed_reason: null,
  expires_at: '2030-01-02T09:05:00.000Z',
}
const COUNTERED = {
  ...OFFER,
  status: 'countered',
  counter: { amount: 45, note: null, by: 'agent', expires_at: '2030-01-04T09:05:00.000Z' },
}
const ORDER = {
  object: 'order',
  id: 'ord_1',
  status: 'paid',
  payment: 'paid',
  payout: 'none',
  listing,
  shop,
  buyer,
  item: 45,
  shipping: 6.5,
  fee: 2.25,
  total: 51.5,
  refunded: 0,
  ship_by: '2030-01-08T09:05:00.000Z',
  tracking: null,
  problem: null,
  address: { name: 'Ben Secret', line1: 'Hidden Street 1' },
}
const MESSAGE = {
  object: 'message',
  id: 'msg_1',
  thread: 'thr_1',
  from: 'buyer',
  text: 'Is it warm?',
  listing: { id: 'lst_0', title: 'Wool coat' },
  shop,
  buyer,
  needs_owner: false,
}
const REVIEW = { object: 'review', id: 'rev_1', rating: 4, body: 'Warm.', from: 'Ben', reply: { body: 'Thanks!' }, listing, shop }
const APPROVAL = {
  object: 'approval',
  id: 'apr_1',
  summary: 'Accept the offer of $40',
  amount: 40,
  expires_at: '2030-01-02T09:05:00.000Z',
  url: 'x',
}

/** One event of each type that is told, with what its mail must say. */
const TOLD: [type: NewEvent['type'], object: object, kind: string, subject: string, ...parts: string[]][] = [
  ['offer.received', OFFER, 'offer_received', '$40.50 offered for Wool coat', 'ask $1,250', '> Would you?\n> Please.', '/app/offers'],
  ['offer.countered', COUNTERED, 'counter_received', 'Ana’s attic answers with $45 for Wool coat', '4 January 2030', '/you/offers'],
  [
    'offer.accepted',
    { ...COUNTERED, order: 'ord_1' },
    'offer_accepted',
    'Your offer for Wool coat is accepted: pay within a day',
    'accepts $45',
    '/you/orders/ord_1',
  ],
  ['question.asked', MESSAGE, 'question', 'Ben asks about Wool coat', '> Is it warm?', '/app/messages/thr_1'],
  ['offer.declined', { ...OFFER, status: 'declined' }, 'offer_ended', 'Your offer for Wool coat is turned down', 'does not accept $40.50'],
  ['offer.closed', { ...OFFER, status: 'closed', closed_reason: 'sold' }, 'offer_ended', 'No longer for sale: Wool coat', '$40.50'],
  ['thread.needs_owner', MESSAGE, 'question', 'Ben waits for your answer about Wool coat', '> Is it warm?', '/app/messages/thr_1'],
  [
    'message.answered',
    { ...MESSAGE, from: 'owner', text: 'Very.' },
    'answer',
    'Ana’s attic wrote to you about Wool coat',
    '> Very.',
    '/you/messages/thr_1',
  ],
  ['listing.sold', ORDER, 'sold', 'Sold: Wool coat for $51.50', 'by Tuesday 8 January 2030, 09:05 UTC', '/app/orders/ord_1'],
  ['order.ship_reminder', ORDER, 'ship_reminder', 'Time to send Wool coat', '8 January 2030'],
  [
    'order.ship_reminder',
    { ...ORDER, cancel_by: '2030-01-03T08:00:00.000Z' },
    'ship_reminder',
    'Ben still asks to cancel Wool coat',
    'Silence is a yes',
  ],
  [
    'order.shipped',
    { ...ORDER, tracking: { carrier: 'DHL', number: '123', url: null } },
    'order_shipped',
    'On its way: Wool coat',
    'Parcel: DHL 123',
    '/you/orders/ord_1',
  ],
  [
    'order.problem',
    { ...ORDER, problem: { reason: 'damaged', body: 'A hole.' } },
    'problem',
    'A problem with Wool coat',
    '(damaged)',
    '> A hole.',
    '/app/orders/ord_1',
  ],
  [
    'order.problem_answered',
    { ...ORDER, listing: { ...listing, id: 'lst_other' } },
    'problem',
    'An answer about Wool coat',
    '/you/orders/ord_1',
  ],
  [
    'order.cancel_asked',
    { ...ORDER, cancel_by: '2030-01-03T08:00:00.000Z' },
    'refund',
    'Ben asks to cancel Wool coat',
    'by Thursday 3 January 2030, 08:00 UTC. Silence is a yes',
    '/app/orders/ord_1',
  ],
  ['order.cancelled', ORDER, 'refund', 'Cancelled: Wool coat', 'goes back to the buyer'],
  ['order.refunded', { ...ORDER, refunded: 51.5 }, 'refund', 'Refunded: Wool coat', '$51.50'],
  ['payout.sent', ORDER, 'payout', 'Money for Wool coat is on its way to you', 'Paid: $51.50\nFee: $2.25', '/app/payouts'],
  [
    'webhook.switched_off',
    { url: 'https://hooks.example/in/s3cr3t?token=s3cr3t' },
    'webhook_off',
    'Your webhook is switched off',
    'hooks.example has',
    '/app/developers',
  ],
  ['approval.asked', APPROVAL, 'approval', 'An agent asks: Accept the offer of $40', '$40', '/app/approvals/apr_1'],
  ['review.created', REVIEW, 'review', '4 of 5 for Wool coat', '> Warm.', 'http://shop.localhost/wool-coat'],
  ['review.replied', REVIEW, 'review', 'Ana’s attic answers your review', '> Thanks!'],
  [
    'report.closed',
    { about: 'Wool coat', outcome: 'upheld' },
    'report_closed',
    'We looked at what you reported: Wool coat',
    'You were right',
    '/safety',
  ],
]

const happen = (ctx: Context, event: NewEvent): Promise<string> => inTransaction(ctx, (tx) => record(tx, event))

async function mailbox(app: TestApp) {
  const folder = join(app.dataDir, 'mail')
  const names = (await readdir(folder).catch((): string[] => [])).filter((name) => name.endsWith('.eml'))
  return Promise.all(names.toSorted().map(async (name) => readMail(await readFile(join(folder, name), 'utf8'))))
}
const subjects = async (app: TestApp) => (await mailbox(app)).map((mail) => header(mail, 'subject'))

/** Waits for something that the service does by itself. */
async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (await holds()) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  assert.fail(`never came: ${what}`)
}

test('tells of each event in one mail, in plain words and with the way to act', async (t) => {
  const app = await startApp(t)
  const { ctx } = app.service
  const ana = await signUpQuietly(app, 'Ana')
  const own = await makeListing(ctx, await makeShop(ctx, ana.id), { lowestPriceCents: 33_33 })
  for (const [type, object, kind, subject, ...parts] of TOLD) {
    // the seller's floor is in no record; were it, it would still be in no mail
    const told = JSON.parse(JSON.stringify({ ...object, lowest_price: 33.33, lowest_percent: 15 }).replaceAll('lst_0', own.id)) as object
    const before = (await mailbox(app)).length
    await happen(ctx, { accountId: ana.id, type, object: told })
    await app.advance(1)
    const mails = await mailbox(app)
    assert.equal(mails.length, before + 1, type)
    const mail = mails.at(-1)!
    assert.deepEqual([header(mail, 'to'), header(mail, 'subject')], [ana.email, subject], type)
    for (const part of ['Hello Ana,\n\n', ...parts]) assert.ok(mail.text.includes(part), `${type}: ${part}\n${mail.text}`)
    assert.match(
      mail.text,
      /http:\/\/[^\n]+\n\n-- \nThis kind of mail is ".+"\. Switch it off at http:\/\/resale\.localhost:\d+\/you\/settings$/,
    )
    assert.doesNotMatch(mail.text, /33\.33|s3cr3t|Hidden|undefined|null|NaN/, type)
    const row = await ctx.db.selectFrom('mails').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
    assert.deepEqual([row.kind, row.status, row.tries], [kind, 'sent', 1])
  }
  const kinds = new Set<string>([...TOLD.map(([, , kind]) => kind), 'search_alert'])
  assert.deepEqual(kinds, new Set(NOTICE_KINDS), 'every kind has its event here')
})

test('writes the hours of its reader’s zone, by name, and UTC where it is not known', async (t) => {
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
    await happen(ctx, { accountId: ana.id, type: 'listing.sold', object: ORDER })
    await app.advance(1)
    assert.ok((await mailbox(app)).at(-1)!.text.includes(`by ${hours}.`), hours)
  }
  await happen(ctx, { accountId: ana.id, type: 'approval.asked', object: approval })
  await app.advance(1)
  assert.match((await mailbox(app)).at(-1)!.text, /> At \\u0000 2030-01-08T09:05/, 'what others write stays as it is')
})

test('tells of one event once, however often it is handed out', async (t) => {
  const app = await startApp(t)
  const { ctx } = app.service
  const ana = await signUpQuietly(app, 'Ana')
  const id = await happen(ctx, { accountId: ana.id, type: 'offer.received', object: OFFER })
  await app.advance(1)
  for (let again = 0; again < 3; again++) {
    await ctx.db.updateTable('events').set({ dispatched_at: null }).where('id', '=', id).execute()
    await app.advance(31)
  }
  assert.deepEqual(await subjects(app), ['$40.50 offered for Wool coat'])
})

test('sends nothing that is switched off, and lets the owner alone switch it', async (t) => {
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
  const sell = () => happen(ctx, { accountId: ana.id, type: 'listing.sold', object: ORDER })
  await sell()
  await app.advance(1)
  assert.deepEqual(await subjects(app), [])
  await app.call('PATCH', '/v1/notices', { cookie: ana.cookie, form: 'sold=on' })
  await sell()
  await app.advance(1)
  assert.deepEqual(await subjects(app), ['Sold: Wool coat for $51.50'])
})

test('writes nothing to a closed account and forgets what it had', async (t) => {
  const app = await startApp(t)
  const { ctx } = app.service
  const [ana, ben] = [await signUpQuietly(app, 'Ana'), await signUpQuietly(app, 'Ben')]
  await app.call('PATCH', '/v1/notices', { cookie: ana.cookie, json: { payout: false } })
  await happen(ctx, { accountId: ana.id, type: 'listing.sold', object: ORDER })
  await app.advance(1)
  assert.equal((await app.call('DELETE', '/v1/accounts/me', { cookie: ana.cookie, json: { password: ana.password } })).status, 200)
  for (const { id } of [ana, ben]) await happen(ctx, { accountId: id, type: 'listing.sold', object: ORDER })
  await app.advance(1)
  assert.deepEqual(
    (await mailbox(app)).map((mail) => header(mail, 'to')),
    [ben.email],
  )
  assert.deepEqual(await ctx.db.selectFrom('mails').select('account_id').execute(), [{ account_id: ben.id }])
  assert.deepEqual(await ctx.db.selectFrom('notice_switches').selectAll().execute(), [])
})

test('leaves an event that it cannot read, and goes on', async (t) => {
  const app = await startApp(t, { LOG_LEVEL: 'silent' })
  const { ctx } = app.service
  const ana = await signUpQuietly(app, 'Ana')
  const broken = [null, 'text', [], {}, { ...ORDER, listing: null }, { ...ORDER, total: '51.50' }, { ...ORDER, total: -1 }]
  for (const object of broken) await happen(ctx, { accountId: ana.id, type: 'listing.sold', object })
  await happen(ctx, { accountId: ana.id, type: 'offer.countered', object: OFFER })
  await happen(ctx, { accountId: ana.id, type: 'payout.sent', object: ORDER })
  await app.advance(1)
  assert.deepEqual(await subjects(app), ['Money for Wool coat is on its way to you'])
  const waiting = await ctx.db.selectFrom('events').select('id').where('dispatched_at', 'is', null).execute()
  assert.deepEqual(waiting, [])
})

test('keeps what others wrote to its place: one line in a subject, marked lines in the text, and not too long', async (t) => {
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
  await happen(ctx, { accountId: ana.id, type: 'question.asked', object })
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

test('tries again when the mail server was away, by longer and longer waits, and delivers once', async (t) => {
  const port = await freePort()
  const app = await startApp(t, { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'shop@market.test', LOG_LEVEL: 'silent' })
  const { ctx } = app.service
  const ana = await signUpQuietly(app, 'Ana')
  const state = async () =>
    (await ctx.db.selectFrom('mails').select(['status', 'tries']).execute()).map(({ status, tries }) => `${status} ${tries}`)
  await happen(ctx, { accountId: ana.id, type: 'listing.sold', object: ORDER })
  await until('the first try', async () => (await state()).includes('waiting 1'))
  await app.advance(50)
  assert.deepEqual(await state(), ['waiting 1'])
  await app.advance(15)
  await until('the second try', async () => (await state()).includes('waiting 2'))
  const smtp = await startSmtp({ port })
  t.after(() => smtp.close())
  await app.advance(4 * 60)
  assert.equal(smtp.delivered.length, 0)
  await app.advance(65)
  await until('the third try', async () => (await state()).includes('sent 3'))
  await app.advance(86_400)
  assert.deepEqual(
    smtp.delivered.map(({ from, to }) => [from, to]),
    [['shop@market.test', [ana.email]]],
  )
})

test('gives up after the sixth try, and at once on an address that the server refuses', async (t) => {
  const smtp = await startSmtp()
  t.after(() => smtp.close())
  const app = await startApp(t, { SMTP_URL: smtp.url, LOG_LEVEL: 'silent' })
  const { ctx } = app.service
  const ana = await signUpQuietly(app, 'Ana')
  const last = async () => ctx.db.selectFrom('mails').selectAll().orderBy('id', 'desc').executeTakeFirst()
  smtp.answers.set('DATA', '451 not now')
  await happen(ctx, { accountId: ana.id, type: 'listing.sold', object: ORDER })
  for (const [index, seconds] of [1, 60, 300, 1_800, 7_200, 21_600].entries()) {
    await app.advance(seconds + 1)
    await until(`try ${index + 1}`, async () => (await last())?.tries === index + 1 && (await last())?.last_error !== null)
  }
  await until('the end', async () => (await last())?.status === 'failed')
  assert.match((await last())!.last_error!, /451/)
  smtp.answers.clear()
  smtp.answers.set('RCPT', '550 nobody')
  await happen(ctx, { accountId: ana.id, type: 'payout.sent', object: ORDER })
  await until('the refusal', async () => (await last())?.kind === 'payout' && (await last())?.status === 'failed')
  assert.equal((await last())!.tries, 1)
  smtp.answers.clear()
  await app.advance(90_000)
  assert.deepEqual(smtp.delivered, [])
})

test('sends a mail once when many workers want it, and again only when the one who had it died', async (t) => {
  const smtp = await startSmtp()
  t.after(() => smtp.close())
  const app = await startApp(t, { SMTP_URL: smtp.url })
  const { ctx } = app.service
  for (const name of ['Ana', 'Ben', 'Cleo', 'Dora']) {
    const { id } = await signUpQuietly(app, name)
    for (let each = 0; each < 5; each++) await happen(ctx, { accountId: id, type: 'listing.sold', object: ORDER })
  }
  for (let each = 0; each < 5; each++) await Promise.all([app.advance(1), app.advance(1)])
  await until('all are sent', () => smtp.delivered.length === 20)
  await app.advance(3_600)
  assert.equal(smtp.delivered.length, 20)
  // sent, and its process killed before it noted so
  const { id } = await ctx.db.selectFrom('mails').select('id').executeTakeFirstOrThrow()
  await ctx.db.updateTable('mails').set({ status: 'waiting', sent_at: null }).where('id', '=', id).execute()
  await app.advance(1)
  await until('the repeat', () => smtp.delivered.length === 21)
  const ids = smtp.delivered.map(({ raw }) => header(readMail(raw), 'message-id'))
  assert.equal(new Set(ids).size, 20, 'a receiver can tell')
})

test('sends five of a kind to an address in an hour, and the rest together when their time comes', async (t) => {
  const app = await startApp(t)
  const { ctx } = app.service
  const ana = await signUpQuietly(app, 'Ana')
  const before = (await mailbox(app)).length
  const sell = (title: string) =>
    happen(ctx, { accountId: ana.id, type: 'listing.sold', object: { ...ORDER, listing: { ...ORDER.listing, title } } })
  for (let each = 1; each <= 8; each++) await sell(`Coat ${each}`)
  await happen(ctx, { accountId: ana.id, type: 'payout.sent', object: ORDER })
  await app.advance(2)
  assert.equal((await mailbox(app)).length - before, 6, 'another kind is not kept back')
  await app.advance(1_800)
  await sell('Coat 9')
  await app.advance(2)
  assert.equal((await mailbox(app)).length - before, 6)
  await app.advance(1_800)
  await until('the rest', async () => (await mailbox(app)).length - before === 7)
  const together = (await mailbox(app)).find((mail) => /^4 in one: Sold: Coat \d for/.test(header(mail, 'subject')!))!
  const told = [...together.text.matchAll(/^\* Sold: (Coat \d) for/gm)].map(([, title]) => title)
  assert.equal(new Set(told).size, 4)
  assert.ok(told.includes('Coat 9'))
  assert.equal([...together.text.matchAll(/^Hello Ana,$/gm)].length, 1)
  await app.advance(7_200)
  assert.equal((await mailbox(app)).length - before, 7, 'and nothing twice')
  assert.deepEqual(await ctx.db.selectFrom('mails').select('id').where('status', '=', 'waiting').execute(), [])
})

test('shows the dev mailbox newest first, as text, to its own address alone', async (t) => {
  const app = await startApp(t)
  const { ctx } = app.service
  const ana = await signUpQuietly(app, 'Ana')
  await happen(ctx, { accountId: ana.id, type: 'listing.sold', object: ORDER })
  await app.advance(60)
  await happen(ctx, { accountId: ana.id, type: 'question.asked', object: { ...MESSAGE, text: '<script>alert(1)</script>' } })
  await app.advance(60)
  const list = await app.call('GET', '/dev/mail')
  assert.equal(list.status, 200)
  assert.ok(list.body.indexOf('Ben asks about Wool coat') < list.body.indexOf('Sold: Wool coat'))
  assert.deepEqual([list.headers['x-robots-tag'], list.headers['cache-control']], ['noindex', 'private, no-store'])
  const [, address] = /href="(\/dev\/mail\/mal_\w+)"/.exec(list.body)!
  const one = await app.call('GET', address!)
  assert.ok(one.body.includes('&gt; &lt;script&gt;alert(1)') && !one.body.includes('<script>alert'))
  for (const [path, host] of [
    ['/dev/mail', 'shop.resale.localhost'],
    ['/dev/mail/mal_1', 'resale.localhost'],
  ] as const)
    assert.equal((await app.call('GET', path, { host })).status, 404, `${host}${path}`)
  const elsewhere = await app.call('GET', '/dev/mail', { host: 'evil.test' })
  assert.deepEqual([elsewhere.status, elsewhere.headers['location'], elsewhere.body], [302, `${app.url}/dev/mail`, ''])
})

test('shows the dev mailbox to no other name where all names but those of shops are its own', async (t) => {
  const app = await startApp(t, { PUBLIC_URL: 'http://localhost:3000' })
  const statuses = ['localhost', '127.0.0.1', 'evil.test', 'shop.localhost'].map(
    async (host) => (await app.call('GET', '/dev/mail', { host })).status,
  )
  assert.deepEqual(await Promise.all(statuses), [200, 200, 404, 404])
})

test('has no mailbox page in public mode or with a mail server, and without one writes no mail', async (t) => {
  const smtp = await startSmtp()
  t.after(() => smtp.close())
  const local = await startApp(t, { SMTP_URL: smtp.url })
  assert.equal((await local.call('GET', '/dev/mail')).status, 404)
  const PUBLIC = { PUBLIC_URL: 'https://market.example', STORE_DOMAIN: 'shops.example', TEST_CLOCK: 'off', RATE_LIMITS: 'off' }
  const app = await startApp(t, PUBLIC)
  assert.equal((await app.call('GET', '/dev/mail', { host: 'market.example' })).status, 404)
  const { ctx } = app.service
  const account = await app.call('POST', '/v1/accounts', {
    host: 'market.example',
    json: { name: 'Ana', email: 'ana@example.test', password: 'a long enough password' },
  })
  await happen(ctx, { accountId: account.body.id, type: 'listing.sold', object: ORDER })
  await until('it is handed out', async () => {
    const waiting = await ctx.db.selectFrom('events').select('id').where('dispatched_at', 'is', null).execute()
    return waiting.length === 0
  })
  assert.deepEqual(await ctx.db.selectFrom('mails').selectAll().execute(), [])
  assert.deepEqual(await readdir(join(app.dataDir, 'mail')).catch(() => []), [])
})

test('follows what people do: an offer and its counter, a question and its answer', async (t) => {
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
  for (const expected of [`${ana.email}: $40 offered for Wool coat`, `${ana.email}: Ben asks about Wool coat`, `${ben.email}: Shop shop-`])
    assert.ok(
      mails.some((mail) => mail.startsWith(expected)),
      `${expected}\n${mails.join('\n')}`,
    )
  assert.ok(!(await mailbox(app)).some(({ text }) => text.includes('51.23')))
})
