import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { inTransaction, type Context, type Tx } from '#platform/context/index.ts'
import { moneyRows } from '#test/money-rows.ts'
import { APPROVAL, MESSAGE, OFFER, ORDER } from '#test/notices.ts'
import { emailAccount, emailOwner, listChannels, mailAccountLink, mailBody, readMailbox, readMailboxMail, sendNotice, sendPushNotice, when } from './index.ts' // prettier-ignore
import { enqueueNotification, notifyOfEvent } from './events.ts'
import { setSwitch } from './queries.ts'

const { app, ctx: service, db, ana, ben, now, order, purchase, inPurchase } = await moneyRows({ after })
const errors: object[] = []
const ctx: Context = {
  ...service,
  now: () => now,
  log: { ...service.log, error: (fields: object) => void errors.push(fields) } as Context['log'],
  hooks: { ...service.hooks, helperAnswersOffer: async () => false, helperAnswersMessage: async () => false },
}
const withoutMail: Context = { ...ctx, config: { ...ctx.config, mail: { kind: 'off' } } }
const inTx = <T>(work: (tx: Tx) => Promise<T>, context = ctx) => inTransaction(context, work)
/** The listing of this order is Ana's own. */
const own = await order()
const { listing_id: ownListing } = await db.selectFrom('orders').select('listing_id').where('id', '=', own).executeTakeFirstOrThrow()
const of = <T extends { listing: object }>(record: T) => ({ ...record, listing: { ...record.listing, id: ownListing } })
const guest = await app.signUp('Guest')
await db
  .updateTable('accounts')
  .set({ email: null, password_hash: null, guest_email: 'guest@example.test' })
  .where('id', '=', guest.id)
  .execute()

const { id: session_id } = await db.selectFrom('sessions').select('id').where('account_id', '=', ana.id).executeTakeFirstOrThrow()
const browser = { session_id, endpoint: 'https://push.test/ana', p256dh: 'p', auth: 'a', created_at: now }
await db.insertInto('push_subscriptions').values({ id: ctx.newId('psh'), account_id: ana.id, ...browser }).execute() // prettier-ignore

const mails = () =>
  db.selectFrom('mails').select(['account_id', 'event_id', 'kind', 'recipient', 'subject', 'body', 'shop_slug', 'link_for', 'created_at']).orderBy('id').execute() // prettier-ignore
const pushes = () => db.selectFrom('pushes').select(['event_id', 'title', 'path']).orderBy('id').execute()
/** Notifies Ana, or another account, of an event. Returns the new emails and push notifications. */
async function notified(
  type: Parameters<typeof notifyOfEvent>[1]['type'],
  object: unknown,
  context = ctx,
  more: { atMs?: number; accountId?: string } = {},
) {
  // prettier-ignore
  await db.deleteFrom('pushes').execute()
  await db.deleteFrom('mails').execute()
  const id = ctx.newId('evt')
  await notifyOfEvent(context, { id, accountId: ana.id, type, object, ...more })
  return { id, mails: await mails(), pushes: await pushes() }
}
const count = ({ mails: sent, pushes: pushed }: { mails: object[]; pushes: object[] }) => [sent.length, pushed.length]

beforeEach(async () => {
  errors.length = 0
  await db.deleteFrom('pushes').execute()
  await db.deleteFrom('mails').execute()
  await sql`delete from graphile_worker._private_jobs`.execute(db)
})

test('an event enqueues a job if its kind has an email or a push notification and the service can send it', async () => {
  const event = { id: 'evt_1', accountId: ana.id, object: { n: 1 }, createdAt: now, livemode: true } as const
  const jobs = async (type: 'listing.sold' | 'measure.taken' | 'shop.opened', context: Context) => {
    await sql`delete from graphile_worker._private_jobs`.execute(db)
    await inTx((tx) => enqueueNotification(tx, { ...event, type }), context)
    const { rows } = await sql<{ payload: object }>`select payload from graphile_worker._private_jobs`.execute(db)
    return rows.map(({ payload }) => payload)
  }
  const payload = { id: 'evt_1', accountId: ana.id, type: 'listing.sold', object: { n: 1 }, atMs: now.getTime() }
  assert.deepEqual([await jobs('listing.sold', ctx), await jobs('listing.sold', withoutMail)], [[payload], [payload]])
  assert.deepEqual([(await jobs('measure.taken', ctx)).length, (await jobs('measure.taken', withoutMail)).length], [1, 0])
  assert.deepEqual([await jobs('shop.opened', ctx), await jobs('shop.opened', withoutMail)], [[], []])
})

