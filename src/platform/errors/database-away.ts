import { DatabaseError } from 'pg'

/**
 * Thrown if the connection to the database failed, or no connection was available. Only the database layer throws it, because elsewhere a
 * code such as ECONNRESET could also mean a lost connection to a client.
 */
export class DatabaseAway extends Error {
  override readonly name = 'DatabaseAway'
}

/** Converts pg's connection errors to `DatabaseAway`. Returns all other errors, such as errors from the server, unchanged. */
export function databaseFailure(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseError || error instanceof DatabaseAway) return error
  const { code } = error as { code?: unknown }
  if (!(typeof code === 'string' && SYSTEM.test(code)) && !MESSAGE.test(error.message)) return error
  return new DatabaseAway(error.message, { cause: error })
}

/** Returns the SQLSTATE code of an error from the server, or null for any other error. */
export const sqlStateOf = (error: unknown): string | null => (error instanceof DatabaseError ? (error.code ?? null) : null)

/** SQLSTATE codes for a server that may soon be available again: it is starting, stopping or has crashed, or it has no free connection. */
const NOT_NOW = /^(57P0[123]|53300|08\w\w\w)$/

/** Returns true if the error or one of its causes means that the database is temporarily unavailable. */
export function isDatabaseAway(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth++)
    if (at instanceof DatabaseAway || NOT_NOW.test(sqlStateOf(at) ?? '')) return true
  return false
}

const SYSTEM = /^(ECONN\w+|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOTFOUND|EACCES|EMFILE)$/
// matches the messages of pg's own errors, which have no code
const MESSAGE =
  /^(timeout exceeded when trying to connect|timeout expired|Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout|Cannot use a pool after calling end)/
