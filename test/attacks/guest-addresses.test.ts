import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type Reply } from '#test/app.ts'
import { onSale } from '#test/bargain.ts'
import { openSeller } from '#test/factories.ts'
import { asGuest, checkOut, MANY_NETWORKS, openPayUrl, screenOf } from '#test/guests.ts'
import { statementsOf } from '#test/statements.ts'

test('a guest checkout sends the same response and does the same work for an unknown, unverified or verified address', async (t) => {
  // runs no worker, because the test must not count the worker's statements
  const app = await startApp(t, MANY_NETWORKS, undefined, 'web')
  const seller = await openSeller(app, 'Sol')
  const [known, proved] = [await app.signUp('Una'), await app.signUp('Vera')]
  const { db } = app.service.ctx
  await db.updateTable('accounts').set({ email_verified_at: new Date() }).where('id', '=', proved.id).execute()
  const work: string[][] = []
  const shown: unknown[] = []
  for (const email of ['warm-up@example.test', 'unknown@example.test', known.email, proved.email]) {
    const listing = await onSale(seller)
    let reply!: Reply
    const sent = await statementsOf(t, async () => (reply = await checkOut(app, listing, email)))
    const again = await onSale(seller)
    const sentAgain = await statementsOf(t, () => checkOut(app, again, email))
    // excludes background statements of the process, such as counts of requests, which differ between the two calls
    work.push(sent.filter((text) => isOfCheckout(text) && sentAgain.includes(text)))
    const cookie = await openPayUrl(app, reply.body.pay_url)
    const page = await app.call('GET', `/checkout/${listing}`, { cookie })
    const paid = await asGuest(app, cookie, 'POST', `/v1/orders/${reply.body.order}/pay`, { method: 'test_ok' })
    shown.push({
      answer: [reply.status, Object.entries(reply.body).map(([name, value]) => [name, String(value).length])],
      pages: [page, await app.call('GET', `/you/orders/${reply.body.order}`, { cookie })].map(screenOf),
      paid: [paid.status, Object.keys(paid.body)],
    })
  }
  assert.ok(work[1]!.length > 8, 'the statements are counted')
  for (const seen of [work, shown]) for (const other of seen.slice(2)) assert.deepEqual(other, seen[1])
})

/** Returns false for statements of background work, such as change polling and rate limits. */
const isOfCheckout = (text: string): boolean =>
  /^\s*(?:insert|update|select|delete|with)/i.test(text) && !/_changes|buckets|usage_months|request_log|from clock|presence|xmin/.test(text)
