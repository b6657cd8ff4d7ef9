import type { Person, Tx } from '#platform/context/index.ts'
import type { TextField, Typed } from '#catalog/listings/rules/editor-fields.ts'
import { chatOf, lastRun, takesOf } from './editor-help.ts'
import { fieldAmount, type Listing, type ResearchRun } from '#web/framework/page/records.ts'

export type HelperName = 'research' | 'words' | 'chat'

export const HELPER_LABELS: Readonly<Record<HelperName, string>> = {
  research: 'price research',
  words: 'writing help',
  chat: 'the listing helper',
}

/** Fields whose current value was written by a helper, with the helper's name. */
export type HelperChanges = ReadonlyMap<TextField, HelperName>

/**
 * Returns the fields that a helper changed after the page was loaded (spec: interface, helpers 3, 5 and 6). Research fills only empty
 * fields. Ignores fields that a person changed afterwards.
 */
export async function helperChanges(tx: Tx, viewer: Person, listing: Listing, base: Typed, now: Typed): Promise<HelperChanges> {
  const changed = (name: TextField): boolean => base[name] !== now[name]
  const [run, takes, chat] = [
    (await lastRun(tx, viewer, listing.id))?.result ?? null,
    await takesOf(tx, viewer, listing.id),
    await chatOf(tx, viewer, listing.id),
  ]
  const found = new Map<TextField, HelperName>()
  for (const { changes } of chat)
    for (const { key, after } of changes)
      if ((key === 'price' || key === 'lowest_price') && changed(key) && now[key] === String(after)) found.set(key, 'chat')
  for (const part of ['title', 'one_liner', 'description'] as const)
    if (changed(part) && takes.some((take) => take.used_at !== null && take[part] === now[part])) found.set(part, 'words')
  for (const name of filledBy(run, now)) if (base[name] === '' && changed(name)) found.set(name, 'research')
  return found
}

/**
 * Returns the fields that a research run filled and that have not changed since. These include a value that research adjusted: a price
 * raised to the minimum price, or a minimum price lowered to the price.
 */
function filledBy(run: ResearchRun['result'], now: Typed): TextField[] {
  if (run === null) return []
  return [
    ...(now.category === run.category ? (['category'] as const) : []),
    ...(now.price === fieldAmount(run.suggested_price) || now.price === now.lowest_price ? (['price'] as const) : []),
    ...(now.lowest_price === fieldAmount(run.band.low) || now.lowest_price === now.price ? (['lowest_price'] as const) : []),
  ]
}
