import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '#platform/db/tables.ts'
import { redact } from './log.ts'

/** Completed request that used an API key. The record contains only data that the key's owner may see. */
export type LoggedRequest = {
  id: string
  accountId: string
  keyId: string
  operation: string
  method: string
  path: string
  status: number
  error: string | null
  ms: number
  at: Date
}

/**
 * Log of the last requests that each account made with API keys. Writes requests in batches, so that no request waits for the log. If the
 * process crashes, the buffer is lost. Stores at most 100 requests per account, plus the requests in one buffer.
 */
export type RequestLog = {
  note(request: LoggedRequest): void
  /** Writes the buffer. Then, for each account in the buffer, deletes all stored requests except the last 100. */
  flush(): Promise<void>
}

/** Maximum number of requests stored per account. */
export const MAX_LOGGED_REQUESTS = 100
/** Maximum number of buffered requests across all accounts. When the buffer is full, the oldest requests are dropped. */
const ROOM = 2_000
const PATH_LENGTH = 200

export function createRequestLog(db: Kysely<Tables>): RequestLog {
  let noted: LoggedRequest[] = []
  let flushing: Promise<void> = Promise.resolve()

  async function write(): Promise<void> {
    const rows = lastOfEach(noted.splice(0))
    if (rows.length === 0) return
    await sql`
      insert into request_log (id, account_id, key_id, operation, method, path, status, error, ms, created_at)
      select r.id, r.account_id, r.key_id, r.operation, r.method, r.path, r.status, r.error, r.ms, r.created_at
      from jsonb_to_recordset(${JSON.stringify(rows.map(asRow))}::jsonb)
        as r(id text, account_id text, key_id text, operation text, method text, path text, status integer, error text, ms integer, created_at timestamptz)
      join accounts a on a.id = r.account_id
      on conflict (id) do nothing`.execute(db)
    await sql`
      delete from request_log l
      using unnest(${[...new Set(rows.map(({ accountId }) => accountId))]}::text[]) as of_account(id)
      where l.account_id = of_account.id and (l.created_at, l.id) < (
        select created_at, id from request_log
        where account_id = of_account.id order by created_at desc, id desc offset ${MAX_LOGGED_REQUESTS - 1} limit 1)`.execute(db)
  }

  return {
    note(request) {
      if (noted.length >= ROOM) noted = noted.slice(ROOM / 2)
      noted.push(request)
    },
    flush: () => (flushing = flushing.catch(() => {}).then(write)),
  }
}

function lastOfEach(requests: readonly LoggedRequest[]): LoggedRequest[] {
  const counts = new Map<string, number>()
  return requests.toReversed().filter(({ accountId }) => {
    const before = counts.get(accountId) ?? 0
    counts.set(accountId, before + 1)
    return before < MAX_LOGGED_REQUESTS
  })
}

const asRow = ({ id, accountId, keyId, operation, method, path, status, error, ms, at }: LoggedRequest) => ({
  id,
  account_id: accountId,
  key_id: keyId,
  operation,
  method,
  path: redact(path).slice(0, PATH_LENGTH),
  status,
  error,
  ms,
  created_at: at.toISOString(),
})