test('an event of a kind without emails, or with an object that cannot be parsed, sends nothing', async () => {
  assert.deepEqual(count(await notified('shop.opened', {})), [0, 0])
  assert.equal(errors.length, 0)
  for (const type of ['listing.sold', 'order.refunded', 'offer.received'] as const)
    assert.deepEqual(count(await notified(type, {})), [0, 0])
  assert.equal(errors.length, 3)
  assert.deepEqual(count(await notified('order.paid', {}, ctx, { accountId: guest.id })), [0, 0])
})

test('an email has the time of its event, or the current time if the event has none, and the look of its shop', async () => {
  const atMs = now.getTime() - 5_000
  const { id, mails: sent, pushes: pushed } = await notified('listing.sold', of(ORDER), ctx, { atMs })
  const [{ subject, body, ...row }] = sent as [(typeof sent)[number]]
  assert.deepEqual(row, {
    account_id: ana.id,
    event_id: id,
    kind: 'sold',
    recipient: ana.email,
    shop_slug: 'shop',
    link_for: null,
    created_at: new Date(atMs),
  })
  assert.match(body, /^Hello Ana,\n\n/)
  assert.deepEqual(pushed, [{ event_id: id, title: subject, path: '/app/orders/ord_1' }])
  assert.deepEqual((await notified('listing.sold', of(ORDER))).mails.map(({ created_at }) => created_at), [now]) // prettier-ignore
  assert.deepEqual((await notified('approval.asked', APPROVAL)).mails.map(({ shop_slug }) => shop_slug), [null]) // prettier-ignore
})

test('an event that is handled twice has one email and one job that sends it', async () => {
  const event = { id: ctx.newId('evt'), accountId: ana.id, type: 'listing.sold' as const, object: of(ORDER) }
  await notifyOfEvent(ctx, event)
  await notifyOfEvent(ctx, event)
  const { rows } = await sql`select from graphile_worker._private_jobs where key like 'mail %'`.execute(db)
  assert.deepEqual([(await mails()).length, rows.length], [1, 1])
})

test('the link in an email about an order leads to the pages of the reader’s side', async () => {
  for (const type of ['order.refunded', 'order.problem', 'order.cancel_asked'] as const) {
    const object = { ...of(ORDER), refunded: 51.5, cancel_by: '2030-01-03T08:00:00.000Z', problem: { reason: 'damaged', body: 'A hole.' } }
    const bodies = [await notified(type, object), await notified(type, object, ctx, { accountId: ben.id })].map(
      ({ mails: [mail] }) => mail!,
    )
    assert.deepEqual(bodies.map(({ shop_slug }) => shop_slug), ['shop', 'shop']) // prettier-ignore
    assert.match(bodies[0]!.body, /\/app\/orders\/ord_1/, type)
    if (type !== 'order.cancel_asked') assert.match(bodies[1]!.body, /\/you\/orders\/ord_1/, type)
  }
})

test('an offer that the negotiator answers causes an email, which says so, but no push notification; other offers cause both', async () => {
  const calls: string[] = []
  const helped = { ...ctx, hooks: { ...ctx.hooks, helperAnswersOffer: async (_: unknown, id: string) => (calls.push(id), true) } }
  const [helper, owner] = [await notified('offer.received', of(OFFER), helped), await notified('offer.received', of(OFFER))]
  assert.deepEqual([count(helper), count(owner)], [[1, 0], [1, 1]]) // prettier-ignore
  assert.notEqual(helper.mails[0]!.body, owner.mails[0]!.body)
  assert.deepEqual(calls, ['off_1', 'off_1'])
  assert.deepEqual(count(await notified('listing.sold', of(ORDER), helped)), [1, 1])
  const unnamed = await notified('offer.received', of({ ...OFFER, id: null }), ctx)
  assert.equal(unnamed.mails[0]!.body, owner.mails[0]!.body, 'an offer without an id has no negotiator')
  assert.deepEqual(count(await notified('offer.countered', { ...of(OFFER), counter: { amount: 45 } }, helped)), [1, 1])
})

test('a buyer’s message is emailed to the shop’s owner unless the shop agent answers first', async () => {
  const calls: object[] = []
  const answers = async (_: unknown, message: object) => (calls.push(message), true)
  const helped = { ...ctx, hooks: { ...ctx.hooks, helperAnswersMessage: answers } }
  assert.deepEqual(count(await notified('question.asked', MESSAGE, helped)), [0, 0])
  assert.deepEqual(calls, [{ threadId: 'thr_1', messageId: 'msg_1' }])
  assert.deepEqual(count(await notified('thread.needs_owner', MESSAGE, helped)), [1, 1])
  assert.deepEqual(count(await notified('question.asked', MESSAGE)), [1, 1])
})

