import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { sql } from 'kysely'
import { inTransaction, type Person } from '#platform/context/index.ts'
import { listBrowsers, MOST_BROWSERS, subscribe, unsubscribe } from '#identity/push/index.ts'
import { startApp } from '#test/app.ts'
import { startPushService } from '#test/fakes/push.ts'
import { pushKeys, queuePushes } from './index.ts'
import * as queries from './queries.ts'

const app = await startApp({ after }, {}, undefined, 'web')
const service = await startPushService({ after })
const { ctx } = app.service
const { db } = ctx

type SignedUp = Awaited<ReturnType<typeof app.signUp>>

const actorOf = ({ id }: Pick<SignedUp, 'id'>, cookie: string) =>
  ({ kind: 'session', accountId: id, sessionToken: cookie.split('=')[1] }) as Person
const keysOf = () => {
  const { endpoint, p256dh, auth } = service.subscribe()
  return { endpoint, p256dh, auth }
}
const add = (person: SignedUp, cookie = person.cookie, keys = keysOf()) =>
  inTransaction(ctx, (tx) => subscribe(tx, actorOf(person, cookie), keys))
const browsersOf = (person: SignedUp, cookie = person.cookie) => listBrowsers(ctx, actorOf(person, cookie))
const signIn = async ({ email, password }: SignedUp) =>
  (await app.call('POST', '/v1/sessions', { json: { email, password } })).headers['set-cookie']!.split(';')[0]!
const queue = (accountId: string, about: string, more: { subject?: string; lines?: string[]; link?: string } = {}, now = ctx.now()) =>
  inTransaction({ ...ctx, now: () => now }, (tx) =>
    queuePushes(tx, { accountId, about, subject: 'A subject', lines: ['A line'], link: `${app.url}/you/offers?page=2#top`, ...more }),
  )
const pushesOf = async (person: SignedUp) =>
  db
    .selectFrom('pushes as p')
    .innerJoin('push_subscriptions as s', 's.id', 'p.subscription_id')
    .selectAll('p')
    .where('s.account_id', '=', person.id)
    .orderBy('p.id')
    .execute()

describe('the browsers that get push notifications', () => {
  test('are listed per account, newest first, with the browser of the current session marked', async () => {
    const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
    await add(ana)
    await app.advance(1)
    const second = await signIn(ana)
    await add(ana, second)
    await add(ben)
    const seen = async (cookie: string) => (await browsersOf(ana, cookie)).map(({ own }) => own)
    assert.deepEqual([await seen(ana.cookie), await seen(second)], [[false, true], [true, false]]) // prettier-ignore
    const [newest] = await browsersOf(ana)
    await inTransaction(ctx, (tx) => unsubscribe(tx, actorOf(ben, ben.cookie), newest!.id))
    assert.equal((await browsersOf(ana)).length, 2, 'another account cannot end it')
    await inTransaction(ctx, (tx) => unsubscribe(tx, actorOf(ana, ana.cookie), newest!.id))
    assert.deepEqual([await seen(ana.cookie), (await browsersOf(ben)).length], [[true], 1])
  })

  test('are replaced by a new subscription of the same session or with the same endpoint and keys', async () => {
    const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
    const keys = keysOf()
    await add(ana)
    await add(ana, ana.cookie, keys)
    assert.equal((await browsersOf(ana)).length, 1)
    for (const wrong of [{ p256dh: keysOf().p256dh }, { auth: keysOf().auth }])
      await assert.rejects(add(ben, ben.cookie, { ...keys, ...wrong }), { status: 409, param: 'endpoint' })
    await add(ben, ben.cookie, keys)
    assert.deepEqual([(await browsersOf(ana)).length, (await browsersOf(ben)).length], [0, 1], 'the browser changed its account')
    await assert.rejects(add(ana, ana.cookie, { ...keysOf(), auth: 'x' }), { status: 400, param: 'p256dh' })
    await assert.rejects(add(ana, ana.cookie, { ...keysOf(), endpoint: 'nothing' }), { status: 400, param: 'endpoint' })
    await assert.rejects(add(ana, 'session=ended'), { message: /You were signed out/ })
  })

  test(`are at most ${MOST_BROWSERS} per account, of which the oldest is dropped first`, async () => {
    const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
    await add(ben)
    const cookies = [ana.cookie]
    for (let more = 0; more < MOST_BROWSERS; more++) cookies.push(await signIn(ana))
    for (const [at, cookie] of cookies.entries())
      await inTransaction({ ...ctx, now: () => new Date(Date.UTC(2_030, 1, at + 1)) }, (tx) =>
        subscribe(tx, actorOf(ana, cookie), keysOf()),
      )
    const { rows } = { rows: await browsersOf(ana) }
    assert.equal(rows.length, MOST_BROWSERS)
    assert.deepEqual(rows.at(-1)!.since, new Date(Date.UTC(2_030, 1, 2)))
    assert.equal((await browsersOf(ben)).length, 1)
  })
})

