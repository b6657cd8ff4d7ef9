import { inTransaction, type Context, type Person } from '#context.ts'
import type { Clash, Saved } from '#domain/typed.ts'
import { call, tried, type Problem } from './calling.ts'
import { changesOf, clashesOf, readTyped, typedOf, withPicks, type Typed } from './edits.ts'
import type { Flash } from './places.ts'
import type { Listing } from './records.ts'
import type { Taken } from './taking.ts'

export const readOwn = (ctx: Context, viewer: Person, id: string) => call<Listing>(ctx, viewer, 'getListing', { params: { id } })

const MOVES: Readonly<Record<string, readonly [endpoint: string, said: Flash]>> = {
  publish: ['publishListing', 'published'],
  unpublish: ['unpublishListing', 'unpublished'],
  sold: ['markListingSold', 'sold'],
  relist: ['relistListing', 'relisted'],
}

/** What came of a save. `typed` is null for a form of buttons alone, which has nothing typed in it. */
export type SaveResult =
  | { is: 'saved'; said: Flash }
  | { is: 'clash'; typed: Typed; clashes: readonly Clash[] }
  | { is: 'refused'; typed: Typed | null; base: Typed | null; problem: Problem }

/** Saves what was changed here, and moves the listing where a button says so: both or neither. */
export async function save(ctx: Context, { viewer, fields, lines }: Taken, id: string, action: string): Promise<SaveResult> {
  const read = readTyped(fields, lines('fields'))
  const { base } = read
  const typed = base && withPicks(read.typed, base, fields)
  const [move, said] = MOVES[action] ?? [null, 'saved' as const]
  const result = await tried(() =>
    inTransaction(ctx, async (tx): Promise<SaveResult> => {
      if (base && typed) {
        const clashes = clashesOf(typed, base, typedOf(await readOwn(tx, viewer, id)))
        if (clashes.length > 0) return { is: 'clash', typed, clashes }
        const changes = changesOf(typed, base)
        if (Object.keys(changes).length > 0) await call(tx, viewer, 'changeListing', { params: { id }, body: changes })
      }
      if (move) await call(tx, viewer, move, { params: { id } })
      return { is: 'saved', said }
    }),
  )
  return 'done' in result ? result.done : { is: 'refused', typed, base, problem: result.problem }
}

/** The same in the words of the editor's script, which saves field by field. */
export async function savedAs(ctx: Context, viewer: Person, id: string, result?: SaveResult): Promise<Saved> {
  const listing = await readOwn(ctx, viewer, id)
  return {
    now: typedOf(listing),
    updatedAt: listing.updated_at,
    clashes: result?.is === 'clash' ? result.clashes : [],
    problem: result?.is === 'refused' ? { param: result.problem.param ?? null, message: result.problem.message } : null,
  }
}