test('only guests get a receipt, and the orders of a purchase share one', async () => {
  const receipts = async (object: object, accountId: string) => (await notified('order.paid', object, ctx, { accountId })).mails
  assert.deepEqual(await receipts(ORDER, ana.id), [])
  const [single] = await receipts(ORDER, guest.id)
  assert.deepEqual(
    [single!.kind, single!.recipient, single!.subject, single!.shop_slug, single!.link_for],
    ['receipt', 'guest@example.test', 'Your order: “Wool coat”', 'shop', 'guest'],
  )
  const bought = await purchase()
  const ids = [await inPurchase(bought), await inPurchase(bought)].toSorted((a, b) => (a < b ? -1 : 1))
  const [first, second] = [await receipts({ ...ORDER, id: ids[0], purchase: bought }, guest.id), await receipts({ ...ORDER, id: ids[1], purchase: bought }, guest.id)] // prettier-ignore
  assert.deepEqual([first.map(({ subject }) => subject), second], [['Your purchase: 2 items from “Ana’s attic”'], []])
  assert.deepEqual(
    (await receipts({ ...ORDER, purchase: 'pur_gone' }, guest.id)).map(({ subject }) => subject),
    ['Your order: “Wool coat”'],
  )
})

const COPY = { subject: 'Hello', lines: ['Text.', `At ${when(new Date('2030-01-08T09:05:00Z'))}`], link: `${ctx.config.publicUrl}/you` }

test('a notice to a guest has the guest’s secret link and no closing lines', async () => {
  await inTx((tx) => sendNotice(tx, { ...COPY, accountId: guest.id, kind: 'refund', about: null }))
  await inTx((tx) => sendNotice(tx, { ...COPY, accountId: ana.id, kind: 'refund', about: null, shop: 'attic' }))
  const [toGuest, toAna] = (await mails()) as [Awaited<ReturnType<typeof mails>>[number], Awaited<ReturnType<typeof mails>>[number]]
  assert.deepEqual([toGuest.link_for, toAna.link_for, toGuest.shop_slug, toAna.shop_slug], ['guest', null, null, 'attic'])
  assert.match(toGuest.body, /^Hello Guest,[^]*\/guest\/order\?token=/)
  assert.ok(!toGuest.body.includes('-- \n'))
  assert.match(toAna.body, /-- \nYou receive this email because the notification "An order is cancelled or refunded" is on/)
  await inTx((tx) => sendNotice(tx, { ...COPY, accountId: ana.id, kind: 'refund', about: null }), withoutMail)
  await setSwitch(db, ana.id, 'refund', { enabled: false })
  await inTx((tx) => sendNotice(tx, { ...COPY, accountId: ana.id, kind: 'refund', about: null }))
  await setSwitch(db, ana.id, 'refund', { enabled: true })
  assert.equal((await mails()).length, 2)
})

test('a push notification is queued if its kind has one, and the account has not switched it off or cannot', async () => {
  const queued = async (kind: 'refund' | 'measure' | 'money') => {
    await db.deleteFrom('pushes').execute()
    await inTx((tx) => sendPushNotice(tx, { ...COPY, accountId: ana.id, kind, about: ctx.newId('evt') }))
    return (await pushes()).length
  }
  assert.deepEqual([await queued('refund'), await queued('money'), await queued('measure')], [1, 1, 0])
  await setSwitch(db, ana.id, 'refund', { push: false })
  await setSwitch(db, ana.id, 'money', { push: false })
  assert.deepEqual([await queued('refund'), await queued('money')], [0, 1])
  await setSwitch(db, ana.id, 'refund', { push: true })
})

test('the channels of a closed account are both off, and a browser counts only for kinds with push notifications', async () => {
  const channels = async (context: Context) => listChannels(context, ana.id, 'refund')
  assert.deepEqual([await channels(ctx), await channels(withoutMail)], [{ mail: true, push: true }, { mail: false, push: true }]) // prettier-ignore
  assert.deepEqual(await listChannels(ctx, 'usr_none', 'refund'), { mail: false, push: false })
  assert.deepEqual(await listChannels(ctx, ben.id, 'refund'), { mail: true, push: false })
})

