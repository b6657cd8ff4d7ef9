import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startApp } from '#test/app.ts'
import { insertAct, pageOfActs, type AuditFilter } from './queries.ts'

const app = await startApp({ after }, {}, undefined, 'web')
const { ctx } = app.service
const [ana, ben] = [(await app.signUp('Ana')).id, (await app.signUp('Ben')).id]

test('the audit log is filtered by action, subject and operator, newest entry first', async () => {
  const act = (reason: string, actor_id: string, verb: 'listing.hide' | 'account.suspend', subject_id: string) =>
    insertAct(ctx.db, { at: ctx.now(), actor_id, actor_name: 'Operator', verb, subject_kind: 'listing', subject_id, reason })
  await act('first', ana, 'listing.hide', 'lst_1')
  await act('second', ben, 'listing.hide', 'lst_2')
  await act('third', ana, 'account.suspend', 'usr_1')
  const found = async (filter: Partial<AuditFilter>, limit = 9) => {
    const all = { verb: undefined, subject: undefined, actor: undefined }
    const { rows, total } = await pageOfActs(ctx.db, { ...all, ...filter }, { limit, offset: 0 })
    return [rows.map(({ reason }) => reason), total]
  }
  assert.deepEqual(await found({}), [['third', 'second', 'first'], 3])
  assert.deepEqual(await found({}, 1), [['third'], 3])
  assert.deepEqual(await found({ actor: ana }), [['third', 'first'], 2])
  assert.deepEqual(await found({ verb: 'listing.hide' }), [['second', 'first'], 2])
  assert.deepEqual(await found({ subject: 'lst_1' }), [['first'], 1])
  assert.deepEqual(await found({ actor: ben, verb: 'account.suspend' }), [[], 0])
})
