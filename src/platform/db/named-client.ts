import { createHash } from 'node:crypto'
import { Client } from 'pg'
import type { ClientConfig, QueryConfig, QueryResult } from 'pg'
import { isTraced, traced } from '#platform/telemetry/tracing.ts'
import { databaseFailure } from '#platform/errors/database-away.ts'

const BEGIN = /^\s*(begin|start transaction)\b/i
const BEGIN_ALONE = /^\s*(begin|start transaction)\b[^;]*$/i
const END_ALONE = /^\s*(commit|rollback)\s*$/i

type Callback = (error: Error | null, result?: QueryResult) => void

/**
 * Options for `NamedClient`. With `names: false`, the client prepares no statements. `begins`: SQL that runs together with the `begin` of
 * every transaction.
 */
export type NamedConfig = ClientConfig & { names?: boolean; begins?: string }

/** Maximum number of prepared statements per connection. Above it, the client closes the least recently used statement on the server. */
const MAX_NAMES = 200
/** Maximum number of times that a deadlocked statement outside a transaction is attempted. */
const TRIES = 3

/**
 * A `pg.Client` that prepares every statement with parameters under a name, so that the server plans each SQL text once per connection.
 * Planning takes four times as long as execution (decision 2). Sends statements without parameters unchanged, because one string may
 * contain several statements, and `begin` and `commit` need no plan. Sends `begin` in one message with the first statement, and nothing for
 * an empty transaction.
 */
export class NamedClient extends Client {
  /** Statement names by SQL text, each with the sequence number of the last call that used it. */
  readonly #names = new Map<string, { name: string; usedAt: number }>()
  #calls = 0
  /** Names of prepared statements that the client no longer uses but the server still stores. */
  readonly #dropped: string[] = []
  #made = 0
  #inTransaction = false
  /** The deferred `begin` of a transaction that has not sent any statement yet, or null. */
  #unsent: string | null = null
  readonly #hasNames: boolean
  readonly #begins: string | null

  constructor(config: NamedConfig = {}) {
    // allows a statement to be sent before the results of earlier statements have arrived
    super({ ...config, pipeline: true })
    this.#hasNames = config.names ?? true
    this.#begins = config.begins ?? null
  }

  // a wrapper cannot repeat the eight overloads of pg's `query`; the cast keeps the types of `Client`
  override query = ((config: unknown, values?: unknown, callback?: unknown) => {
    const text = typeof config === 'string' ? config : (config as { text?: unknown } | null)?.text
    this.#note(text)
    const query = withParameters(config, values)
    const held = query === null && this.#hold(text, callback ?? values)
    if (held) return held
    return this.#unsent === null ? this.#send(query, config, values, callback) : this.#beginWith(query, config, values, callback)
  }) as Client['query']

  #send(query: QueryConfig | null, config: unknown, values: unknown, callback: unknown): unknown {
    if (query === null) return this.#plain(config, values, callback)
    const answer = traceStatement(query.text, () => this.#prepared(query))
    const onDone = (typeof values === 'function' ? values : callback) as Callback | undefined
    if (typeof onDone !== 'function') return answer
    // runs outside the promise, so that an exception in the callback does not reject the statement
    answer.then(
      (result) => queueMicrotask(() => onDone(null, result)),
      (error: Error) => queueMicrotask(() => onDone(error)),
    )
    return undefined
  }

  /** Sends the deferred `begin` together with the first statement, so that the server has to wake up only once. */
  #beginWith(query: QueryConfig | null, config: unknown, values: unknown, callback: unknown): unknown {
    const begin = this.#unsent!
    this.#unsent = null
    const { stream } = this.connection
    stream.cork()
    try {
      const begun = super.query(begin).catch(fail)
      return both(begun, this.#send(query, config, values, callback))
    } finally {
      stream.uncork()
    }
  }

  /** Defers `begin`. Skips the `commit` or `rollback` of an empty transaction and resolves immediately. Returns null for any other SQL. */
  #hold(text: unknown, callback: unknown): Promise<QueryResult> | null {
    if (typeof text !== 'string' || typeof callback === 'function') return null
    if (BEGIN_ALONE.test(text)) {
      this.#unsent = this.#begins === null ? text : `${text}; ${this.#begins}`
      return Promise.resolve(doneAs('BEGIN'))
    }
    if (this.#unsent === null || !END_ALONE.test(text)) return null
    this.#unsent = null
    return Promise.resolve(doneAs(text.trim().toUpperCase()))
  }

