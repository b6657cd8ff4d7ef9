import { DatabaseError } from 'pg'

/**
 * The connection to the database failed, or none was available. Created at the source, because the code alone also fits a lost caller or a
 * missing file.
 */
export class DatabaseAway extends Error {
  override readonly name = 'DatabaseAway'
}

/** Converts connection errors of pg to `DatabaseAway`. Returns errors of the server unchanged. */
export function databaseFailure(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseError || error instanceof DatabaseAway) return error
  const { code } = error as { code?: unknown }
  if (!(typeof code === 'string' && SYSTEM.test(code)) && !WORDS.test(error.message)) return error
  return new DatabaseAway(error.message, { cause: error })
}

/** Returns the server's SQLSTATE, or null for every other error. */
export const sqlStateOf = (error: unknown): string | null => (error instanceof DatabaseError ? (error.code ?? null) : null)

/** The server starts, stops, crashed, or has no connection left. It may answer soon. */
const NOT_NOW = /^(57P0[123]|53300|08\w\w\w)$/

/** True when the error or one of its causes is temporary. */
export function isDatabaseAway(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth++)
    if (at instanceof DatabaseAway || NOT_NOW.test(sqlStateOf(at) ?? '')) return true
  return false
}

const SYSTEM = /^(ECONN\w+|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOTFOUND|EACCES|EMFILE)$/
// pg's own errors have no code
const WORDS =
  /^(timeout exceeded when trying to connect|timeout expired|Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout|Cannot use a pool after calling end)/
