import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { inTransaction } from '#platform/context/index.ts'
import { suspendAccount } from '#identity/accounts/suspend.ts'
import { SITE, startApp, type TestApp } from '#test/app.ts'
import { openBargain, onSale } from '#test/bargain.ts'
import { listenTo, type Listener } from '#test/listen.ts'
import { twoApps } from '#test/two-apps.ts'
import { slack } from '#test/machine.ts'
import { until } from '#test/until.ts'

describe('the live stream of changes', () => {
  test('the live stream sends the kind and id of an offer to both parties, and to no other account', async (t) => {
    const app = await startApp(t)
    const { seller, buyer } = await openBargain(app)
    const other = await app.signUp('Una')
    const listing = await onSale(seller, { title: 'Wool coat', lowest_price: 61 })
    const [sells, buys, browses] = await all(t, app, [seller.cookie, buyer.cookie, other.cookie])
    const offer = await buyer.offer(listing, 70, 'please')
    await Promise.all([sells!.until(/offer off_/), buys!.until(/offer off_/)])
    assert.equal((await seller.call('POST', `/v1/offers/${offer.id}/counter`, { json: { amount: 90 } })).status, 200)
    await buys!.until(new RegExp(`(?:offer ${offer.id}[^]*){2}`))
    await sleep(100)
    for (const one of [sells!, buys!]) {
      assert.ok(one.lines().includes(`offer ${offer.id}`))
      for (const line of one.lines()) assert.match(line, /^(?:offer|thread|listing) [a-z]+_\w+$/)
      assert.doesNotMatch(withoutIds(one.text()), /coat|please|70|90|61/)
    }
    assert.deepEqual(browses!.lines(), [])
  })

  test('the live stream is available only to signed-in users, and only on the service’s own pages', async (t) => {
    const app = await startApp(t)
    const { cookie, key } = await app.signUp()
    const anonymous = await app.call('GET', '/you/live')
    assert.deepEqual([anonymous.status, anonymous.body.error.type], [401, 'authentication'])
    assert.equal((await app.call('GET', '/you/live', { key })).status, 401)
    for (const site of ['cross-site', 'same-site', 'none'])
      assert.equal((await app.call('GET', '/you/live', { cookie, headers: { 'sec-fetch-site': site } })).status, 403, site)
    const open = await listenTo(app, cookie)
    t.after(() => open.close())
    assert.equal(open.status, 200)
    assert.equal(open.headers['content-type'], 'text/event-stream')
    assert.match(String(open.headers['cache-control']), /private, no-store/)
    assert.equal(open.headers['access-control-allow-origin'], undefined)
    assert.match((await app.call('GET', '/you/live', { cookie, host: `someone.${SITE}` })).headers['content-type']!, /html/)
  })

  test('the live stream ends when its session ends or the account is suspended', async (t) => {
    const app = await startApp(t)
    const { cookie, id, email, password } = await app.signUp()
    const again = await app.call('POST', '/v1/sessions', { json: { email, password } })
    const other = again.headers['set-cookie']!.split(';')[0]!
    const [one, two] = await all(t, app, [cookie, other])
    assert.equal((await app.call('DELETE', '/v1/sessions', { cookie })).status, 200)
    await one!.until(/event: over/)
    await one!.ended()
    assert.doesNotMatch(two!.text(), /over/)
    await inTransaction(app.service.ctx, (tx) => suspendAccount(tx, id))
    await two!.until(/event: over/)
    await two!.ended()
    assert.equal((await listenTo(app, other)).status, 401)
    assert.equal(app.service.ctx.live.count(), 0)
  })

  test('an account can open six live streams, and a seventh closes the oldest', async (t) => {
    const app = await startApp(t)
    const { cookie } = await app.signUp()
    const open = await all(
      t,
      app,
      Array.from({ length: 7 }, () => cookie),
    )
    await open[0]!.until(/event: full/)
    await open[0]!.ended()
    assert.equal(app.service.ctx.live.count(), 6)
    for (const one of open) one.close()
    await until('the end of the closed connections', () => app.service.ctx.live.count() === 0)
  })

  test('the live stream holds no database connection while it waits', async (t) => {
    const app = await startApp(t)
    const { seller, buyer } = await openBargain(app)
    const listing = await onSale(seller)
    const people = await Promise.all(Array.from({ length: 4 }, (_, at) => app.signUp(`P${at}`)))
    // opens more than twice as many streams as there are connections in the pool
    await all(
      t,
      app,
      people.flatMap(({ cookie }) => Array.from({ length: 6 }, () => cookie)),
    )
    // the query that opened the last stream may still be ending
    await until('idle connections', async () => {
      const busy = await sql<{ busy: number }>`select count(*)::int as busy from pg_stat_activity
        where datname = current_database() and application_name = 'marketplace requests' and state <> 'idle' and pid <> pg_backend_pid()`.execute(
        app.service.ctx.db,
      )
      return busy.rows[0]!.busy === 0
    })
    assert.match((await app.call('GET', '/metrics')).body, /^live_streams 24$/m)
    await buyer.offer(listing, 80)
  })

  test('the live stream delivers changes that a different process made', async (t) => {
    const [one, other] = await twoApps(t)
    const { seller, buyer } = await openBargain(one)
    const listing = await onSale(seller)
    const [sells] = await all(t, other, [seller.cookie])
    const { id } = await buyer.offer(listing, 80)
    await sells!.until(new RegExp(`offer ${id}`))
  })

  test('the live stream instructs a reconnected page to refresh only if the page may have missed changes', async (t) => {
    const app = await startApp(t)
    const { seller, buyer } = await openBargain(app)
    const listing = await onSale(seller)
    const shownAt = Date.now()
    await buyer.offer(listing, 80)
    const late = await listenTo(app, seller.cookie, `/you/live?after=${shownAt}`)
    const back = await listenTo(app, seller.cookie, '/you/live?after=9999999999999', { 'last-event-id': String(shownAt) })
    await late.until(/data: all/)
    await back.until(/data: all/)
    const ancient = await listenTo(app, seller.cookie, '/you/live?after=1000')
    await ancient.until(/data: all/)
    const fresh = await listenTo(app, seller.cookie, `/you/live?after=${Date.now() + 60_000}`)
    await fresh.until(/retry/)
    await sleep(200)
    assert.deepEqual(fresh.lines(), [])
    for (const one of [late, back, ancient, fresh]) one.close()
  })

  test('after the database connection is lost, the live stream instructs pages to refresh, and continues', async (t) => {
    const app = await startApp(t)
    const { seller, buyer } = await openBargain(app)
    const listing = await onSale(seller)
    const [sells] = await all(t, app, [seller.cookie])
    await sleep(200)
    assert.doesNotMatch(sells!.text(), /data: all/)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'marketplace listener' and datname = current_database()`.execute(app.service.ctx.db)
    await sells!.until(/data: all/)
    const { id } = await buyer.offer(listing, 80)
    await sells!.until(new RegExp(`offer ${id}`))
  })

  test('the live stream ends immediately when the server stops, and does not delay the shutdown', async (t) => {
    const app = await startApp(t)
    const { cookie } = await app.signUp()
    const [open] = await all(t, app, [cookie])
    const began = performance.now()
    await app.service.stop()
    await open!.ended()
    assert.doesNotMatch(open!.text(), /over|full/, 'the client reconnects to another process')
    assert.ok(performance.now() - began < slack(8_000), `${performance.now() - began} ms`)
  })
})

/** Removes ids and times, because they may contain any digits. */
const withoutIds = (text: string): string => text.replaceAll(/\b[a-z]{3}_\w+|^(?:id|retry): \d+$/gm, '')

async function all(t: { after(stop: () => void): void }, app: TestApp, cookies: readonly string[]): Promise<Listener[]> {
  const open: Listener[] = []
  for (const cookie of cookies) {
    const one = await listenTo(app, cookie)
    t.after(() => one.close())
    assert.equal(one.status, 200, one.text())
    await one.until(/retry/)
    open.push(one)
  }
  return open
}
