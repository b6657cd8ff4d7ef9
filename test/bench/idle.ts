import { setTimeout as sleep } from 'node:timers/promises'
import type { Stage } from './stage.ts'

/**
 * Time in milliseconds to wait for the statistics, because an idle connection reports its last transactions only after up to ten seconds.
 */
const LATE_MS = 11_000

/** Counts the transactions per second of an idle process that runs both the web server and the worker. */
export async function idleStatements(stage: Stage, seconds: number): Promise<number> {
  const db = await stage.client()
  const transactions = async () => {
    await sleep(LATE_MS)
    const { rows } = await db.query<{ n: string }>('select xact_commit + xact_rollback as n from pg_stat_database where datname = $1', [
      stage.connection.database,
    ])
    return Number(rows[0]!.n)
  }
  const before = await transactions()
  await sleep(seconds * 1_000)
  const each = ((await transactions()) - before - 1) / (seconds + LATE_MS / 1_000)
  await db.end()
  return each
}
