import type { Operator, Tx, Core } from '#platform/context/index.ts'
import type { AuditVerb } from '#admin/moderation/rules.ts'
import * as queries from './queries.ts'
import type { AuditRow } from './queries.ts'
import type { ListActs } from './schema.ts'

export type Act = {
  verb: AuditVerb
  subject: { kind: string; id: string }
  reason: string | null
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

/** Actor in the audit log for commands that an operator runs in the server's shell. */
export const SHELL = { accountId: 'shell', name: 'Server shell' } as const

/**
 * Writes an action to the audit log in the same transaction as its effect, so that either both are committed or neither is. The database
 * refuses to change or delete log rows.
 */
export async function note(
  tx: Tx,
  { accountId, name }: Pick<Operator, 'accountId' | 'name'>,
  { verb, subject, reason, before, after }: Act,
): Promise<void> {
  if (!tx.db.isTransaction) throw new Error('an audit log entry must be written in the transaction of its action')
  await queries.insertAct(tx.db, {
    at: tx.now(),
    actor_id: accountId,
    actor_name: name,
    verb,
    subject_kind: subject.kind,
    subject_id: subject.id,
    reason,
    before: before ? JSON.stringify(before) : null,
    after: after ? JSON.stringify(after) : null,
  })
}

/** Lists logged actions, latest first. */
export const listActs = (ctx: Core, _operator: Operator, { verb, subject, actor, ...page }: ListActs) =>
  queries.pageOfActs(ctx.db, { verb, subject, actor }, page)

export type { AuditRow }
