import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { moneyRows } from '#test/money-rows.ts'
import { makeListing, makeShop, renameShop } from '#test/rows.ts'
import * as notifications from './queries.ts'

const { app, ctx, db, ana, ben, now, at, inTx, whileLocked, purchase, inPurchase } = await moneyRows({ after })

const signUpClosed = async () => {
  const { id } = await app.signUp('Cleo')
  await db.updateTable('accounts').set({ email: null, password_hash: null, closed_at: now }).where('id', '=', id).execute()
  return id
}
const openGuest = async (guest_email: string) => {
  const id = ctx.newId('usr')
  await db.insertInto('accounts').values({ id, name: 'Guest', guest_email, created_at: now, updated_at: now }).execute()
  return id
}
type Mail = Partial<Omit<notifications.MailRow, 'id'>>
const mail = async (more: Mail = {}) => {
  const id = ctx.newId('mal')
  const text = { recipient: ana.email, subject: 'Paid', body: 'Text' }
  await db
    .insertInto('mails')
    .values({ id, account_id: ana.id, kind: 'order.paid', ...text, next_try_at: now, created_at: now, ...more })
    .execute()
  return id
}
const stateOf = async (id: string) => {
  const { status, tries, last_error, sent_at } = (await notifications.findMail(db, id))!
  return [status, tries, last_error, sent_at]
}

test('an account’s switches apply only to that account and to one kind of notification', async () => {
  await notifications.setSwitch(db, ana.id, 'order.paid', { enabled: false })
  await notifications.setSwitch(db, ana.id, 'offer.created', { push: false })
  await notifications.setSwitch(db, ben.id, 'order.paid', { push: false })
  const byKind = (one: { kind: string }, other: { kind: string }) => (one.kind < other.kind ? -1 : 1)
  const switches = async (account: string) => (await notifications.listSwitches(db, account)).toSorted(byKind)
  assert.deepEqual(await switches(ana.id), [
    { kind: 'offer.created', enabled: true, push: false },
    { kind: 'order.paid', enabled: false, push: true },
  ])
  await notifications.setSwitch(db, ana.id, 'order.paid', { enabled: true })
  assert.deepEqual(await switches(ben.id), [{ kind: 'order.paid', enabled: true, push: false }])
  const isOff = (account: string, kind: string) => notifications.isPushOff(db, account, kind)
  assert.deepEqual(
    [await isOff(ana.id, 'order.paid'), await isOff(ana.id, 'offer.created'), await isOff(ben.id, 'order.paid'), await isOff(ben.id, 'offer.created')], // prettier-ignore
    [false, true, true, false],
  )
})

test('an open account with an email gets emails, and pushes if one of its browsers subscribes to them', async () => {
  const cai = await app.signUp('Cai')
  const channels = (account: string, kind = 'order.paid') => notifications.findChannels(db, account, kind)
  assert.deepEqual(await channels(cai.id), { mail: true, push: false })
  const { id: session_id } = await db.selectFrom('sessions').select('id').where('account_id', '=', cai.id).executeTakeFirstOrThrow()
  const browser = { session_id, endpoint: 'https://push.test/cai', p256dh: 'p', auth: 'a', created_at: now }
  await db.insertInto('push_subscriptions').values({ id: ctx.newId('psh'), account_id: cai.id, ...browser }).execute() // prettier-ignore
  assert.deepEqual([await channels(cai.id), await channels(ben.id, 'review.created')], [{ mail: true, push: true }, { mail: true, push: false }]) // prettier-ignore
  await notifications.setSwitch(db, cai.id, 'offer.created', { enabled: false, push: false })
  assert.deepEqual(await channels(cai.id, 'offer.created'), { mail: false, push: false })
  assert.deepEqual(await channels(cai.id), { mail: true, push: true })
  assert.deepEqual(await channels(await openGuest('gus@guest.test')), { mail: false, push: false })
  assert.equal(await channels(await signUpClosed()), undefined)
})

test('emails go to guests, and to open accounts that have not switched this kind off', async () => {
  const guest = await openGuest('gia@guest.test')
  const eli = await app.signUp('Eli')
  const reader = (account: string, kind = 'order.paid') => notifications.findReader(db, account, kind)
  assert.deepEqual(await reader(guest), { name: 'Guest', email: 'gia@guest.test', time_zone: null, is_guest: true })
  assert.deepEqual(await reader(eli.id), { name: 'Eli', email: eli.email, time_zone: null, is_guest: false })
  await notifications.setSwitch(db, eli.id, 'order.paid', { push: false })
  await notifications.setSwitch(db, eli.id, 'offer.created', { enabled: false })
  assert.deepEqual([(await reader(eli.id))?.email, await reader(eli.id, 'offer.created')], [eli.email, undefined])
  assert.equal((await reader(guest, 'offer.created'))?.name, 'Guest')
  assert.equal(await reader(await signUpClosed()), undefined)
  const sandbox = ctx.newId('usr')
  await db.insertInto('accounts').values({ id: sandbox, name: 'Test', sandbox_of: eli.id, sandbox_role: 'buyer', created_at: now, updated_at: now }).execute() // prettier-ignore
  assert.equal(await reader(sandbox), undefined)
  assert.deepEqual([await notifications.isGuest(db, guest), await notifications.isGuest(db, eli.id)], [true, false])
  await db.updateTable('accounts').set({ time_zone: 'Europe/Berlin' }).where('id', '=', eli.id).execute()
  assert.deepEqual(
    [
      await notifications.readersZone(db, eli.id),
      await notifications.readersZone(db, ben.id),
      await notifications.readersZone(db, 'usr_none'),
    ],
    ['Europe/Berlin', null, null],
  )
  assert.deepEqual(await notifications.findOwner(db, eli.id), { name: 'Eli', email: eli.email, time_zone: 'Europe/Berlin' })
})

