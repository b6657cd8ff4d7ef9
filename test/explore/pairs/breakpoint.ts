import { Kysely, PostgresDialect } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import type { Db, Tables } from '#platform/db/index.ts'

/**
 * A point before a statement where a call can be paused. With `isBoundary`, the call has committed a write and is between two of its
 * transactions, so the second call may run here.
 */
export type LockPoint = { text: string; isBoundary: boolean }

const WRITES = /^\s*(insert|update|delete|merge)\b|^\s*with\b[\s\S]*\b(insert into|update|delete from)\b/i
const LOCKS = /\bfor (no key update|update|key share|share)\b|\bpg_(try_)?advisory|^\s*lock\b|\badd_jobs?\(/i

/**
 * Counts the lock points of one call, and pauses the call before lock point number `at`. Lock points are statements that lock or write
 * rows, commits of such statements, and the starts of later transactions.
 */
export class Breakpoint {
  readonly points: LockPoint[] = []
  begun = 0
  /** Ids of the PostgreSQL server processes that are executing a statement of this call. */
  readonly running = new Set<number>()
  readonly reached: Promise<void>
  readonly #at: number | null
  readonly #setReached: () => void
  readonly #released: Promise<void>
  readonly release: () => void
  /**
   * `#committed` counts committed writes. `#sent` and `#locked` count the statements and locks in the open transaction; `#sent` is null
   * outside a transaction.
   */
  #committed = 0
  #sent: number | null = null
  #locked = 0

  constructor(at: number | null = null) {
    this.#at = at
    const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    this.reached = reached.promise
    this.#setReached = reached.resolve
    this.#released = released.promise
    this.release = released.resolve
  }

  async before(text: string): Promise<void> {
    if (/^\s*(begin|start transaction)\b/i.test(text)) {
      this.begun++
      this.#sent = 0
      this.#locked = 0
      return
    }
    const isCommit = /^\s*commit\b/i.test(text)
    const locks = WRITES.test(text) || LOCKS.test(text)
    const isBoundary = !this.#sent && !isCommit && this.#committed > 0
    if (isCommit ? this.#locked > 0 : locks || isBoundary) await this.#pass({ text, isBoundary })
    if (isCommit) this.#committed += this.#locked
    if (isCommit || /^\s*rollback\s*$/i.test(text)) this.#sent = null
    else if (this.#sent === null) this.#committed += locks ? 1 : 0
    else this.#sent++
    if (locks) this.#locked++
  }

  async #pass(point: LockPoint): Promise<void> {
    this.points.push(point)
    if (this.points.length !== this.#at) return
    this.#setReached()
    await this.#released
  }
}

/**
 * Returns a database handle that calls the breakpoint before each statement. Connections come from `pool`. `edit` may change the text of a
 * statement.
 */
export function dbWith(pool: Pool, breakpoint: Breakpoint, edit: (text: string) => string = (text) => text): Db {
  const connect = async () => wrapped(await pool.connect(), breakpoint, edit)
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: { connect, end: async () => {}, options: pool.options } as never }) })
}

function wrapped(client: PoolClient, breakpoint: Breakpoint, edit: (text: string) => string) {
  const { processID } = client as unknown as { processID: number }
  return {
    processID,
    async query(text: string, values: unknown[]) {
      await breakpoint.before(text)
      breakpoint.running.add(processID)
      try {
        return await client.query(edit(text), values)
      } finally {
        breakpoint.running.delete(processID)
      }
    },
    release: (error?: Error) => client.release(error),
  }
}
