import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { moneyRows } from '#test/money-rows.ts'
import { makeListing, makeOrder, makeShop, renameShop } from '#test/rows.ts'
import * as threads from './queries.ts'

const { app, ctx, db, ana, ben, eve, shop, now, at, inTx, whileLocked } = await moneyRows({ after })

type Fields = Partial<threads.NewThread>
const open = (more: Fields = {}) => {
  const parties = { shop_id: shop.id, shop_slug: shop.slug, shop_name: 'Attic', seller_id: ana.id, buyer_id: ben.id }
  const row = { id: ctx.newId('thr'), listing_id: null, listing_title: null, ...parties, created_at: now, updated_at: now, ...more }
  return inTx((tx) => threads.openThread(tx, row))
}
const aboutListing = async (more: Fields = {}) => open({ listing_id: (await makeListing(ctx, shop)).id, listing_title: 'Coat', ...more })
type Message = Partial<threads.MessageRow> & { photos?: threads.MessageRow['photos'] }
const say = async (thread_id: string, more: Message = {}, marks: threads.ThreadMarks = { updated_at: now }) => {
  const id = ctx.newId('msg')
  const row = { id, thread_id, sender: 'buyer' as const, text: 'Hello', in_reply_to: null, needs_owner: false, created_at: now, photos: null } // prettier-ignore
  await inTx((tx) => threads.insertMessage(tx, { ...row, ...more }, marks, null))
  return id
}
const photo = [{ key: 'one' }] as unknown as threads.MessageRow['photos']

test('a buyer has one thread about each listing, and one about each shop', async () => {
  const listing = (await makeListing(ctx, shop)).id
  const key = { listing_id: listing, listing_title: 'Coat' }
  const other = await makeShop(ctx, ana.id, { name: 'Other' })
  const made = [await open(key), await open(), await open({ ...key, buyer_id: eve.id }), await open({ buyer_id: eve.id }), await open({ shop_id: other.id }), await aboutListing()] // prettier-ignore
  assert.equal(new Set(made.map(({ id }) => id)).size, made.length)
  assert.deepEqual([(await open(key)).id, (await open()).id, (await open({ shop_id: other.id })).id], [made[0]!.id, made[1]!.id, made[4]!.id]) // prettier-ignore
  const another = { listing_id: (await makeListing(ctx, shop)).id, listing_title: 'Coat' }
  const together = await Promise.all(Array.from({ length: 5 }, () => open(another)))
  assert.equal(new Set(together.map(({ id }) => id)).size, 1, 'concurrent requests get the same thread')
  const exists = (more: Partial<threads.ThreadKey>) =>
    threads.threadExists(db, { listing_id: null, shop_id: shop.id, buyer_id: ben.id, ...more })
  const fay = (await app.signUp('Fay')).id
  assert.deepEqual(
    [await exists({}), await exists({ listing_id: listing }), await exists({ buyer_id: fay }), await exists({ listing_id: listing, buyer_id: fay })], // prettier-ignore
    [true, true, false, false],
  )
  assert.equal(await exists({ shop_id: (await makeShop(ctx, ana.id)).id }), false)
  await open({ ...key, buyer_id: fay })
  assert.equal(await exists({ buyer_id: fay }), false, 'a thread about a listing is not a thread about its shop')
})

test('opening or locking a thread locks that thread until the transaction ends', async () => {
  const [one, other] = [await aboutListing(), await aboutListing()]
  const unlocked = async () => (await db.selectFrom('threads').select('id').where('id', 'in', [one.id, other.id]).forUpdate().skipLocked().execute()).map(({ id }) => id) // prettier-ignore
  assert.deepEqual(await whileLocked((tx) => threads.lockThread(tx, one.id), unlocked), [other.id])
  assert.deepEqual(await whileLocked((tx) => threads.openThread(tx, other), unlocked), [one.id])
  assert.equal(await inTx((tx) => threads.lockThread(tx, 'thr_none')), undefined)
})

