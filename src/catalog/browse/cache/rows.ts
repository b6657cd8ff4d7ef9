import type { Context } from '#platform/context/index.ts'
import type { RowCache } from '#platform/cache/response-cache.ts'

type Deps = Pick<Context, 'responseCache' | 'now'>

/** Describes one kind of cached row. A row is the same for every viewer. */
export type RowsOf<R> = {
  kind: string
  /**
   * Returns the cache subjects that the row depends on (`subjects.ts`). If there are none, the row is not cached, because no change would
   * invalidate it.
   */
  subjects: (row: R, name: string) => string[]
  /** Returns the time, in ms since 1970, when the row expires even if nothing changes. */
  untilMs?: (row: R) => number
}

/** Reads in progress. Each key consists of the kind of row, the row's name, and the cache's version at the start of the read. */
const reading = new WeakMap<RowCache, Map<string, Promise<unknown>>>()

/**
 * Returns the row from the cache, or reads it if it is not cached; concurrent callers share one read. The result includes all changes that
 * were committed before the call. Does not cache undefined.
 */
export async function cachedRow<R>(ctx: Deps, of: RowsOf<R>, name: string, read: () => Promise<R>): Promise<R> {
  const { rows } = ctx.responseCache
  const generation = await rows.fresh()
  if (generation === null) return read()
  const at = `${of.kind} ${name}`
  const cached = usable(ctx, of, rows.get(at))
  if (cached !== null) return cached
  return readOnce(rows, `${generation} ${at}`, async () => {
    const row = await read()
    store(rows, of, name, row, generation)
    return row
  })
}

function readOnce<T>(rows: RowCache, key: string, read: () => Promise<T>): Promise<T> {
  const pending = reading.get(rows) ?? new Map<string, Promise<unknown>>()
  reading.set(rows, pending)
  const known = pending.get(key) as Promise<T> | undefined
  if (known !== undefined) return known
  const work = read()
  pending.set(key, work)
  const done = () => void pending.delete(key)
  work.then(done, done)
  return work
}

/** Describes a list that is cached as the names of its rows, so that each row is cached once. */
export type ListOf<R> = {
  kind: string
  rows: RowsOf<R>
  nameOf: (row: R) => string
  /**
   * Returns the cache subjects whose changes add, remove or reorder rows in the list. The list also depends on the subjects of each row.
   */
  subjects: (rows: readonly R[], name: string) => string[]
}

/**
 * Returns the list from the cache, or reads it if it is not cached, in the same way as `cachedRow`. If one of its rows is not cached, reads
 * the whole list again.
 */
export async function cachedList<R>(ctx: Deps, of: ListOf<R>, name: string, read: () => Promise<R[]>): Promise<R[]> {
  const { rows } = ctx.responseCache
  const generation = await rows.fresh()
  if (generation === null) return read()
  const at = `${of.kind} ${name}`
  const names = (rows.get(at) ?? [null]) as readonly (string | null)[]
  const cached = names.flatMap((each) => (each === null ? [] : (usable(ctx, of.rows, rows.get(`${of.rows.kind} ${each}`)) ?? [])))
  if (cached.length === names.length) return cached
  return readOnce(rows, `${generation} ${at}`, async () => {
    const found = await read()
    for (const row of found) store(rows, of.rows, of.nameOf(row), row, generation)
    rows.put(at, found.map(of.nameOf), of.subjects(found, name), generation)
    return found
  })
}

/** Returns the rows in the order of `names`. Reads all rows that are missing from the cache with one query. Omits unknown names. */
export async function cachedRows<R>(
  ctx: Deps,
  of: RowsOf<R>,
  names: readonly string[],
  read: (missing: readonly string[]) => Promise<R[]>,
  nameOf: (row: R) => string,
): Promise<R[]> {
  const { rows } = ctx.responseCache
  const generation = await rows.fresh()
  if (generation === null) return read(names)
  const found = new Map<string, R>()
  for (const name of names) {
    const cached = usable(ctx, of, rows.get(`${of.kind} ${name}`))
    if (cached !== null) found.set(name, cached)
  }
  const missing = names.filter((name) => !found.has(name))
  for (const row of missing.length === 0 ? [] : await read(missing)) {
    store(rows, of, nameOf(row), row, generation)
    found.set(nameOf(row), row)
  }
  return names.flatMap((name) => found.get(name) ?? [])
}

function store<R>(rows: RowCache, of: RowsOf<R>, name: string, row: R, generation: number): void {
  if (row === undefined || row === null) return
  const subjects = of.subjects(row, name)
  if (subjects.length > 0) rows.put(`${of.kind} ${name}`, row, subjects, generation)
}

const usable = <R>({ now }: Deps, { untilMs }: RowsOf<R>, cached: unknown): R | null =>
  cached === null || (untilMs && now().getTime() >= untilMs(cached as R)) ? null : (cached as R)
