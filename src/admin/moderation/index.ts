import type { Operator, Person, Tx, Core } from '#platform/context/index.ts'
import { MEASURE_VERBS, type MeasureKind } from './rules.ts'
import { note } from '#admin/audit/index.ts'
import { upholdReports } from '#admin/reports/close.ts'
import { conflict, notFound } from '#platform/errors/index.ts'
import { ifIdOf } from '#platform/context/ids.ts'
import { record } from '#platform/events/index.ts'
import type { ModerationSubject } from '#platform/context/hooks.ts'
import { presentAppeal, presentMeasure, presentOwnedMeasure } from './present.ts'
import * as queries from './queries.ts'
import type { AppealRow, MeasureRow, OwnedMeasureRow } from './queries.ts'
import type { ListMeasures } from './schema.ts'

export type { AppealRow, MeasureRow, OwnedMeasureRow } from './queries.ts'

const WHAT: Readonly<Record<MeasureKind, string>> = {
  listing: 'listing',
  shop: 'shop',
  account: 'account',
  review: 'review',
  warning: 'report',
  change: 'listing',
}

/**
 * Takes a moderation action, such as hiding or suspending a record, and sends the reason to the owner. Writes the effect, the action and
 * the log entry in one transaction. Errors: 404, 409 if an action of this kind is already active.
 */
export async function takeMeasure(
  tx: Tx,
  operator: Operator,
  { kind, id, reason }: { kind: MeasureKind; id: string; reason: string },
): Promise<MeasureRow> {
  const subject = await tx.hooks.lockModerationSubject(tx, kind, id)
  if (!subject) throw noSuch(kind)
  if (await queries.lockActive(tx.db, kind, id)) throw conflict(`This ${WHAT[kind]} is already ${DOWN[kind]}. Lift that action first.`)
  return begin(tx, operator, { kind, id, reason, subject })
}

const DOWN: Readonly<Record<MeasureKind, string>> = {
  listing: 'hidden',
  shop: 'suspended',
  account: 'suspended',
  review: 'hidden',
  warning: 'answered with a warning',
  change: 'subject to a change request',
}

async function begin(
  tx: Tx,
  operator: Operator,
  { kind, id, reason, subject }: { kind: MeasureKind; id: string; reason: string; subject: ModerationSubject },
): Promise<MeasureRow> {
  const row = await queries.insertMeasure(tx.db, {
    id: tx.newId('mea'),
    kind,
    subject_id: id,
    subject_name: subject.name,
    account_id: subject.accountId,
    reason,
    taken_at: tx.now(),
  })
  await subject.take(reason)
  await upholdReports(tx, kind, id)
  const down = { [DOWN[kind]]: true, measure: row.id }
  await note(tx, operator, { verb: MEASURE_VERBS[kind].take, subject: { kind, id }, reason, before: { [DOWN[kind]]: false }, after: down })
  await record(tx, { accountId: row.account_id, type: 'measure.taken', object: presentMeasure(row, []) })
  return row
}

/**
 * Lifts a moderation action, sends the reason to the record's owner, and answers an open appeal against it. Errors: 404, 409 if the action
 * was already lifted.
 */
export async function liftMeasure(tx: Tx, operator: Operator, id: string, reason: string): Promise<MeasureRow> {
  const found = await ifIdOf('mea', id, () => queries.findMeasure(tx.db, id))
  if (!found) throw notFound('measure')
  // locks the moderated record first, as `takeMeasure` does
  const subject = await tx.hooks.lockModerationSubject(tx, found.kind, found.subject_id)
  if ((await queries.lockMeasure(tx.db, id))?.lifted_at !== null) throw conflict('This action has already been lifted.')
  const row = await queries.liftMeasure(tx.db, id, reason, tx.now())
  await queries.answerOpenAppeals(tx.db, id, { outcome: 'lifted', answer: reason, answered_at: tx.now() })
  await subject?.lift()
  const { kind, subject_id } = row
  await note(tx, operator, {
    verb: MEASURE_VERBS[kind].lift,
    subject: { kind, id: subject_id },
    reason,
    before: { [DOWN[kind]]: true, measure: id },
    after: { [DOWN[kind]]: false },
  })
  await record(tx, { accountId: row.account_id, type: 'measure.lifted', object: presentMeasure(row, []) })
  return row
}

/** Lists all moderation actions, latest first. */
export const listMeasures = (
  ctx: Core,
  _operator: Operator,
  { kind, standing: active, account, ...page }: ListMeasures,
): Promise<{ rows: OwnedMeasureRow[]; total: number }> =>
  queries.pageOfMeasures(ctx.db, { kind, standing: active, accountId: account }, page)

/** Lists the moderation actions on the actor's own records, active actions first. */
export const measuresOf = (ctx: Core, actor: Person): Promise<MeasureRow[]> => queries.measuresOf(ctx.db, actor.accountId, MOST_SHOWN)

const MOST_SHOWN = 100

/** Returns a function that looks up the appeals against one of the given moderation actions. */
export async function appealsOf(ctx: Core, rows: readonly MeasureRow[]): Promise<(row: MeasureRow) => AppealRow[]> {
  const ids = rows.map(({ id }) => id)
  const byMeasure = Map.groupBy(await queries.appealsOf(ctx.db, ids), ({ measure_id }) => measure_id)
  return ({ id }) => byMeasure.get(id) ?? []
}

const noSuch = (kind: MeasureKind) => notFound(WHAT[kind])

/** Returns a moderation action with the account that it affects. Errors: 404. */
export async function readPresentedMeasure(ctx: Core, _operator: Operator, id: string): Promise<ReturnType<typeof presentOwnedMeasure>> {
  const [row] = await queries.measuresByIds(ctx.db, [id])
  if (!row) throw notFound('measure')
  return presentOwnedMeasure(row, (await appealsOf(ctx, [row]))(row))
}

/** An active moderation action on an account or one of its records, in the form that the owner sees. */
export type ActiveMeasure = { kind: MeasureKind; name: string; reason: string }

/** Returns the active moderation actions on the actor's account and other records, except warnings. */
export const activeMeasuresOf = async (ctx: Core, { accountId }: Person): Promise<ActiveMeasure[]> =>
  (await queries.activeOf(ctx.db, accountId, MOST_SHOWN)).map(({ kind, subject_name: name, reason }) => ({ kind, name, reason }))

/** Locks and returns the active moderation action against a record. */
export const lockActiveMeasure = (tx: Tx, kind: MeasureKind, id: string): Promise<MeasureRow | undefined> =>
  queries.lockActive(tx.db, kind, id)

/** Changes the reason stored with an active moderation action. */
export const rewordMeasure = (tx: Tx, id: string, reason: string): Promise<MeasureRow> => queries.rewordMeasure(tx.db, id, reason)

/** Returns true if the shop or its owner's account is suspended. */
export const isShopSuspended = (tx: Tx, shop: { id: string; owner_id: string }): Promise<boolean> =>
  queries.isShopSuspended(tx.db, shop.id, shop.owner_id)

/** Returns an appeal with its moderation action and the other appeals against that action. Errors: 404. */
export async function readPresentedAppeal(ctx: Core, _operator: Operator, id: string) {
  const row = await queries.findAppeal(ctx.db, id)
  const [measure] = row ? await queries.measuresByIds(ctx.db, [row.measure_id]) : []
  if (!row || !measure) throw notFound('appeal')
  const others = (await queries.appealsOf(ctx.db, [measure.id])).filter((one) => one.id !== id)
  return { appeal: presentAppeal(row), measure: presentOwnedMeasure(measure, others) }
}