test('a new message changes only its own thread', async () => {
  const [one, other] = [await aboutListing(), await aboutListing()]
  const id = await say(one.id, { text: 'With a photo', photos: photo }, { updated_at: at(5), seller_unread: 2, needs_owner: true })
  const marks = async (thread: { id: string }) => {
    const { updated_at, seller_unread, buyer_unread, needs_owner, owner_wrote_at } = (await threads.findThread(db, thread.id))!
    return [updated_at, seller_unread, buyer_unread, needs_owner, owner_wrote_at]
  }
  assert.deepEqual([await marks(one), await marks(other)], [[at(5), 2, 0, true, null], [now, 0, 0, false, null]]) // prettier-ignore
  await threads.markThread(db, other.id, { buyer_unread: 1, owner_wrote_at: at(6) })
  assert.deepEqual([await marks(one), await marks(other)], [[at(5), 2, 0, true, null], [now, 0, 1, false, at(6)]]) // prettier-ignore
  const second = await say(one.id)
  assert.deepEqual([(await threads.findMessage(db, id)).text, (await threads.findMessage(db, second)).text], ['With a photo', 'Hello'])
  const photos = (thread: string, message: string) => threads.findPhotos(db, thread, message)
  assert.deepEqual([await photos(one.id, id), await photos(other.id, id), await photos(one.id, second)], [photo, undefined, null])
  await db.insertInto('reports').values({ id: ctx.newId('rep'), account_id: ben.id, accused_id: ana.id, reason: 'spam', thread_id: one.id, created_at: now }).execute() // prettier-ignore
  assert.deepEqual([await threads.isReported(db, one.id), await threads.isReported(db, other.id)], [true, false])
})

test('the subject of a thread is the listing, or the shop with this slug in the same tenant', async () => {
  const listing = await makeListing(ctx, shop, { title: 'Lamp', visibility: 'link' })
  const ofShop = { shop_id: shop.id, shop_slug: shop.slug, shop_name: 'Attic', shop_visibility: 'public', shop_paused: false, seller_id: ana.id, tenant: '' } // prettier-ignore
  const subject = { listing_id: listing.id, listing_title: 'Lamp', listing_status: 'live', listing_visibility: 'link' }
  assert.deepEqual(await threads.listingSubject(db, listing.id), { ...subject, ...ofShop })
  assert.equal(await threads.listingSubject(db, 'lst_none'), undefined)
  const none = { listing_id: null, listing_title: null, listing_status: null, listing_visibility: null }
  const bySlug = (tenant: string, slug: string) => threads.shopSubject(db, tenant as Parameters<typeof threads.shopSubject>[1], slug)
  assert.deepEqual(await bySlug('', shop.slug), { ...none, ...ofShop })
  assert.deepEqual([await bySlug('', 'nowhere'), await bySlug(ana.id, shop.slug)], [undefined, undefined])
})

test('a buyer’s orders are those for the listing of the thread, or for any item in its shop', async () => {
  const gus = (await app.signUp('Gus')).id
  const [bought, other] = [await makeListing(ctx, shop), await makeListing(ctx, shop)]
  const elsewhere = await makeShop(ctx, ana.id)
  const order = async (status: 'paid' | 'awaiting_payment' | 'completed', listing = bought, buyerId = gus) => {
    const id = await makeOrder(ctx, shop, listing, { buyerId, status })
    await db
      .updateTable('orders')
      .set({ pay_by: at(60) })
      .where('id', '=', id)
      .execute()
    return id
  }
  const [completed] = [await order('completed'), await order('paid', other, eve.id)]
  const ordered = (listing_id: string | null, shop_id = shop.id, buyer_id = gus) =>
    threads.hasOrdered(db, { listing_id, shop_id, buyer_id })
  assert.deepEqual([await ordered(bought.id), await ordered(other.id), await ordered(null), await ordered(null, elsewhere.id), await ordered(bought.id, elsewhere.id)], [true, false, true, false, true]) // prettier-ignore
  assert.deepEqual([await ordered(bought.id, shop.id, eve.id), await ordered(null, shop.id, ana.id)], [false, false])

  const isOpen = (listing_id: string | null, time = now, buyer_id = gus) => threads.hasOpenOrder(db, { listing_id, buyer_id }, time)
  assert.equal(await isOpen(bought.id), false)
  await db.deleteFrom('order_steps').where('order_id', '=', completed).execute()
  await order('awaiting_payment')
  assert.deepEqual([await isOpen(bought.id), await isOpen(bought.id, at(60)), await isOpen(other.id), await isOpen(null)], [true, false, false, false]) // prettier-ignore
  assert.deepEqual([await isOpen(other.id, now, eve.id), await isOpen(other.id, at(999), eve.id), await isOpen(bought.id, now, eve.id)], [true, true, false]) // prettier-ignore
  const hal = (await app.signUp('Hal')).id
  await db.updateTable('accounts').set({ email: null, password_hash: null, closed_at: now }).where('id', '=', hal).execute()
  assert.deepEqual([await threads.isClosed(db, hal), await threads.isClosed(db, gus)], [true, false])
})

