import { sql } from 'kysely'
import type { Insertable } from 'kysely'
import type { Db } from '#platform/db/index.ts'
import type { Tables } from '#platform/db/tables.ts'

/**
 * Counts one model call, unless it would exceed the limit. Uses a single statement, because calls can be concurrent. Calls by a test
 * account count toward its owner's budget.
 */
export async function countModelCall(db: Db, accountId: string, day: string, limit: number): Promise<boolean> {
  const { rows } = await sql<{ calls: number }>`
    insert into model_days (account_id, day, calls)
    select coalesce(sandbox_of, id), ${day}::date, 1 from accounts where id = ${accountId} and ${limit}::integer > 0
    on conflict (account_id, day) do update set calls = model_days.calls + 1 where model_days.calls < ${limit}::integer
    returning calls`.execute(db)
  return rows.length > 0
}

/**
 * Returns true if helpers may act: `brake` is off, and the account is not suspended or closed. For a test account, the same must be true of
 * its owner.
 */
export const helpersMayAct = async (db: Db, accountId: string): Promise<boolean> =>
  (await running(db, accountId).executeTakeFirst()) !== undefined

/** Like `helpersMayAct`, but locks the rows, so that `brake` cannot be set before the transaction ends. */
export const holdHelpersMayAct = async (db: Db, accountId: string): Promise<boolean> =>
  (await running(db, accountId).forShare().executeTakeFirst()) !== undefined

const running = (db: Db, accountId: string) =>
  db
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', accountId)
    .where('brake', '=', false)
    .where('suspended_at', 'is', null)
    .where('closed_at', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('accounts as r')
            .select('r.id')
            .whereRef('r.id', '=', 'accounts.sandbox_of')
            .where((of) => of.or([of('r.brake', '=', true), of('r.suspended_at', 'is not', null)])),
        ),
      ),
    )

export async function insertRun(db: Db, row: Insertable<Tables['helper_runs']>): Promise<void> {
  await db.insertInto('helper_runs').values(row).execute()
}

export type HelperSettings = { brake: boolean; shops: number; answering: number; haggling: number }

/** Returns the `brake` setting and, for each helper, the number of shops that use it. A test account has its owner's `brake` setting. */
export const readHelperSettings = (db: Db, accountId: string): Promise<HelperSettings> =>
  db
    .selectFrom('accounts as a')
    .leftJoin('accounts as r', 'r.id', 'a.sandbox_of')
    .leftJoin('shops as s', 's.owner_id', 'a.id')
    .select(({ fn }) => [
      fn.coalesce('r.brake', 'a.brake').as('brake'),
      fn.count<number>('s.id').as('shops'),
      fn.count<number>('s.id').filterWhere('s.answer_questions', '=', true).as('answering'),
      fn.count<number>('s.id').filterWhere('s.haggle', '=', true).as('haggling'),
    ])
    .where('a.id', '=', accountId)
    .groupBy(['a.id', 'r.id'])
    .executeTakeFirstOrThrow()
