import { inTransaction, type Context, type Person, type Tx, type Core } from '#platform/context/index.ts'
import { cleanCopy, longestDescription, type ListingCopy } from '#helpers/copywriter/rules/copy.ts'
import { generateObject } from '#helpers/state/call-model.ts'
import { requireNotPaused } from '#helpers/state/pause.ts'
import { storeRun } from '#helpers/state/runs.ts'
import { lockListing, readListing, changeListing } from '#catalog/listings/index.ts'
import type { ListingRow } from '#catalog/listings/queries.ts'
import { notFound } from '#platform/errors/index.ts'
import { ProviderError } from '#platform/providers/error.ts'
import { givenIn, instructionsFor, partsFor, PROMPT_VERSION, shownOf, type PromptInput } from './prompt.ts'
import * as queries from './queries.ts'
import type { TakeRow } from './queries.ts'
import { Draft, type WriteWords } from './schema.ts'

export { listingDetailsOf } from '#catalog/listings/index.ts'

const TIMEOUT_MS = 20_000

const NO_KEY = 'Writing help needs a model, and this server has no model key (MODEL_PROVIDER). Write the text yourself.'
const NOTHING_USABLE = 'The model returned no usable text. Try again, or add more details first.'

/** A take (generated copy for a listing), or a message that explains why none was generated (spec: completions 9 and 11). */
export type Written = { take: TakeRow; message: null } | { take: null; message: string }

/**
 * Generates copy for a listing and stores it as a new take. Only `useTake` changes the listing. Calls the model outside any transaction.
 * Returns a message instead of a take if there is no model key, the model fails, helpers are paused (`brake`), or the model budget is
 * exhausted. Errors: 404.
 */
export async function writeCopy(ctx: Context, actor: Person, listingId: string, { tone, instruction }: WriteWords): Promise<Written> {
  const listing = await readListing(ctx, actor, listingId)
  if (!ctx.providers.model) return { take: null, message: NO_KEY }
  const shown = shownOf(listing, await queries.currentTake(ctx.db, listing.id))
  const run = {
    accountId: actor.accountId,
    helper: 'words' as const,
    subject: listing.id,
    promptVersion: PROMPT_VERSION,
    snapshot: { tone, instruction, shown },
    startedAt: ctx.now(),
  }
  try {
    const { value, used, model } = await generateObject(
      ctx,
      { accountId: actor.accountId, helper: 'words', timeoutMs: TIMEOUT_MS },
      { instructions: instructionsFor(tone, instruction), parts: partsFor(shown, instruction), schema: Draft },
    )
    const words = cleaned(value, shown, instruction)
    return await inTransaction(ctx, async (tx) => {
      await requireNotPaused(tx, actor.accountId)
      await lockListing(tx, actor, listing.id)
      await storeRun(tx, { ...run, decision: words ? 'written' : 'failed', model, used })
      if (!words) return { take: null, message: NOTHING_USABLE }
      const row = { id: tx.newId('tak'), listing_id: listing.id, tone, instruction, ...words, created_at: tx.now() }
      return { take: await queries.insertTake(tx.db, row), message: null }
    })
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    await storeRun(ctx, { ...run, decision: 'failed', detail: { reason: error.reason } })
    return { take: null, message: error.message }
  }
}

/** Returns the draft without invalid passages, or null if nothing useful is left. */
function cleaned(draft: ListingCopy, shown: PromptInput, instruction: string): ListingCopy | null {
  const words = cleanCopy(draft, givenIn(shown, instruction), longestDescription(instruction, shown.now.description))
  return words.title || words.one_liner || words.description ? words : null
}

/** Returns a page of a listing's takes (generated copy), newest first, and the total number of takes. Errors: 404. */
export async function listTakes(ctx: Core, actor: Person, listingId: string, page: { limit: number; offset: number }) {
  const { id } = await readListing(ctx, actor, listingId)
  return queries.pageOfTakes(ctx.db, id, page)
}

/**
 * Copies a take (generated copy) into the listing. Empty fields of the take change nothing. Later takes stay available. Errors: 404
 * `listing` or `take`, 409 if the listing is sold.
 */
export async function useTake(tx: Tx, actor: Person, listingId: string, takeId: string): Promise<ListingRow> {
  const listing = await readListing(tx, actor, listingId)
  const take = await queries.findTake(tx.db, listing.id, takeId)
  if (!take) throw notFound('take')
  const changed = await changeListing(tx, actor, listing.id, {
    ...(take.title !== '' && { title: take.title }),
    ...(take.one_liner !== '' && { one_liner: take.one_liner }),
    ...(take.description !== '' && { description: take.description }),
  })
  await queries.markUsed(tx.db, take.id, tx.now())
  return changed
}
