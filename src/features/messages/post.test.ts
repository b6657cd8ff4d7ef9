import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTransaction, type Context } from '#context.ts'
import { startApp } from '#test/app.ts'
import { tellBuyer, type ThreadSubject } from './post.ts'

test('tells a buyer in one thread, however many begin it at once, in the order of writing', async (t) => {
  const app = await startApp(t)
  const { ctx } = app.service
  const [seller, buyer] = [await app.signUp('Ana'), await app.signUp('Ben')]
  const subject: ThreadSubject = {
    listingId: ctx.newId('lst'),
    listingTitle: 'Wool coat',
    shopId: ctx.newId('shp'),
    shopSlug: 'coats',
    shopName: 'Coats',
    sellerId: seller.id,
    buyerId: buyer.id,
  }
  const tell = (text: string) => inTransaction(ctx, (tx: Context) => tellBuyer(tx, subject, { from: 'service', text }))
  await Promise.all(['one', 'two', 'three', 'four'].map(tell))
  const threads = await ctx.db.selectFrom('threads').selectAll().execute()
  assert.deepEqual([threads.length, threads[0]!.buyer_unread, threads[0]!.seller_unread], [1, 4, 0])
  const messages = await ctx.db.selectFrom('messages').selectAll().orderBy('created_at').execute()
  assert.equal(new Set(messages.map(({ created_at }) => created_at.getTime())).size, 4)
  assert.equal(threads[0]!.updated_at.getTime(), messages.at(-1)!.created_at.getTime())
})