test('an email about the account goes to its current address in its own time zone, or to the address and the zone of the caller', async () => {
  await db.updateTable('accounts').set({ time_zone: 'America/Lima' }).where('id', '=', ana.id).execute()
  await inTx((tx) => emailOwner(tx, ana.id, { ...COPY, kind: 'key_made' }))
  await inTx((tx) => emailOwner(tx, guest.id, { ...COPY, kind: 'key_made' }))
  const mail = { ...COPY, accountId: ana.id, name: 'Ana', recipient: 'new@example.test' }
  await inTx((tx) => emailAccount(tx, { ...mail, kind: 'address_asked' }))
  await inTx((tx) => emailAccount(tx, { ...mail, kind: 'address_asked', zone: null }))
  await inTx((tx) => emailAccount(tx, { ...mail, kind: 'address_asked' }), withoutMail)
  const body = (time: string) => `Hello Ana,\n\nText.\n\nAt ${time}\n\n${COPY.link}`
  const at = (kind: string, recipient: string, time: string) => ({ account_id: ana.id, event_id: null, kind, recipient, subject: 'Hello', body: body(time), shop_slug: null, link_for: null, created_at: now }) // prettier-ignore
  const [lima, utc] = ['Tuesday 8 January 2030, 04:05 GMT-5', 'Tuesday 8 January 2030, 09:05 UTC']
  assert.deepEqual(await mails(), [
    at('key_made', ana.email, lima),
    at('address_asked', 'new@example.test', lima),
    at('address_asked', 'new@example.test', utc),
  ])
  await db.updateTable('accounts').set({ time_zone: null }).where('id', '=', ana.id).execute()
})

test('an email with a link is limited to five an hour per address; the sixth is not queued, and its caller learns when the next is allowed', async () => {
  const mail = { ...COPY, accountId: ana.id, name: 'Ana', recipient: 'link@example.test', zone: null }
  const send = (context = ctx) => inTx((tx) => mailAccountLink(tx, mail, 'verify'), context)
  const limited: unknown[] = []
  const spied = { ...ctx, rateLimits: { ...ctx.rateLimits, mail: async (_: Tx, ...names: string[]) => (limited.push(names), null) } }
  assert.deepEqual([await send(spied), limited], [null, [['verify', 'link@example.test']]])
  await db.deleteFrom('mails').execute()
  await sql`delete from graphile_worker._private_jobs`.execute(db)
  assert.equal(await send(withoutMail), null)
  assert.equal((await mails()).length, 0)
  for (let sent = 1; sent <= 5; sent++) assert.equal(await send(), null)
  const next = await send()
  assert.ok(next !== null && next.getTime() > service.now().getTime(), String(next))
  const rows = await mails()
  assert.deepEqual(new Set(rows.map(({ kind, link_for, recipient }) => [kind, link_for, recipient].join())), new Set(['verify,verify,link@example.test'])) // prettier-ignore
  const { rows: jobs } = await sql<{ key: string }>`select key from graphile_worker._private_jobs`.execute(db)
  assert.deepEqual([rows.length, jobs.length], [5, 5])
})

test('the closing lines name the setting of a kind that can be switched off', () => {
  const end = (kind: string | null) =>
    mailBody(ctx, { ...COPY, reader: 'Ana', zone: null, kind })
      .body.split('\n\n')
      .slice(4)
  assert.deepEqual([end(null), end('verify')], [[], []])
  assert.match(end('measure').join(), /cannot be switched off/)
  assert.match(end('refund').join(), /"An order is cancelled or refunded" is on/)
})

test('the mailbox shows the 100 emails that were sent last, and none that is not yet sent', async () => {
  const row = {
    account_id: ana.id,
    kind: 'refund',
    recipient: 'a@example.test',
    subject: 'S',
    body: 'B',
    next_try_at: now,
    created_at: now,
  }
  const sent = Array.from({ length: 101 }, (_, n) => ({
    ...row,
    id: ctx.newId('mal'),
    status: 'sent' as const,
    sent_at: new Date(now.getTime() + n),
  }))
  const waiting = { ...row, id: ctx.newId('mal'), status: 'waiting' as const }
  await db.insertInto('mails').values([...sent, waiting]).execute() // prettier-ignore
  const shown = (await readMailbox(ctx)).map(({ id }) => id)
  assert.deepEqual([shown.length, shown.includes(sent[0]!.id), shown.includes(waiting.id)], [100, false, false])
  const { id } = sent[5]!
  assert.deepEqual(await readMailboxMail(ctx, id), { id, recipient: 'a@example.test', subject: 'S', body: 'B', createdAt: now })
  await assert.rejects(readMailboxMail(ctx, waiting.id), { type: 'not_found' })
  await assert.rejects(readMailboxMail(ctx, 'mal_none'), { type: 'not_found' })
})
