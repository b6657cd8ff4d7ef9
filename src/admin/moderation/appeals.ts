import type { Operator, Person, Tx, Core } from '#platform/context/index.ts'
import { appealRefusal } from './rules.ts'
import { note } from '#admin/audit/index.ts'
import { conflict, notFound } from '#platform/errors/index.ts'
import { ifIdOf } from '#platform/context/ids.ts'
import { record } from '#platform/events/index.ts'
import { presentAppeal } from './present.ts'
import * as queries from './queries.ts'
import type { AppealRow, OwnedMeasureRow } from './queries.ts'
import type { AnswerAppeal, ListAppeals } from './schema.ts'
import { liftMeasure } from './index.ts'

/** Files an appeal against a moderation action on the actor's own record. Only one appeal per action may be open. Errors: 404, 409. */
export async function appeal(tx: Tx, actor: Person, measureId: string, body: string): Promise<AppealRow> {
  const measure = await ifIdOf('mea', measureId, () => queries.lockMeasure(tx.db, measureId))
  if (measure?.account_id !== actor.accountId) throw notFound('measure')
  const before = await queries.appealsOf(tx.db, [measureId])
  const open = before.some(({ answered_at }) => answered_at === null)
  const refusal = appealRefusal({ lifted: measure.lifted_at !== null, open, appeals: before.length })
  if (refusal !== null) throw conflict(refusal)
  return queries.insertAppeal(tx.db, { id: tx.newId('apl'), measure_id: measureId, body, created_at: tx.now() })
}

/**
 * Answers an appeal: upholds or lifts the moderation action, and sends the reason to the person who appealed. Errors: 404, 409 if the
 * appeal was already answered.
 */
export async function answerAppeal(tx: Tx, operator: Operator, id: string, { outcome, reason }: AnswerAppeal): Promise<AppealRow> {
  const found = await ifIdOf('apl', id, () => queries.findAppeal(tx.db, id))
  if (!found) throw notFound('appeal')
  if (found.answered_at) throw conflict('This appeal has already been answered.')
  const row = outcome === 'lifted' ? await lift(tx, operator, found, reason) : await uphold(tx, found, reason)
  await note(tx, operator, {
    verb: 'appeal.answer',
    subject: { kind: 'appeal', id },
    reason,
    before: { status: 'open' },
    after: { status: 'answered', outcome, measure: row.measure_id },
  })
  return row
}

async function lift(tx: Tx, operator: Operator, { id, measure_id }: AppealRow, reason: string): Promise<AppealRow> {
  await liftMeasure(tx, operator, measure_id, reason)
  return (await queries.findAppeal(tx.db, id))!
}

async function uphold(tx: Tx, { id, measure_id }: AppealRow, reason: string): Promise<AppealRow> {
  const measure = (await queries.lockMeasure(tx.db, measure_id))!
  // a different operator answered the appeal while this call waited for the lock
  if ((await queries.findAppeal(tx.db, id))?.answered_at) throw conflict('This appeal has already been answered.')
  const row = await queries.answerAppeal(tx.db, id, { outcome: 'upheld', answer: reason, answered_at: tx.now() })
  await record(tx, {
    accountId: measure.account_id,
    type: 'appeal.answered',
    object: { ...presentAppeal(row), about: measure.subject_name },
  })
  return row
}

/** Lists appeals with their moderation actions. The open appeals that have waited longest come first. */
export async function listAppeals(
  ctx: Core,
  _operator: Operator,
  { status, ...page }: ListAppeals,
): Promise<{ rows: AppealRow[]; total: number; measureOf(row: AppealRow): OwnedMeasureRow }> {
  const { rows, total } = await queries.pageOfAppeals(ctx.db, status === 'open', page)
  const measures = await queries.measuresByIds(
    ctx.db,
    rows.map(({ measure_id }) => measure_id),
  )
  const byId = new Map(measures.map((measure) => [measure.id, measure]))
  return { rows, total, measureOf: ({ measure_id }) => byId.get(measure_id)! }
}
