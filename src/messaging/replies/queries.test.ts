import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { moneyRows } from '#test/money-rows.ts'
import * as replies from './queries.ts'

const { ctx, db, ana, ben, now, at, dates } = await moneyRows({ after })

test('an account lists, changes and deletes only its own saved replies', async () => {
  const reply = (account_id: string, title: string) =>
    replies.insertReply(db, { id: ctx.newId('rpl'), account_id, title, body: 'Text', ...dates })
  const [zebra, apple, again] = [await reply(ana.id, 'zebra'), await reply(ana.id, 'Apple'), await reply(ana.id, 'apple')]
  const bens = await reply(ben.id, 'apple')
  const titles = async (account: string) => (await replies.repliesOf(db, account)).map(({ title }) => title)
  assert.deepEqual([await titles(ana.id), await titles(ben.id)], [['Apple', 'apple', 'zebra'], ['apple']])
  assert.deepEqual([await replies.countReplies(db, ana.id), await replies.countReplies(db, ben.id)], [3, 1])
  const found = async (account: string, id: string) => (await replies.findReply(db, account, id))?.id
  assert.deepEqual([await found(ana.id, zebra.id), await found(ben.id, zebra.id)], [zebra.id, undefined])
  const change = { title: 'New', body: 'New text', updated_at: at(1) }
  assert.equal(await replies.updateReply(db, ben.id, apple.id, change), undefined)
  assert.deepEqual(await replies.updateReply(db, ana.id, apple.id, change), { ...apple, ...change })
  assert.deepEqual(await replies.findReply(db, ana.id, again.id), { ...again, updated_at: now })
  const deleted = [await replies.deleteReply(db, ben.id, zebra.id), await replies.deleteReply(db, ana.id, zebra.id)]
  assert.deepEqual([...deleted, await titles(ana.id), await titles(ben.id)], [false, true, ['apple', 'New'], [bens.title]])
})
