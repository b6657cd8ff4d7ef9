import { sql, type Selectable } from 'kysely'
import type { Db, Tx } from '#platform/db/index.ts'
import type { Tables } from '#platform/db/tables.ts'
import { paged, type Paged } from '#platform/db/paginate.ts'
import { wroteRow } from '#platform/db/rows.ts'

/** An approval row. `livemode` is true for live keys and false for test keys. */
export type ApprovalRow = Selectable<Tables['approvals']> & { key_name: string; livemode: boolean }
type Status = ApprovalRow['status']

const AT_ONCE = 50

type NewApproval = {
  id: string
  account_id: string
  key_id: string
  action: string
  actions: string[]
  summary: string
  amount_cents: number | null
  request: unknown
  versions: unknown
  digest: Buffer
  created_at: Date
  expires_at: Date
}

/** Inserts an approval. Returns false if an identical request that was made with this key is already pending. */
export const insertApproval = (db: Db, row: NewApproval): Promise<boolean> =>
  wroteRow(
    db
      .insertInto('approvals')
      .values({ ...row, request: JSON.stringify(row.request), versions: JSON.stringify(row.versions) })
      // repeats the predicate of the partial index exactly; otherwise, a prepared statement would not match the index
      .onConflict((on) =>
        on
          .columns(['key_id', 'digest'])
          .where(sql<boolean>`status = 'pending'`)
          .doNothing(),
      ),
  )

/** Locks and returns the pending approval for an identical request, even after the approval has expired. */
export const lockWaiting = (db: Tx, keyId: string, digest: Buffer): Promise<ApprovalRow | undefined> =>
  approvals(db)
    .where('a.key_id', '=', keyId)
    .where('a.digest', '=', digest)
    .where('a.status', '=', 'pending')
    .forUpdate('a')
    .executeTakeFirst()

/** Ends a pending approval after it has expired or one of its records has changed. The caller must lock the approval first. */
export async function endWaiting(
  db: Db,
  id: string,
  end: { status: 'expired' } | { status: 'failed'; now: Date; result: unknown },
): Promise<void> {
  const set =
    end.status === 'expired' ? { status: end.status } : { status: end.status, decided_at: end.now, result: JSON.stringify(end.result) }
  await db.updateTable('approvals').set(set).where('id', '=', id).where('status', '=', 'pending').execute()
}

export const countWaiting = async (db: Db, keyId: string, now: Date): Promise<number> =>
  (
    await db
      .selectFrom('approvals')
      .select((eb) => eb.fn.countAll<number>().as('waiting'))
      .where('key_id', '=', keyId)
      .where('status', '=', 'pending')
      .where('expires_at', '>', now)
      .executeTakeFirstOrThrow()
  ).waiting

const approvals = (db: Db) =>
  db
    .selectFrom('approvals as a')
    .innerJoin('keys as k', 'k.id', 'a.key_id')
    .innerJoin('accounts as w', 'w.id', 'a.account_id')
    .selectAll('a')
    .select((eb) => ['k.name as key_name', eb('w.sandbox_of', 'is', null).as('livemode')])
    .$castTo<ApprovalRow>()

/** Selects an account's approvals and, with `withTest`, those of its test accounts. */
export type Whose = { accountId: string; withTest: boolean }

const isOf = ({ accountId, withTest }: Whose) =>
  withTest
    ? sql<boolean>`a.account_id in (select id from accounts where id = ${accountId} or sandbox_of = ${accountId})`
    : sql<boolean>`a.account_id = ${accountId}`

/** Returns an approval by id, without checking which account owns it. For background jobs, which know only the id. */
export const findAnyApproval = (db: Db, id: string): Promise<ApprovalRow | undefined> =>
  approvals(db).where('a.id', '=', id).executeTakeFirst()

export const findApproval = (db: Db, whose: Whose, id: string): Promise<ApprovalRow | undefined> =>
  approvals(db).where('a.id', '=', id).where(isOf(whose)).executeTakeFirst()

export const latestAbout = (db: Db, by: { keyId: string; endpoint: string; id: string }): Promise<ApprovalRow | undefined> =>
  approvals(db)
    .where('a.key_id', '=', by.keyId)
    .where(sql<boolean>`a.request->>'endpoint' = ${by.endpoint} and a.request->'params'->>'id' = ${by.id}`)
    .orderBy('a.created_at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(1)
    .executeTakeFirst()

/**
 * Lists approvals that have a given status at the time `now`, newest first. With `keyId`, lists only approvals that were requested with
 * this key.
 */
export async function listApprovals(
  db: Db,
  by: Whose & { keyId: string | null; status: Status | undefined; now: Date; limit: number; offset: number },
): Promise<Paged<ApprovalRow>> {
  const mine = approvals(db)
    .where(isOf(by))
    .$if(by.keyId !== null, (q) => q.where('a.key_id', '=', by.keyId!))
    .$if(by.status !== undefined, (q) =>
      q.where(sql<string>`case when a.status = 'pending' and a.expires_at <= ${by.now} then 'expired' else a.status end`, '=', by.status!),
    )
  return paged(mine, mine.orderBy('a.created_at', 'desc').orderBy('a.id', 'desc').limit(by.limit).offset(by.offset))
}

/**
 * Changes an approval's status if its current status is `from`. Returns true if this call made the change. Does not change pending
 * approvals that have expired.
 */
export const updateApprovalStatus = (
  db: Db,
  id: string,
  from: Status,
  to: Status,
  set: { now: Date; result?: unknown },
): Promise<boolean> =>
  wroteRow(
    db
      .updateTable('approvals')
      .set({
        status: to,
        ...(from === 'pending' ? { decided_at: set.now } : {}),
        result: JSON.stringify(set.result),
      })
      .where('id', '=', id)
      .where('status', '=', from)
      .$if(from === 'pending', (q) => q.where('expires_at', '>', set.now)),
  )

export async function expireApprovals(db: Db, now: Date): Promise<void> {
  await db.updateTable('approvals').set({ status: 'expired' }).where('status', '=', 'pending').where('expires_at', '<=', now).execute()
}

/** Returns requests that were approved before `before` but never ran because the process ended. */
export const stuckApprovals = (db: Db, before: Date): Promise<{ id: string }[]> =>
  db.selectFrom('approvals').select('id').where('status', '=', 'approved').where('decided_at', '<', before).limit(AT_ONCE).execute()

/** Deletes all approvals of an account. Returns how many of them were pending. */
export const deleteApprovals = async (db: Db, accountId: string): Promise<number> =>
  (await db.deleteFrom('approvals').where('account_id', '=', accountId).returning('status').execute()).filter(
    ({ status }) => status === 'pending',
  ).length
