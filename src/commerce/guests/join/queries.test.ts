import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Insertable } from 'kysely'
import type { Tables } from '#platform/db/index.ts'
import { insertGuest } from '#commerce/guests/queries.ts'
import { moneyRows } from '#test/money-rows.ts'
import * as join from './queries.ts'

const { app, ctx, db, ana, ben, eve, shop, now, at, listingId, order, payment } = await moneyRows({ after })

const fay = await app.signUp('Fay')
const guest = async (name: string) => {
  const id = ctx.newId('usr')
  await insertGuest(db, { id, name, guest_email: `${name}@guest.test`, now })
  return id
}
const [mine, other] = [await guest('mine'), await guest('other')]
const parties = { shop_id: shop.id, seller_id: ana.id, shop_slug: shop.slug, shop_name: 'Attic' }

const thread = async (buyer_id: string, listing_id: string | null, more: Partial<Insertable<Tables['threads']>> = {}) => {
  const id = ctx.newId('thr')
  const row = { id, buyer_id, listing_id, listing_title: listing_id && 'Lamp', ...parties, created_at: now, updated_at: now, ...more }
  await db.insertInto('threads').values(row).execute()
  const message = { id: ctx.newId('msg'), thread_id: id, sender: 'buyer' as const, text: 'Hello', created_at: now }
  await db.insertInto('messages').values(message).execute()
  return { id, message: message.id }
}
const block = (account_id: string, blocked_id: string, thread_id: string | null = null) =>
  db.insertInto('blocks').values({ account_id, blocked_id, thread_id, created_at: now }).execute()
const report = async (account_id: string, accused_id: string, thread_id: string) => {
  const id = ctx.newId('rep')
  await db.insertInto('reports').values({ id, account_id, accused_id, thread_id, reason: 'spam', created_at: now }).execute()
  return id
}

test('a guest’s rows move to the account, and the rows of other guests stay', async () => {
  const bought = async (buyer_id: string) => {
    const order_id = await order({ buyer_id })
    return { order: order_id, payment: await payment({ order_id, buyer_id }) }
  }
  const [moved, remaining] = [await bought(mine), await bought(other)]
  const [talk, otherTalk] = [await thread(mine, null), await thread(other, null)]
  const reports = [await report(mine, ana.id, talk.id), await report(ana.id, mine, talk.id), await report(other, ana.id, otherTalk.id)]
  await block(ana.id, mine, talk.id)
  await block(ben.id, mine)
  await block(ben.id, eve.id)
  await block(ana.id, other)
  await block(fay.id, other)
  for (const [key, account_id] of [
    ['mine.webp', mine],
    ['other.webp', other],
  ] as const) {
    await db.insertInto('stored_files').values({ key, created_at: now, private: true, account_id, bytes: 9 }).execute()
    await db.insertInto('account_use').values({ account_id, media_bytes: 9 }).onConflict((oc) => oc.column('account_id').doUpdateSet({ media_bytes: 9 })).execute() // prettier-ignore
  }
  await join.moveRows(db, eve.id, mine)
  const orders = await db
    .selectFrom('orders')
    .select(['id', 'buyer_id'])
    .where('id', 'in', [moved.order, remaining.order])
    .orderBy('id')
    .execute()
  assert.deepEqual(orders, [
    { id: moved.order, buyer_id: eve.id },
    { id: remaining.order, buyer_id: other },
  ])
  const paid = await db.selectFrom('payments').select(['id', 'buyer_id']).where('id', 'in', [moved.payment, remaining.payment]).orderBy('id').execute() // prettier-ignore
  assert.deepEqual(paid.map((row) => row.buyer_id), [eve.id, other]) // prettier-ignore
  const parts = await db.selectFrom('reports').select(['account_id', 'accused_id']).where('id', 'in', reports).orderBy('id').execute()
  assert.deepEqual(parts.map((row) => [row.account_id, row.accused_id]), [[eve.id, ana.id], [ana.id, eve.id], [other, ana.id]]) // prettier-ignore
  const blocks = await db.selectFrom('blocks').select(['account_id', 'blocked_id', 'thread_id']).execute()
  assert.deepEqual(
    blocks.map((row) => [row.account_id, row.blocked_id, row.thread_id].join()).toSorted(),
    [[ana.id, eve.id, talk.id], [ben.id, eve.id, null], [ana.id, other, null], [fay.id, other, null]].map((row) => row.join()).toSorted(),
  ) // prettier-ignore
  const files = await db.selectFrom('stored_files').select('account_id').where('key', 'in', ['mine.webp', 'other.webp']).orderBy('key').execute() // prettier-ignore
  assert.deepEqual(files.map((row) => row.account_id), [eve.id, other]) // prettier-ignore
})

test('a guest’s conversation joins the account’s conversation about the same listing, and other conversations stay separate', async () => {
  const [joiner, outsider] = [await guest('joiner'), await guest('outsider')]
  const [lamp, vase, rug] = [await listingId(), await listingId(), await listingId()]
  const own = await thread(ben.id, lamp, { seller_unread: 1, buyer_unread: 2, owner_wrote_at: at(1), updated_at: at(1) })
  const about = await thread(joiner, lamp, {
    seller_unread: 4,
    buyer_unread: 8,
    owner_wrote_at: at(2),
    updated_at: at(2),
    needs_owner: true,
  })
  const [alone, ofShop] = [await thread(joiner, vase), await thread(joiner, null)]
  const [theirs, ofBen] = [await thread(outsider, lamp), await thread(ben.id, rug)]
  const reports = [await report(joiner, ana.id, about.id), await report(outsider, ana.id, theirs.id)]
  await block(eve.id, joiner, about.id)
  await block(eve.id, outsider, theirs.id)
  await join.moveThreads(db, ben.id, joiner)
  const all = [own, about, alone, ofShop, theirs, ofBen]
  const rows = await db.selectFrom('threads').selectAll().where('id', 'in', all.map(({ id }) => id)).orderBy('id').execute() // prettier-ignore
  assert.deepEqual(
    rows.map((row) => [row.id, row.buyer_id, row.seller_unread, row.buyer_unread, row.needs_owner, row.owner_wrote_at, row.updated_at]),
    [
      [own.id, ben.id, 5, 10, true, at(2), at(2)],
      [alone.id, ben.id, 0, 0, false, null, now],
      [ofShop.id, ben.id, 0, 0, false, null, now],
      [theirs.id, outsider, 0, 0, false, null, now],
      [ofBen.id, ben.id, 0, 0, false, null, now],
    ],
  )
  const messages = await db.selectFrom('messages').select('thread_id').where('id', 'in', all.map(({ message }) => message)).orderBy('id').execute() // prettier-ignore
  assert.deepEqual(messages.map((row) => row.thread_id), [own.id, own.id, alone.id, ofShop.id, theirs.id, ofBen.id]) // prettier-ignore
  const reported = await db.selectFrom('reports').select('thread_id').where('id', 'in', reports).orderBy('id').execute()
  assert.deepEqual(reported.map((row) => row.thread_id), [own.id, theirs.id]) // prettier-ignore
  const blocks = await db.selectFrom('blocks').select('thread_id').where('account_id', '=', eve.id).orderBy('blocked_id').execute()
  assert.deepEqual(blocks.map((row) => row.thread_id), [own.id, theirs.id]) // prettier-ignore
})
