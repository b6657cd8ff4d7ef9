import { createHash } from 'node:crypto'
import { Client } from 'pg'
import type { ClientConfig, QueryConfig, QueryResult } from 'pg'
import { isTraced, traced } from '#platform/telemetry/tracing.ts'
import { databaseFailure } from '#platform/errors/database-away.ts'

const BEGIN = /^\s*(begin|start transaction)\b/i
const BEGIN_ALONE = /^\s*(begin|start transaction)\b[^;]*$/i
const END_ALONE = /^\s*(commit|rollback)\s*$/i

type Callback = (error: Error | null, result?: QueryResult) => void

/** Beside what pg takes. Without `names` no statement has one; `begins` is said with each beginning of a transaction. */
export type NamedConfig = ClientConfig & { names?: boolean; begins?: string }

/** Names kept per connection; beyond them the one unused for longest is given back to the server. */
const KEPT_NAMES = 200
/** Of a statement outside of transactions that was the victim of a deadlock. */
const TRIES = 3

/**
 * A `pg.Client` that prepares every statement with parameters under a name, so that its text is planned once per
 * connection instead of once per call (planning costs four times the execution here: performance.md, Limits).
 * Statements without parameters go as they are: they may be several in one text, and begin or commit need no plan.
 * A transaction's `begin` goes with its first statement, in the same message; one without any sends nothing at all.
 */
export class NamedClient extends Client {
  /** What each text is called, and the number of the call that used it last. */
  readonly #names = new Map<string, { name: string; usedAt: number }>()
  #calls = 0
  /** Names that the server still knows and we have dropped. */
  readonly #dropped: string[] = []
  #made = 0
  #inTransaction = false
  /** A transaction that was begun and has sent nothing yet. */
  #unsent: string | null = null
  readonly #hasNames: boolean
  readonly #begins: string | null

  constructor(config: NamedConfig = {}) {
    // what is sent needs not wait for the answer to what was sent before
    super({ ...config, pipeline: true })
    this.#hasNames = config.names ?? true
    this.#begins = config.begins ?? null
  }

  // pg declares `query` in eight overloads, which a wrapper cannot repeat; callers keep seeing those of `Client`.
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
    const answer = asked(query.text, () => this.#prepared(query))
    const onDone = (typeof values === 'function' ? values : callback) as Callback | undefined
    if (typeof onDone !== 'function') return answer
    // Called outside of the promise: what a callback throws is not the failure of the statement.
    answer.then(
      (result) => queueMicrotask(() => onDone(null, result)),
      (error: Error) => queueMicrotask(() => onDone(error)),
    )
    return undefined
  }

  /** The `begin` that was kept back and its first statement, in one message: the server wakes up once. */
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

  /** Keeps a `begin` back, and answers the end of a transaction that never sent it; null for all else. */
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
    const [told] = [callback, values].filter((one) => typeof one === 'function') as Callback[]
    const failing: Callback | undefined = told && ((error, result) => told(error && (databaseFailure(error) as Error), result))
    const done = (given: unknown) => (typeof given === 'function' ? failing : given)
    const sent: unknown = super.query(config as string, done(values) as unknown[], done(callback) as Callback)
    return sent instanceof Promise ? sent.catch(fail) : sent
  }

  async #prepared(query: QueryConfig): Promise<QueryResult> {
    if (!this.#hasNames) return this.#unnamed(query)
    const name = this.#nameOf(query.text)
    // In the message of what follows. `deallocate` would fail in an aborted transaction, and abort one behind a pooler, which gives names of its own.
    for (const old of this.#dropped.splice(0)) this.connection.close({ type: 'S', name: old }, true)
    for (let attempt = 1; ; attempt++) {
      try {
        return await super.query({ ...query, name })
      } catch (error) {
        if (isOutdated(error)) this.#drop(query.text)
        // a statement by itself is a transaction of its own: what made it the victim of a deadlock is over
        if (this.#inTransaction || attempt === TRIES || !isVictim(error)) throw databaseFailure(error)
      }
    }
  }

  async #unnamed(query: QueryConfig): Promise<QueryResult> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await super.query(query)
      } catch (error) {
        if (this.#inTransaction || attempt === TRIES || !isVictim(error)) throw databaseFailure(error)
      }
    }
  }

  /** Transactions are begun and ended by texts without parameters. */
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
    if (this.#names.size >= KEPT_NAMES) this.#drop(this.#leastRecent())
    // The number makes a dropped name differ from its successor, whatever became of it on the server.
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

/** The answer to a statement, where the `begin` before it went well too. It fails only where its connection does. */
function both(begun: Promise<unknown> | null, answer: unknown): unknown {
  if (begun === null) return answer
  if (answer instanceof Promise) return Promise.all([answer, begun]).then(([result]: [unknown, unknown]) => result)
  begun.catch(() => {})
  return answer
}

const doneAs = (command: string): QueryResult => ({ command, rowCount: null, oid: 0, fields: [], rows: [] })

/** A statement's text, which holds no values: those are its parameters. */
export const asked = <T>(text: string, work: () => Promise<T>): Promise<T> =>
  isTraced()
    ? traced(
        { name: verbOf(text), kind: 'client', attributes: { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, 2_000) } },
        work,
      )
    : work()

/** `select orders`. */
function verbOf(text: string): string {
  const [, verb = 'query'] = /^\s*(\w+)/.exec(text) ?? []
  const [, table = ''] = /\b(?:from|into|update)\s+"?(\w+)/i.exec(text) ?? []
  return `${verb.toLowerCase()} ${table}`.trim()
}

/** The statement as pg's config object, or null when it has no parameters or comes with a name or a cursor of its own. */
function withParameters(config: unknown, values: unknown): QueryConfig | null {
  const query = (typeof config === 'string' ? { text: config, values } : config) as QueryConfig & { submit?: unknown }
  if (typeof query?.text !== 'string' || typeof query.submit === 'function' || query.name) return null
  const parameters: unknown = query.values ?? values
  if (!Array.isArray(parameters) || parameters.length === 0) return null
  return { ...query, values: parameters }
}

/** A changed table outdates the plans of `select *`: the next call must plan anew. */
function isOutdated(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  return code === '26000' || (code === '0A000' && message?.includes('cached plan') === true)
}

const isVictim = (error: unknown): boolean => ['40P01', '40001'].includes(String((error as { code?: unknown }).code))

function fail(error: unknown): never {
  throw databaseFailure(error)
}
