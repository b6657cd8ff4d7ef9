import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { inTransaction } from '#platform/context/index.ts'
import { startApp } from '#test/app.ts'
import * as moderation from './queries.ts'

const app = await startApp({ after }, {}, undefined, 'web')
const { ctx } = app.service
const { db } = ctx
const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
const now = ctx.now()
const at = (seconds: number) => new Date(now.getTime() + seconds * 1_000)
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
const page = { limit: 9, offset: 0 }

let made = 0

async function take(kind: moderation.MeasureRow['kind'], subject_id: string, accountId = ana.id): Promise<string> {
  const id = `mea_${String(++made).padStart(3, '0')}`
  const about = { id, kind, subject_id, subject_name: 'Lamp', account_id: accountId }
  await moderation.insertMeasure(db, { ...about, reason: 'Fake.', taken_at: at(made) })
  return id
}

async function appeal(measure_id: string): Promise<string> {
  const { id } = await moderation.insertAppeal(db, {
    id: `app_${String(++made).padStart(3, '0')}`,
    measure_id,
    body: 'No.',
    created_at: at(made),
  })
  return id
}

test('an action is found, reworded and lifted by its id, and locked by its kind and subject while it is active', async () => {
  const [shop, account, other] = [await take('shop', 'one'), await take('account', 'one'), await take('shop', 'two')]
  const active = async (kind: 'shop' | 'account', subject: string) =>
    (await inTransaction(ctx, (tx) => moderation.lockActive(tx.db, kind, subject)))?.id
  assert.deepEqual([await active('shop', 'one'), await active('account', 'one'), await active('shop', 'two')], [shop, account, other])
  assert.equal((await moderation.findMeasure(db, other))?.id, other)
  assert.equal((await inTransaction(ctx, (tx) => moderation.lockMeasure(tx.db, account)))?.id, account)
  assert.equal((await moderation.rewordMeasure(db, account, 'Spam.')).id, account)
  assert.equal((await moderation.liftMeasure(db, other, 'Mistake.', now)).id, other)
  const rows = await db
    .selectFrom('measures')
    .select(['reason', 'lifted_reason'])
    .where('id', 'in', [shop, account, other])
    .orderBy('id')
    .execute()
  assert.deepEqual(
    rows.map(({ reason, lifted_reason }) => [reason, lifted_reason]),
    [
      ['Fake.', null],
      ['Spam.', null],
      ['Fake.', 'Mistake.'],
    ],
  )
  assert.equal(await active('shop', 'two'), undefined)
  assert.deepEqual(idsOf(await moderation.measuresByIds(db, [other, shop])).toSorted(), [shop, other])
  assert.deepEqual(await moderation.measuresByIds(db, []), [])
})

test('a shop is suspended while an action on this shop or on its owner’s account is active', async () => {
  const is = (shopId: string, ownerId: string) => moderation.isShopSuspended(db, shopId, ownerId)
  const [shop] = [await take('shop', 'shp_1'), await take('review', 'shp_2'), await take('warning', 'usr_2'), await take('shop', 'usr_2')]
  await take('account', 'shp_2')
  assert.deepEqual([await is('shp_1', 'usr_2'), await is('shp_2', 'usr_2')], [true, false])
  await moderation.liftMeasure(db, shop, 'Mistake.', now)
  assert.equal(await is('shp_1', 'usr_2'), false)
  await take('account', 'usr_1')
  assert.deepEqual([await is('shp_1', 'usr_1'), await is('shp_1', 'usr_2')], [true, false])
})

test('the actions on an account are listed with each filter, latest first', async () => {
  const { id: account } = await app.signUp('Eve')
  const [listing, warning, shop] = [
    await take('listing', 'l', account),
    await take('warning', 'w', account),
    await take('shop', 's', account),
  ]
  await take('listing', 'theirs', ben.id)
  await moderation.liftMeasure(db, shop, 'Mistake.', now)
  const pageOf = async (filter: moderation.MeasureFilter) => {
    const { rows, total } = await moderation.pageOfMeasures(db, { accountId: account, ...filter }, page)
    assert.equal(total, rows.length)
    return idsOf(rows)
  }
  assert.deepEqual([await pageOf({}), await pageOf({ kind: 'warning' })], [[shop, warning, listing], [warning]])
  assert.deepEqual([await pageOf({ standing: true }), await pageOf({ standing: false })], [[warning, listing], [shop]])
  assert.deepEqual(idsOf(await moderation.activeOf(db, account, 9)), [listing])
  assert.deepEqual(idsOf(await moderation.measuresOf(db, account, 9)), [warning, listing, shop])
  assert.deepEqual(idsOf(await moderation.measuresOf(db, account, 1)), [warning])
})

test('an appeal is answered alone, and the open appeals of one action are answered together', async () => {
  const [one, two] = [await take('listing', 'a'), await take('listing', 'b')]
  const [first, theirs] = [await appeal(one), await appeal(two)]
  const answer = (outcome: 'upheld' | 'lifted', seconds: number) => ({ outcome, answer: `${seconds}`, answered_at: at(seconds) })
  assert.equal((await moderation.findAppeal(db, theirs))?.id, theirs)
  assert.equal((await moderation.answerAppeal(db, first, answer('upheld', 3))).id, first)
  const second = await appeal(one)
  await moderation.answerOpenAppeals(db, one, answer('lifted', 2))
  const answers = async () => (await moderation.appealsOf(db, [one, two])).map((row) => [row.id, row.answer])
  assert.deepEqual(await answers(), [[first, '3'], [theirs, null], [second, '2']]) // prettier-ignore
  assert.deepEqual([idsOf(await moderation.appealsOf(db, [two])), await moderation.appealsOf(db, [])], [[theirs], []])
  const pageOf = async (open: boolean) => {
    const { rows, total } = await moderation.pageOfAppeals(db, open, page)
    assert.equal(total, rows.length)
    return idsOf(rows)
  }
  const last = await appeal(await take('listing', 'c'))
  assert.deepEqual(
    [await pageOf(true), await pageOf(false)],
    [
      [theirs, last],
      [first, second],
    ],
  )
  await db
    .updateTable('appeals')
    .set({ created_at: at(-60) })
    .where('id', '=', last)
    .execute()
  assert.deepEqual(await pageOf(true), [last, theirs])
})