test('a reader cannot close the account until the transaction that reads the email address ends', async () => {
  const unlocked = () => db.selectFrom('accounts').select('id').where('id', 'in', [ana.id, ben.id]).forUpdate().skipLocked().execute()
  const locks = await whileLocked((tx) => notifications.findReader(tx, ben.id, 'order.paid'), unlocked)
  assert.deepEqual(locks, [{ id: ana.id }])
})

test('the theme is that of the shop with this current or former slug', async () => {
  const old = await makeShop(ctx, ana.id, { slug: 'old-attic', name: 'Attic', tone: 'mint' })
  await makeShop(ctx, ben.id, { slug: 'cellar', name: 'Cellar', tone: 'pink' })
  await renameShop(ctx, old, 'new-attic')
  const theme = (slug: string) => notifications.findShopTheme(db, slug)
  assert.deepEqual([await theme('old-attic'), await theme('new-attic')], [{ name: 'Attic', tone: 'mint' }, { name: 'Attic', tone: 'mint' }]) // prettier-ignore
  assert.deepEqual([await theme('cellar'), await theme('nowhere')], [{ name: 'Cellar', tone: 'pink' }, undefined])
  const { id } = await makeListing(ctx, old)
  const owns = (account: string, listing: string) => notifications.ownsListing(db, account, listing)
  assert.deepEqual([await owns(ana.id, id), await owns(ben.id, id), await owns(ana.id, 'lst_none')], [true, false, false])
})

test('an email joins only a delayed email of the same kind, to the same recipient and with the same link', async () => {
  const one = { recipient: 'fold@example.test', kind: 'message.created', link_for: null, next_try_at: at(60) } as const
  const lock = (more: object = {}) => inTx((tx) => notifications.lockDelayedMail(tx, { ...one, ...more }, now))
  await mail({ ...one, next_try_at: now })
  await mail({ ...one, tries: 1 })
  await mail({ ...one, status: 'sent', sent_at: now })
  await mail({ ...one, status: 'failed' })
  await mail({ ...one, folded_into: await mail() })
  const verify = await mail({ ...one, link_for: 'verify' })
  assert.equal(await lock(), undefined)
  assert.equal(await lock({ link_for: 'verify' }), verify)
  const delayed = await mail(one)
  assert.deepEqual([await lock(), await lock({ kind: 'order.paid' }), await lock({ recipient: 'other@example.test' })], [delayed, undefined, undefined]) // prettier-ignore
  const unlocked = () => db.selectFrom('mails').select('id').where('id', 'in', [delayed, verify]).forUpdate().skipLocked().execute()
  const free = await whileLocked((tx) => notifications.lockDelayedMail(tx, one, now), unlocked)
  assert.deepEqual(free, [{ id: verify }])

  const first = await mail()
  await notifications.foldMail(db, delayed, first)
  await notifications.delayMail(db, first, at(30))
  const until = async (id: string) => (await notifications.findMail(db, id))?.next_try_at
  assert.deepEqual([await until(first), await until(delayed), await until(verify)], [at(30), at(60), at(60)])
  await notifications.foldMail(db, await mail({ subject: 'Earlier', created_at: at(-1) }), first)
  const same = [await mail({ subject: 'Later', created_at: at(2) }), await mail({ subject: 'Last', created_at: at(2) })]
  for (const id of same.toReversed()) await notifications.foldMail(db, id, first)
  const subjects = (await notifications.foldedInto(db, first)).map(({ subject }) => subject)
  assert.deepEqual(subjects, ['Earlier', 'Paid', 'Later', 'Last'])
})

test('due emails wait for an attempt, oldest first, and one caller claims each', async () => {
  await db.deleteFrom('mails').execute()
  const [late, early] = [await mail({ next_try_at: now }), await mail({ next_try_at: at(-1) })]
  const others = [
    await mail({ next_try_at: at(1) }),
    await mail({ status: 'failed' }),
    await mail({ status: 'sent', sent_at: now }),
    await mail({ folded_into: early }),
  ]
  assert.deepEqual([await notifications.dueMails(db, now, 9), await notifications.dueMails(db, now, 1)], [[early, late], [early]])
  for (const id of others) assert.equal(await notifications.claimMail(db, id, 0, now, at(60)), false)
  assert.equal(await notifications.claimMail(db, late, 1, now, at(60)), false)
  assert.equal(await notifications.claimMail(db, late, 0, now, at(60)), true)
  assert.equal(await notifications.claimMail(db, late, 1, now, at(120)), false)
  assert.deepEqual([await stateOf(late), await stateOf(early)], [['waiting', 1, null, null], ['waiting', 0, null, null]]) // prettier-ignore
  assert.deepEqual(await notifications.dueMails(db, now, 9), [early])
})

