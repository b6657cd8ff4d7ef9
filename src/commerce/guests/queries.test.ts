import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Insertable } from 'kysely'
import type { Tables } from '#platform/db/index.ts'
import { makeListing, makeOrder, makeShop } from '#test/rows.ts'
import { moneyRows } from '#test/money-rows.ts'
import * as guests from './queries.ts'

const { ctx, db, ana, ben, eve, shop, now, at, ids, inTx } = await moneyRows({ after })

const guest = async (email: string, seconds = -100) => {
  const id = ctx.newId('usr')
  await guests.insertGuest(db, { id, name: 'Guest', guest_email: email, now: at(seconds) })
  return id
}

test('guests are found by their own orders and email address, and only guests without payments are removed', async () => {
  const bought = async (buyerId: string, status: 'paid' | 'expired' | 'awaiting_payment', updated_at = at(-50), of = shop) => {
    const listing = await makeListing(ctx, of)
    const id = await makeOrder(ctx, of, listing, { buyerId, status })
    await db.updateTable('orders').set({ updated_at }).where('id', '=', id).execute()
    return { id, listing: listing.id }
  }
  const [idle, lapsed] = [await guest('idle@guest.test', -90), await guest('lapsed@guest.test', -80)]
  const [payer, waiting, recent] = [await guest('pay@guest.test'), await guest('wait@guest.test'), await guest('late@guest.test')]
  const suspended = await guest('suspended@guest.test')
  await guest('new@guest.test', 1)
  await db.updateTable('accounts').set({ suspended_at: now }).where('id', '=', suspended).execute()
  const old = await bought(lapsed, 'expired')
  const [paid, open] = [await bought(payer, 'paid'), await bought(waiting, 'awaiting_payment')]
  await bought(recent, 'expired', at(-1))
  const unpaid = await guests.unpaidGuests(db, at(-10), 9)
  assert.deepEqual(unpaid, [idle, lapsed])
  const has = (who: string, listing: string) => guests.hasOrderOn(db, who, listing)
  assert.deepEqual([await has(payer, paid.listing), await has(payer, open.listing), await has(idle, paid.listing)], [true, false, false])
  const sells = (seller: string, who: string) => guests.sellsTo(db, seller, who)
  assert.deepEqual([await sells(ana.id, payer), await sells(ben.id, payer), await sells(ana.id, idle)], [true, false, false])
  assert.deepEqual([(await guests.latestOrderOf(db, waiting))?.id, await guests.latestOrderOf(db, idle)], [open.id, undefined])
  const locked = (id: string) => inTx(async (tx) => (await guests.lockGuest(tx, id))?.id)
  assert.deepEqual([await locked(payer), await locked(idle), await locked(ben.id)], [payer, idle, undefined])

  const link = async (account_id: string, order_id: string, expires_at: Date, byte: number) => {
    const token_hash = Buffer.alloc(32, byte)
    await guests.insertCheckout(db, {
      id: ctx.newId('gst'),
      account_id,
      order_id,
      token_hash,
      network: `10.0.0.${byte}`,
      created_at: now,
      expires_at,
    })
    return token_hash
  }
  const [valid, over, ofAccount] = [
    await link(payer, paid.id, at(1), 1),
    await link(lapsed, old.id, now, 2),
    await link(ben.id, open.id, at(1), 3),
  ]
  assert.deepEqual(await guests.findOrderToPay(db, valid, now), { accountId: payer, listingId: paid.listing })
  assert.deepEqual([await guests.findOrderToPay(db, over, now), await guests.findOrderToPay(db, ofAccount, now)], [undefined, undefined])
  assert.deepEqual([await guests.networkOfOrder(db, old.id), await guests.networkOfOrder(db, paid.id)], ['10.0.0.2', '10.0.0.1'])

  const same = await guest('PAY@guest.test')
  await bought(same, 'expired')
  const banned = await guest('pay@guest.test')
  await bought(banned, 'paid')
  await db.updateTable('accounts').set({ suspended_at: now }).where('id', '=', banned).execute()
  await bought(await guest('stranger@guest.test'), 'paid')
  await bought(waiting, 'paid', at(-50), await makeShop(ctx, eve.id))
  const matching = (id: string) => inTx((tx) => guests.lockPaidGuests(tx, { id, email: 'pay@GUEST.test' }))
  assert.deepEqual([await matching(eve.id), await matching(ana.id)], [[payer], []])
  await guests.deleteGuest(db, ben.id)
  await guests.deleteGuest(db, idle)
  const left = await db.selectFrom('accounts').select('id').where('id', 'in', [ben.id, idle, lapsed]).execute()
  assert.deepEqual(ids(left).toSorted(), [ben.id, lapsed].toSorted())
  await guests.becomeAccount(db, payer, now)
  const emails = await db.selectFrom('accounts').select(['email', 'guest_email', 'email_verified_at']).where('id', 'in', [payer, waiting]).orderBy('id').execute() // prettier-ignore
  assert.deepEqual(emails, [
    { email: 'pay@guest.test', guest_email: null, email_verified_at: now },
    { email: null, guest_email: 'wait@guest.test', email_verified_at: null },
  ])
  assert.deepEqual([await guests.provedEmail(db, payer), await guests.provedEmail(db, waiting)], ['pay@guest.test', undefined])
  await db.updateTable('accounts').set({ suspended_at: now }).where('id', '=', payer).execute()
  assert.equal(await guests.provedEmail(db, payer), undefined, 'a suspended account')
})

test('only a guest’s own links are deleted, and only its waiting emails point to the orders page instead', async () => {
  const [mine, other] = [await guest('mine@guest.test'), await guest('other@guest.test')]
  const { publicUrl } = ctx.config
  const [link, page] = [`Order: ${publicUrl}/guest/order?token={token}`, `Order: ${publicUrl}/you/orders`]
  const mail = async (account_id: string, more: Partial<Insertable<Tables['mails']>> = {}) => {
    const id = ctx.newId('mal')
    const row = { id, account_id, kind: 'order', recipient: 'mine@guest.test', subject: 'Order', body: link, link_for: 'guest' as const }
    await db.insertInto('mails').values({ ...row, next_try_at: now, created_at: now, ...more }).execute() // prettier-ignore
    return id
  }
  const mails = [
    await mail(mine),
    await mail(other),
    await mail(mine, { status: 'sent', sent_at: now }),
    await mail(mine, { link_for: 'verify' }),
  ]
  const token = async (account_id: string, mail_id: string, purpose: 'guest' | 'verify') => {
    const row = { token_hash: Buffer.from(mail_id), account_id, purpose, email: 'mine@guest.test', mail_id }
    await db.insertInto('mailed_links').values({ ...row, created_at: now, expires_at: at(86_400) }).execute() // prettier-ignore
  }
  await token(mine, mails[0]!, 'guest')
  await token(other, mails[1]!, 'guest')
  await token(mine, mails[3]!, 'verify')
  await guests.unlinkMails(ctx, mine)
  const written = await db.selectFrom('mails').select(['body', 'link_for']).where('id', 'in', mails).orderBy('id').execute()
  assert.deepEqual(written, [
    { body: page, link_for: null },
    { body: link, link_for: 'guest' },
    { body: link, link_for: 'guest' },
    { body: link, link_for: 'verify' },
  ])
  const left = await db.selectFrom('mailed_links').select('mail_id').where('account_id', 'in', [mine, other]).orderBy('mail_id').execute()
  assert.deepEqual(left, [{ mail_id: mails[1] }, { mail_id: mails[3] }])
})