describe('the queue of push notifications', () => {
  test('gets one push per browser of the account and event, with the text of the email but without quotations', async () => {
    const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
    await add(ben)
    await queue(ana.id, 'evt_none')
    await add(ana)
    await add(ana, await signIn(ana))
    const subject = `Line one\n${'word '.repeat(80)}`
    await queue(ana.id, 'evt_1', { subject, lines: ['First', '> quoted', 'last'] })
    await queue(ana.id, 'evt_1')
    const rows = await pushesOf(ana)
    const jobs =
      await sql`select payload from graphile_worker._private_jobs where key = any(${rows.map(({ id }) => `push ${id}`)}) order by key`.execute(
        db,
      )
    assert.deepEqual(
      jobs.rows,
      rows.map(({ id }) => ({ payload: { id } })),
      'each push is sent by its own job, without waiting for a periodic job',
    )
    assert.equal(new Set(rows.map(({ subscription_id }) => subscription_id)).size, 2)
    for (const { event_id, title, body, path, status, tries } of rows) {
      assert.deepEqual([event_id, body, path, status, tries], ['evt_1', 'First last', '/you/offers?page=2', 'waiting', 0])
      assert.match(title, /^Line one word .* word.?$/)
      assert.ok(title.length > 290 && title.length <= 300, `${title.length} characters`)
    }
    assert.deepEqual(await pushesOf(ben), [])
  })

  test('gets at most 30 pushes per browser within an hour', async () => {
    const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
    await add(ana)
    await add(ben)
    const began = ctx.now()
    const later = (ms: number) => new Date(began.getTime() + ms)
    for (let at = 0; at < 31; at++) await queue(ana.id, `evt_${at}`, {}, later(at))
    assert.equal((await pushesOf(ana)).length, 30)
    await queue(ben.id, 'evt_30')
    assert.equal((await pushesOf(ben)).length, 1, 'another browser has its own limit')
    await queue(ana.id, 'evt_late', {}, later(3_599_999))
    assert.equal((await pushesOf(ana)).length, 30)
    await queue(ana.id, 'evt_late', {}, later(3_600_000))
    assert.equal((await pushesOf(ana)).length, 31, 'the first push is an hour old')
  })

  test('gives each attempt to one process, only once it is due', async () => {
    const ana = await app.signUp('Ana')
    await add(ana)
    const now = ctx.now()
    const at = (ms: number) => new Date(now.getTime() + ms)
    await db.deleteFrom('pushes').execute()
    await queue(ana.id, 'evt_1', {}, at(-1))
    await queue(ana.id, 'evt_2', {}, now)
    await queue(ana.id, 'evt_3', {}, at(1))
    const [one, two, three] = (await pushesOf(ana)).toSorted((a, b) => (a.event_id < b.event_id ? -1 : 1))
    assert.deepEqual(await queries.duePushes(db, now, 9), [one!.id, two!.id])
    assert.deepEqual(await queries.duePushes(db, now, 1), [one!.id])
    assert.equal(await queries.claimPush(db, three!, now, at(60)), false, 'it is not due')
    assert.deepEqual([await queries.claimPush(db, two!, now, at(60)), await queries.claimPush(db, two!, at(60), at(90))], [true, false])
    const found = (await queries.findPush(db, two!.id))!
    assert.deepEqual([found.tries, found.next_try_at, found.given_up], [1, at(60), 0])
    assert.deepEqual([(await queries.findPush(db, one!.id))!.tries, await queries.findPush(db, 'psh_0')], [0, undefined])
    assert.equal(await queries.claimPush(db, found, at(60), at(90)), true)
    await queries.setOutcome(db, one!, { status: 'sent', error: null })
    assert.equal(await queries.claimPush(db, one!, now, at(60)), false, 'it was sent')
    assert.deepEqual(await queries.duePushes(db, at(89), 9), [three!.id])
  })

  test('records each outcome for its own push and browser', async () => {
    const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
    for (const person of [ana, ben]) {
      await add(person)
      await queue(person.id, 'evt_1')
    }
    await queue(ana.id, 'evt_2')
    const [one, two] = await pushesOf(ana)
    const at = new Date(ctx.now().getTime() + 60_000)
    await queries.setOutcome(db, one!, { status: 'waiting', error: 'busy', nextTryAt: at })
    const shown = async (person: SignedUp) =>
      (await pushesOf(person)).map(({ status, last_error, next_try_at }) => [status, last_error, next_try_at.getTime() === at.getTime()])
    assert.deepEqual(await shown(ana), [
      ['waiting', 'busy', true],
      ['waiting', null, false],
    ])
    const givenUp = async (person: SignedUp) =>
      (await db.selectFrom('push_subscriptions').select('given_up').where('account_id', '=', person.id).executeTakeFirstOrThrow()).given_up
    assert.deepEqual([await givenUp(ana), await givenUp(ben)], [0, 0])
    await queries.setOutcome(db, one!, { status: 'failed', error: 'responded 500' })
    await queries.setOutcome(db, two!, { status: 'failed', error: 'responded 500' })
    assert.deepEqual([await givenUp(ana), await givenUp(ben)], [2, 0])
    await queries.setOutcome(db, (await pushesOf(ben))[0]!, { status: 'sent', error: null })
    assert.deepEqual([await givenUp(ana), await givenUp(ben)], [2, 0])
    await queries.setOutcome(db, two!, { status: 'sent', error: null })
    assert.equal(await givenUp(ana), 0, 'a success ends the row of failures')
    assert.deepEqual(await shown(ben), [['sent', null, false]])
    await queries.endSubscription(db, one!.subscription_id)
    assert.deepEqual([(await browsersOf(ana)).length, (await browsersOf(ben)).length], [0, 1])
  })

  test('uses the keys that the first process stored', async () => {
    const keys = await pushKeys(ctx)
    await queries.insertKeys(db, { publicKey: 'another', privateKey: 'another' })
    assert.deepEqual([await pushKeys(ctx), await queries.findKeys(db)], [keys, keys])
    assert.notEqual(keys.publicKey, keys.privateKey)
  })
})
