import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { moneyRows } from '#test/money-rows.ts'
import * as pushes from './queries.ts'

const { app, ctx, db, ana, ben, now, at } = await moneyRows({ after })

let browsers = 0
/** Creates a session for the account, with a subscription to push notifications. Returns the id of the subscription. */
const subscribe = async (account_id: string, given_up = 0) => {
  const [session, n] = [ctx.newId('ses'), ++browsers]
  await db.insertInto('sessions').values({ id: session, token_hash: Buffer.from(session), account_id, created_at: now, expires_at: at(60) }).execute() // prettier-ignore
  const row = { id: ctx.newId('psh'), session_id: session, account_id, endpoint: `https://push.test/${n}`, p256dh: `p${n}`, auth: `a${n}` }
  await db
    .insertInto('push_subscriptions')
    .values({ ...row, given_up, created_at: now })
    .execute()
  return row.id
}
const of = (event_id: string, atTime = now) => ({ event_id, title: 'Paid', body: 'Text', path: '/you', at: atTime })
const insert = (account: string, push: pushes.NewPush, limit = 9) => pushes.insertPushes(db, account, () => ctx.newId('psh'), push, limit)
const rowOf = (id: string) => db.selectFrom('pushes').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const givenUp = async (id: string) =>
  (await db.selectFrom('push_subscriptions').select('given_up').where('id', '=', id).executeTakeFirst())?.given_up

test('each of the account’s browsers gets one push for an event, up to its own hourly limit', async () => {
  const [one, two] = [await subscribe(ana.id), await subscribe(ana.id)]
  await subscribe(ben.id)
  const first = await insert(ana.id, of('evt_1'))
  const to = await Promise.all(first.map(async (id) => (await rowOf(id)).subscription_id))
  assert.deepEqual(to.toSorted(), [one, two].toSorted())
  assert.deepEqual(await insert(ana.id, of('evt_1')), [])
  const { subscription_id: _, id: __, ...row } = await rowOf(first[0]!)
  const text = { event_id: 'evt_1', title: 'Paid', body: 'Text', path: '/you' }
  assert.deepEqual(row, { ...text, status: 'waiting', tries: 0, next_try_at: now, last_error: null, created_at: now })
  const three = await subscribe(ana.id)
  const [second, ...none] = await insert(ana.id, of('evt_2', at(3_599)), 1)
  assert.deepEqual([(await rowOf(second!)).subscription_id, none], [three, []])
  assert.equal((await insert(ana.id, of('evt_3', at(3_600)), 1)).length, 2, 'an hour later, the first pushes no longer count')
  assert.deepEqual(await insert((await app.signUp('Cai')).id, of('evt_4')), [])
})

test('due pushes wait for an attempt, oldest first, and one caller claims each', async () => {
  await db.deleteFrom('push_subscriptions').execute()
  const [own, other] = [await subscribe(ana.id, 3), await subscribe(ben.id)]
  const [[late], [early], [future], [sent]] = [
    await insert(ana.id, of('evt_5')),
    await insert(ana.id, of('evt_6', at(-1))),
    await insert(ana.id, of('evt_7', at(1))),
    await insert(ben.id, of('evt_5')),
  ] as [[string], [string], [string], [string]]
  await pushes.setOutcome(db, await rowOf(sent), { status: 'sent', error: null })
  assert.deepEqual([await pushes.duePushes(db, now, 9), await pushes.duePushes(db, now, 1)], [[early, late], [early]])
  const found = (await pushes.findPush(db, early))!
  const { endpoint, p256dh, auth } = await db.selectFrom('push_subscriptions').selectAll().where('id', '=', own).executeTakeFirstOrThrow()
  assert.deepEqual(found, { ...(await rowOf(early)), endpoint, p256dh, auth, given_up: 3 })

  const claim = async (id: string, tries = 0) => pushes.claimPush(db, { ...(await rowOf(id)), tries }, now, at(60))
  assert.deepEqual([await claim(future), await claim(sent), await claim(late, 1), await claim(late), await claim(late)], [false, false, false, true, false]) // prettier-ignore
  const { tries, next_try_at } = await rowOf(late)
  assert.deepEqual([tries, next_try_at, (await rowOf(early)).tries], [1, at(60), 0])

  const outcomeOf = async (id: string) => {
    const row = await rowOf(id)
    return [row.status, row.last_error, row.next_try_at]
  }
  await pushes.setOutcome(db, await rowOf(late), { status: 'waiting', error: 'busy', nextTryAt: at(90) })
  assert.deepEqual([await outcomeOf(late), await outcomeOf(early), await givenUp(own)], [['waiting', 'busy', at(90)], ['waiting', null, at(-1)], 3]) // prettier-ignore
  await pushes.setOutcome(db, await rowOf(late), { status: 'failed', error: 'gone' })
  assert.deepEqual([await outcomeOf(late), await givenUp(own), await givenUp(other)], [['failed', 'gone', at(90)], 4, 0])
  await pushes.setOutcome(db, await rowOf(early), { status: 'sent', error: null })
  assert.deepEqual([(await outcomeOf(early))[0], await givenUp(own), await givenUp(other)], ['sent', 0, 0])
  await pushes.setOutcome(db, await rowOf(sent), { status: 'failed', error: 'gone' })
  assert.deepEqual([await givenUp(own), await givenUp(other)], [0, 1])
  await pushes.setOutcome(db, await rowOf(sent), { status: 'sent', error: null })
  assert.equal(await givenUp(other), 0)
  await pushes.endSubscription(db, own)
  assert.deepEqual([await givenUp(own), await givenUp(other)], [undefined, 0])
})

test('the first pair of push keys stays', async () => {
  await db.deleteFrom('push_keys').execute()
  assert.equal(await pushes.findKeys(db), undefined)
  for (const n of [1, 2]) await pushes.insertKeys(db, { publicKey: `public ${n}`, privateKey: `private ${n}` })
  assert.deepEqual(await pushes.findKeys(db), { publicKey: 'public 1', privateKey: 'private 1' })
})