  #plain(config: unknown, values: unknown, callback: unknown): unknown {
    const [handler] = [callback, values].filter((one) => typeof one === 'function') as Callback[]
    const failing: Callback | undefined = handler && ((error, result) => handler(error && (databaseFailure(error) as Error), result))
    const done = (given: unknown) => (typeof given === 'function' ? failing : given)
    const sent: unknown = super.query(config as string, done(values) as unknown[], done(callback) as Callback)
    return sent instanceof Promise ? sent.catch(fail) : sent
  }

  async #prepared(query: QueryConfig): Promise<QueryResult> {
    const named = this.#hasNames ? { ...query, name: this.#nameOf(query.text) } : query
    // Closes dropped statements in the same message as the next statement. The SQL command `deallocate` would fail in an aborted
    // transaction. Behind a pooler, which renames statements, it would even abort a transaction.
    for (const old of this.#dropped.splice(0)) this.connection.close({ type: 'S', name: old }, true)
    for (let attempt = 1; ; attempt++) {
      try {
        return await super.query(named)
      } catch (error) {
        if (isOutdated(error)) this.#drop(query.text)
        // Outside a transaction, a failed statement has already released its locks, so that a retry after a deadlock can succeed.
        if (this.#inTransaction || attempt === TRIES || !isVictim(error)) throw databaseFailure(error)
      }
    }
  }

  /** Records whether a transaction is open. Only statements without parameters begin or end transactions. */
  #note(text: unknown): void {
    if (typeof text !== 'string') return
    if (BEGIN.test(text)) this.#inTransaction = true
    else if (/^\s*(commit|end|rollback(?!\s+to))\b/i.test(text)) this.#inTransaction = false
  }

  #nameOf(text: string): string {
    const known = this.#names.get(text)
    if (known !== undefined) {
      known.usedAt = ++this.#calls
      return known.name
    }
    if (this.#names.size >= MAX_NAMES) this.#drop(this.#leastRecent())
    // the number makes the name different from a dropped name for the same SQL text, which may still exist on the server
    const name = `${createHash('sha256').update(text).digest('base64url').slice(0, 20)}_${(this.#made++).toString(36)}`
    this.#names.set(text, { name, usedAt: ++this.#calls })
    return name
  }

  #leastRecent(): string {
    return [...this.#names].reduce((a, b) => (b[1].usedAt < a[1].usedAt ? b : a))[0]
  }

  #drop(text: string): void {
    const known = this.#names.get(text)
    if (known !== undefined) this.#dropped.push(known.name)
    this.#names.delete(text)
  }
}

/** Returns the statement's result after its deferred `begin` has succeeded. `begin` fails only if the connection fails. */
function both(begun: Promise<unknown> | null, answer: unknown): unknown {
  if (begun === null) return answer
  if (answer instanceof Promise) return Promise.all([answer, begun]).then(([result]: [unknown, unknown]) => result)
  begun.catch(() => {})
  return answer
}

const doneAs = (command: string): QueryResult => ({ command, rowCount: null, oid: 0, fields: [], rows: [] })

/** Traces a statement. The span contains the SQL text, which has parameters in place of all values. */
export const traceStatement = <T>(text: string, work: () => Promise<T>): Promise<T> =>
  isTraced()
    ? traced(
        { name: verbOf(text), kind: 'client', attributes: { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, 2_000) } },
        work,
      )
    : work()

function verbOf(text: string): string {
  const [, verb = 'query'] = /^\s*(\w+)/.exec(text) ?? []
  const [, table = ''] = /\b(?:from|into|update)\s+"?(\w+)/i.exec(text) ?? []
  return `${verb.toLowerCase()} ${table}`.trim()
}

/** Returns the statement as pg's config object. Returns null if the statement has no parameters, already has a name, or is a cursor. */
function withParameters(config: unknown, values: unknown): QueryConfig | null {
  const query = (typeof config === 'string' ? { text: config, values } : config) as QueryConfig & { submit?: unknown }
  if (typeof query?.text !== 'string' || typeof query.submit === 'function' || query.name) return null
  const parameters: unknown = query.values ?? values
  if (!Array.isArray(parameters) || parameters.length === 0) return null
  return { ...query, values: parameters }
}

/** True if the prepared statement is outdated: for example, `select *` after the table has changed. The next call must prepare it again. */
function isOutdated(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  return code === '26000' || (code === '0A000' && message?.includes('cached plan') === true)
}

const isVictim = (error: unknown): boolean => ['40P01', '40001'].includes(String((error as { code?: unknown }).code))

function fail(error: unknown): never {
  throw databaseFailure(error)
}