test('a thread shows current names, and its first names if the listing is a draft again or was deleted', async () => {
  const own = await makeShop(ctx, ana.id, { slug: 'first-slug', name: 'Now' })
  const listing = await makeListing(ctx, own, { title: 'New title' })
  const { id } = await open({ shop_id: own.id, shop_slug: 'old-slug', shop_name: 'Before', listing_id: listing.id, listing_title: 'Old title' }) // prettier-ignore
  const names = async () => {
    const { shop_slug, shop_name, listing_title, buyer_name } = (await threads.findThread(db, id))!
    return [shop_slug, shop_name, listing_title, buyer_name]
  }
  assert.deepEqual(await names(), ['first-slug', 'Now', 'New title', 'Ben'])
  await renameShop(ctx, own, 'second-slug')
  await db.updateTable('listings').set({ status: 'draft', published_at: null }).where('id', '=', listing.id).execute()
  assert.deepEqual(await names(), ['second-slug', 'Now', 'Old title', 'Ben'])
  assert.equal((await open({ shop_id: own.id, shop_slug: 'old-slug', shop_name: 'Before' })).shop_name, 'Now')
})

test('a list contains the threads in the account’s roles, and a list of waiting threads only unread threads and threads that need the owner', async () => {
  const [ian, joy] = [(await app.signUp('Ian')).id, (await app.signUp('Joy')).id]
  const own = await makeShop(ctx, ian)
  const selling = (more: Fields = {}) => open({ shop_id: own.id, seller_id: ian, buyer_id: joy, ...more })
  const buying = (more: Fields = {}) => aboutListing({ buyer_id: ian, ...more })
  const [read, unread, needed] = [await selling(), await selling({ buyer_id: ben.id }), await selling({ buyer_id: eve.id, updated_at: at(3) })] // prettier-ignore
  const [bought, waits] = [await buying({ updated_at: at(1) }), await buying({ updated_at: at(2) })]
  await threads.markThread(db, read.id, { buyer_unread: 1 })
  await threads.markThread(db, unread.id, { seller_unread: 1 })
  await threads.markThread(db, needed.id, { needs_owner: true })
  await threads.markThread(db, bought.id, { seller_unread: 1, needs_owner: true })
  await threads.markThread(db, waits.id, { buyer_unread: 1 })
  const list = async (parties: threads.ThreadFilter['parties'], waiting = false, updatedAfter?: Date, limit = 9, offset = 0) => {
    const { rows, total } = await threads.listThreads(db, { accountId: ian, parties, waiting, updatedAfter }, { limit, offset })
    assert.ok(total >= rows.length)
    return [total, ...rows.map(({ id }) => id)]
  }
  const [late, early] = [read.id, unread.id].toSorted((one, other) => (one < other ? 1 : -1)) as [string, string]
  const sold = [needed.id, late, early]
  assert.deepEqual([await list(['seller']), await list(['buyer'])], [[3, ...sold], [2, waits.id, bought.id]]) // prettier-ignore
  assert.deepEqual(await list(['buyer', 'seller']), [5, needed.id, waits.id, bought.id, late, early])
  assert.deepEqual([await list(['seller'], true), await list(['buyer'], true)], [[2, needed.id, unread.id], [1, waits.id]]) // prettier-ignore
  assert.deepEqual(await list(['buyer', 'seller'], true), [3, needed.id, waits.id, unread.id])
  assert.deepEqual([await list(['seller'], false, at(0)), await list(['buyer', 'seller'], false, at(1)), await list(['buyer'], false, at(1))], [[1, needed.id], [2, needed.id, waits.id], [1, waits.id]]) // prettier-ignore
  assert.deepEqual([await list(['seller'], false, undefined, 1), await list(['seller'], false, undefined, 9, 2)], [[3, needed.id], [3, early]]) // prettier-ignore
})

test('messages are listed oldest first, and counted back from the newest', async () => {
  const [one, other, empty] = [await aboutListing(), await aboutListing(), await aboutListing()]
  const first = await say(one.id, { created_at: at(-5) })
  const same = [await say(one.id), await say(one.id)].toSorted((a, b) => (a < b ? -1 : 1))
  const latest = await say(other.id, { created_at: at(9) })
  const list = async (limit: number, offset: number) => (await threads.listMessages(db, one.id, { limit, offset })).map(({ id }) => id)
  assert.deepEqual([await list(9, 0), await list(2, 0), await list(2, 1)], [[first, ...same], same, [first, same[0]]])
  const last = await threads.lastMessages(db, [one.id, other.id, empty.id])
  assert.deepEqual([last.size, last.get(one.id)?.id, last.get(other.id)?.id], [2, same[1], latest])
  assert.deepEqual([(await threads.lastMessages(db, [])).size, (await threads.lastMessages(db, [one.id])).size], [0, 1])
})