test('sending or failing an email changes only this email and the emails that joined it', async () => {
  const [first, other] = [await mail(), await mail()]
  const joined = await mail({ folded_into: first })
  await notifications.markFailed(db, first, 'refused', false)
  assert.deepEqual([await stateOf(first), await stateOf(joined), await stateOf(other)], [['waiting', 0, 'refused', null], ['waiting', 0, 'refused', null], ['waiting', 0, null, null]]) // prettier-ignore
  await notifications.markSent(db, first, at(5))
  assert.deepEqual([await stateOf(first), await stateOf(joined), await stateOf(other)], [['sent', 0, null, at(5)], ['sent', 0, null, at(5)], ['waiting', 0, null, null]]) // prettier-ignore
  await notifications.markFailed(db, first, 'too late', false)
  assert.deepEqual(await stateOf(first), ['sent', 0, null, at(5)])
  await notifications.markFailed(db, other, 'refused', true)
  assert.deepEqual(await stateOf(other), ['failed', 0, 'refused', null])

  await notifications.setBody(db, first, 'What was sent')
  await notifications.setText(db, joined, { subject: 'New', body: 'New text' })
  const textOf = async (id: string) => {
    const { subject, body } = (await notifications.findMail(db, id))!
    return [subject, body]
  }
  assert.deepEqual([await textOf(first), await textOf(joined), await textOf(other)], [['Paid', 'What was sent'], ['New', 'New text'], ['Paid', 'Text']]) // prettier-ignore
})

test('the mailbox shows sent emails without the emails that joined them, newest first', async () => {
  await db.deleteFrom('mails').execute()
  const sent = { status: 'sent', sent_at: now } as const
  const [old, one, two] = [await mail({ ...sent, created_at: at(-9) }), await mail(sent), await mail(sent)]
  for (const more of [{ ...sent, folded_into: one }, {}, { status: 'failed' as const }]) await mail(more)
  const shown = async (limit: number) => (await notifications.sentMails(db, limit)).map(({ id }) => id)
  assert.deepEqual([await shown(9), await shown(2)], [[two, one, old], [two, one]]) // prettier-ignore
})

test('an event gets one email', async () => {
  const event_id = ctx.newId('evt')
  const text = { recipient: ana.email, subject: 'Paid', body: 'Text', created_at: now }
  const insert = (kind: string) => notifications.insertMail(db, { id: ctx.newId('mal'), account_id: ana.id, kind, event_id, ...text })
  assert.deepEqual([await insert('order.paid'), await insert('order.paid')], [true, false])
})

test('an unsubscribe link belongs to one account, one kind and the email address to which it was sent', async () => {
  const fay = await app.signUp('Fay')
  const save = (token: string, account_id: string, kind: string, email: string) =>
    notifications.saveUnsubscribeLink(db, { token, account_id, kind, email, created_at: now })
  assert.deepEqual(
    [
      await save('one', fay.id, 'order.paid', fay.email),
      await save('two', fay.id, 'order.paid', fay.email),
      await save('three', fay.id, 'offer.created', fay.email),
      await save('four', ben.id, 'order.paid', ben.email),
    ],
    ['one', 'one', 'three', 'four'],
  )
  await notifications.setSwitch(db, fay.id, 'offer.created', { enabled: false })
  const find = (token: string) => notifications.findSubscription(db, token)
  const subscription = { accountId: fay.id, kind: 'order.paid', enabled: true, isGuest: false }
  assert.deepEqual(
    [await find('one'), await find('two'), await find('three')],
    [subscription, undefined, { ...subscription, kind: 'offer.created', enabled: false }],
  )
  assert.equal(await save('five', fay.id, 'order.paid', 'new@example.test'), 'five')
  assert.deepEqual([await find('one'), await find('five')], [undefined, undefined])
  const guest = await openGuest('gem@guest.test')
  await save('six', guest, 'order.paid', 'gem@guest.test')
  assert.deepEqual(await find('six'), { accountId: guest, kind: 'order.paid', enabled: true, isGuest: true })
})

test('a purchase lists its own orders, sorted by id', async () => {
  const [id, other] = [await purchase(), await purchase()]
  const orders = [await inPurchase(id), await inPurchase(id)]
  await inPurchase(other)
  const listed = orders.map((order) => ({ id: order, title: 'Lamp' }))
  assert.deepEqual(await notifications.findPurchase(db, id), { id, total_cents: 0, shipping_cents: 0, orders: listed })
  assert.equal(await notifications.findPurchase(db, 'pur_none'), undefined)
})
