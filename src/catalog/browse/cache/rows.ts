import type { Context } from '#platform/context/index.ts'
import type { RowCache } from '#platform/cache/response-cache.ts'

type Deps = Pick<Context, 'responseCache' | 'now'>

/** A kind of rows that are kept by name. Nothing in them hangs on who asks: whoever likes or follows is asked for apart. */
export type RowsOf<R> = {
  kind: string
  /** Whatever a row of this name hangs on (`subjects.ts`). What hangs on nothing is not kept: nothing would ever take it out. */
  subjects: (row: R, name: string) => string[]
  /** Until when it may be used, in ms since 1970, where it is not told of all that changes it. */
  untilMs?: (row: R) => number
}

/** What is being read, by the turn in which its reading began: who asks in the same turn may have the same. */
const reading = new WeakMap<RowCache, Map<string, Promise<unknown>>>()

/**
 * The row of this name: the kept one where it is still true, else as `read` gives it, once for all who ask meanwhile. What is
 * committed before the call is seen. Undefined is not kept.
 */
export async function cachedRow<R>(ctx: Deps, of: RowsOf<R>, name: string, read: () => Promise<R>): Promise<R> {
  const { rows } = ctx.responseCache
  const turn = await rows.fresh()
  if (turn === null) return read()
  const at = `${of.kind} ${name}`
  const kept = usable(ctx, of, rows.get(at))
  if (kept !== null) return kept
  return readOnce(rows, `${turn} ${at}`, async () => {
    const row = await read()
    keep(rows, of, name, row, turn)
    return row
  })
}

function readOnce<T>(rows: RowCache, asked: string, read: () => Promise<T>): Promise<T> {
  const pending = reading.get(rows) ?? new Map<string, Promise<unknown>>()
  reading.set(rows, pending)
  const known = pending.get(asked) as Promise<T> | undefined
  if (known !== undefined) return known
  const work = read()
  pending.set(asked, work)
  const done = () => void pending.delete(asked)
  work.then(done, done)
  return work
}

/** A list of rows, kept as their names: each row is kept once, by its own name, in however many lists it stands. */
export type ListOf<R> = {
  kind: string
  rows: RowsOf<R>
  nameOf: (row: R) => string
  /** Whatever the list hangs on beside its rows: what comes, goes and changes places. */
  subjects: (rows: readonly R[], name: string) => string[]
}

/** The list of this name, as `cachedRow`. It is read whole where any of its rows is not kept: what left it meanwhile is not in it. */
export async function cachedList<R>(ctx: Deps, of: ListOf<R>, name: string, read: () => Promise<R[]>): Promise<R[]> {
  const { rows } = ctx.responseCache
  const turn = await rows.fresh()
  if (turn === null) return read()
  const at = `${of.kind} ${name}`
  const names = (rows.get(at) ?? [null]) as readonly (string | null)[]
  const kept = names.flatMap((each) => (each === null ? [] : (usable(ctx, of.rows, rows.get(`${of.rows.kind} ${each}`)) ?? [])))
  if (kept.length === names.length) return kept
  return readOnce(rows, `${turn} ${at}`, async () => {
    const found = await read()
    for (const row of found) keep(rows, of.rows, of.nameOf(row), row, turn)
    rows.put(at, found.map(of.nameOf), of.subjects(found, name), turn)
    return found
  })
}

/** The rows of these names in their order, those that are not kept read in one go. One that is nowhere is left out. */
export async function cachedRows<R>(
  ctx: Deps,
  of: RowsOf<R>,
  names: readonly string[],
  read: (missing: readonly string[]) => Promise<R[]>,
  nameOf: (row: R) => string,
): Promise<R[]> {
  const { rows } = ctx.responseCache
  const turn = await rows.fresh()
  if (turn === null) return read(names)
  const found = new Map<string, R>()
  for (const name of names) {
    const kept = usable(ctx, of, rows.get(`${of.kind} ${name}`))
    if (kept !== null) found.set(name, kept)
  }
  const missing = names.filter((name) => !found.has(name))
  for (const row of missing.length === 0 ? [] : await read(missing)) {
    keep(rows, of, nameOf(row), row, turn)
    found.set(nameOf(row), row)
  }
  return names.flatMap((name) => found.get(name) ?? [])
}

function keep<R>(rows: RowCache, of: RowsOf<R>, name: string, row: R, turn: number): void {
  if (row === undefined || row === null) return
  const subjects = of.subjects(row, name)
  if (subjects.length > 0) rows.put(`${of.kind} ${name}`, row, subjects, turn)
}

const usable = <R>({ now }: Deps, { untilMs }: RowsOf<R>, kept: unknown): R | null =>
  kept === null || (untilMs && now().getTime() >= untilMs(kept as R)) ? null : (kept as R)