test('the agent sees what the buyer wrote since the last answer, and whether a newer message or a reply exists', async () => {
  const kim = (await app.signUp('Kim')).id
  const own = await makeShop(ctx, kim)
  const thread = await open({ shop_id: own.id, seller_id: kim })
  const noise = await aboutListing({ seller_id: kim })
  await say(noise.id, { text: 'Noise', created_at: at(3), photos: photo })
  await say(noise.id, { sender: 'owner', text: 'An answer in another thread', created_at: at(2) })
  const first = await say(thread.id, { text: 'Old', created_at: at(1) })
  const facts = (message: string, id = thread.id) => threads.agentFacts(db, id, message)
  const plain = { text: 'Old', hasPhotos: false, hasNewer: false, hasReply: false, answersQuestions: true, brake: false }
  assert.deepEqual(await facts(first), plain)
  assert.deepEqual([await facts(first, noise.id), await facts('msg_none')], [undefined, undefined])

  await say(thread.id, { sender: 'agent', text: 'About your offer', created_at: at(2) })
  const second = await say(thread.id, { text: 'And size?', created_at: at(3) })
  assert.deepEqual([(await facts(second))?.text, (await facts(first))?.hasNewer], ['Old And size?', true])
  const answer = await say(thread.id, { sender: 'agent', text: 'Large', in_reply_to: second, created_at: at(4) })
  assert.equal((await facts(second))?.text, 'Old And size?', 'a later answer does not count')
  assert.deepEqual([(await facts(second))?.hasReply, (await facts(first))?.hasReply, await facts(answer)], [true, false, undefined])
  const third = await say(thread.id, { text: 'Thanks', created_at: at(5), photos: photo })
  assert.deepEqual(await facts(third), { ...plain, text: 'Thanks', hasPhotos: true })
  await say(thread.id, { sender: 'owner', text: 'Yes', created_at: at(6) })
  assert.equal((await facts(third))?.hasNewer, false, 'only the buyer’s messages are newer questions')
  const fourth = await say(thread.id, { text: 'Bye', created_at: at(7) })
  assert.deepEqual(await facts(fourth), { ...plain, text: 'Bye' })
  const newest = [await say(thread.id, { text: 'One', created_at: at(8) }), await say(thread.id, { text: 'Two', created_at: at(8) })]
  const [less, more] = newest.toSorted((a, b) => (a < b ? -1 : 1)) as [string, string]
  assert.deepEqual([(await facts(less))?.hasNewer, (await facts(more))?.hasNewer], [true, false], 'the id decides between messages of the same time') // prettier-ignore

  const settings = async () => {
    const { answersQuestions, brake } = (await facts(fourth))!
    return [answersQuestions, brake]
  }
  await db.updateTable('accounts').set({ brake: true }).where('id', '=', kim).execute()
  assert.deepEqual(await settings(), [true, true])
  await db.updateTable('shops').set({ answer_questions: false }).where('id', '=', own.id).execute()
  assert.deepEqual(await settings(), [false, true])
  await db.updateTable('shops').set({ answer_questions: true }).where('id', '=', own.id).execute()
  await db.updateTable('accounts').set({ email: null, password_hash: null, closed_at: now }).where('id', '=', kim).execute()
  assert.deepEqual(await settings(), [false, true])

  const root = (await app.signUp('Rue')).id
  const testAccount = async (sandbox_role: 'seller' | 'buyer') => {
    const id = ctx.newId('usr')
    await db.insertInto('accounts').values({ id, name: 'Test', sandbox_of: root, sandbox_role, brake: true, created_at: now, updated_at: now }).execute() // prettier-ignore
    return id
  }
  const [seller_id, buyer_id] = [await testAccount('seller'), await testAccount('buyer')]
  const { id: sandbox } = await open({ shop_id: (await makeShop(ctx, seller_id)).id, seller_id, buyer_id })
  const sent = await say(sandbox)
  const brake = async () => (await facts(sent, sandbox))?.brake
  assert.equal(await brake(), false, 'the brake of a test account is that of its real account')
  await db.updateTable('accounts').set({ brake: true }).where('id', '=', root).execute()
  await db.updateTable('accounts').set({ brake: false }).where('id', '=', seller_id).execute()
  assert.equal(await brake(), true)
})
