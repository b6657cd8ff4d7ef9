import { setTimeout as sleep } from 'node:timers/promises'
import type { Stage } from './stage.ts'

/** A connection that went idle adds its last transactions to the server's statistics after up to ten seconds. */
const LATE_MS = 11_000

/** Whatever a process with web server and worker asks of the database in a second while nobody asks it anything. */
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
