import { api, dollarsText, tried, type Problem, type SentForm } from '#web/framework/page/index.ts'
import type { Context, Person, Tx } from '#platform/context/index.ts'
import { ApiError } from '#platform/errors/index.ts'
import { continuesWith } from '#catalog/listings/rules/editor-steps.ts'
import { FIELD_LABELS, formatFieldValue, TEXT_FIELDS, type Clash, type Saved, type Typed } from '#catalog/listings/rules/editor-fields.ts'
import { helperChanges, HELPER_LABELS, type HelperChanges, type HelperName } from './helper-changes.ts'
import { changesOf, clashesOf, readTyped, typedOf, withPicks } from './edits.ts'
import { call, inOneTransaction } from '#platform/http/call.ts'
import { MESSAGES } from './copy.ts'

export const readOwn = (ctx: Context, viewer: Person, id: string) => call(ctx, viewer, api.getListing, { params: { id } })

const TRANSITIONS = {
  publish: [api.publishListing, MESSAGES.published],
  unpublish: [api.unpublishListing, MESSAGES.unpublished],
  sold: [api.markListingSold, MESSAGES.sold],
  relist: [api.relistListing, MESSAGES.relisted],
} as const
type Transition = keyof typeof TRANSITIONS

/** Result of saving. `typed` is null if the form contained no fields. */
export type SaveResult =
  | { is: 'saved'; message: string }
  | { is: 'clash'; typed: Typed; clashes: readonly Clash[] }
  | { is: 'refused'; typed: Typed | null; base: Typed | null; problem: Problem }

/** In one transaction, saves the changed fields and performs the action of the pressed button, such as publishing. */
export async function save(ctx: Context, viewer: Person, { fields, lines }: SentForm, id: string, action: string): Promise<SaveResult> {
  const usesSuggestion = action === 'use-title' || (continuesWith(action) !== null && fields.title === '')
  const suggested = usesSuggestion ? fields.suggested_title : undefined
  const read = readTyped({ ...fields, ...(suggested === undefined ? {} : { title: suggested }) }, lines('fields'))
  const { base } = read
  const typed = base && withPicks(read.typed, base, fields)
  const [transition, message] = Object.hasOwn(TRANSITIONS, action) ? TRANSITIONS[action as Transition] : [null, MESSAGES.saved]
  const result = await tried(() =>
    inOneTransaction(ctx, async (tx): Promise<SaveResult> => {
      if (base && typed) {
        const listing = await readOwn(tx, viewer, id)
        const now = typedOf(listing)
        const helped = differ(base, now) ? await helperChanges(tx, viewer, listing, base, now) : NO_CHANGES
        const clashes = clashesOf(typed, base, now).filter(({ name }) => !sellersWins(helped.get(name), action))
        if (clashes.length > 0) return { is: 'clash', typed, clashes: clashes.map((clash) => named(clash, helped)) }
        const unseen = action === 'publish' ? unseenPrice(typed, base, now, helped) : null
        if (unseen) return unseen
        const changes = { ...changesOf(typed, base), ...withPriceAboveFloor(typed, base, now, helped) }
        if (Object.keys(changes).length > 0) await call(tx, viewer, api.changeListing, { params: { id }, body: changes })
      }
      if (action === 'publish') {
        const guess = await guessedPrice(tx, viewer, id, fields.confirmed_price)
        if (guess) throw guess
      }
      if (transition) await call(tx, viewer, transition, { params: { id } })
      return { is: 'saved', message }
    }),
  )
  return 'done' in result ? result.done : { is: 'refused', typed, base, problem: result.problem }
}

const NO_CHANGES: HelperChanges = new Map()

const differ = (base: Typed, now: Typed): boolean => TEXT_FIELDS.some((name) => base[name] !== now[name])

/**
 * Returns true if the seller's value replaces the helper's: always for values from research (spec: interface, helper 3), and for values
 * from any helper when the seller publishes.
 */
const sellersWins = (helper: HelperName | undefined, action: string): boolean =>
  helper === 'research' || (helper !== undefined && action === 'publish')

const named = (clash: Clash, helped: HelperChanges): Clash => {
  const helper = helped.get(clash.name)
  return helper ? { ...clash, by: HELPER_LABELS[helper] } : clash
}

/**
 * Refuses to publish if the price changed while the page was open, so that the seller first sees the new price. Returns null if the price
 * is unchanged or the seller changed it on this page.
 */
function unseenPrice(typed: Typed, base: Typed, now: Typed, helped: HelperChanges): SaveResult | null {
  if (typed.price !== base.price || now.price === base.price) return null
  const helper = helped.get('price')
  const seen = { price: now.price, lowest_price: typed.lowest_price === base.lowest_price ? now.lowest_price : typed.lowest_price }
  const message = `${FIELD_LABELS.price} is now ${formatFieldValue('price', now.price)}: ${helper ? `${HELPER_LABELS[helper]} set it` : 'it was changed'} while this page was open. Check it, then publish again.`
  return {
    is: 'refused',
    typed: { ...typed, ...seen },
    base: { ...base, price: now.price, lowest_price: now.lowest_price },
    problem: { param: 'price', message, status: 409 },
  }
}

/**
 * Asks once before a guessed price is published (spec: completions 13.1, Prices without evidence). A price that the seller confirms counts
 * as the seller's own. Returns the question as an error in the field `price`, or null.
 */
async function guessedPrice(tx: Tx, viewer: Person, id: string, confirmed: string | undefined): Promise<ApiError | null> {
  const { price, price_basis } = await readOwn(tx, viewer, id)
  if (price === null || price_basis !== 'default') return null
  if (Number(confirmed) !== price)
    return new ApiError('conflict', `The price of ${dollarsText(price)} is a guess. Change it, or publish again to confirm it.`, {
      param: 'price',
    })
  await call(tx, viewer, api.changeListing, { params: { id }, body: { price: String(price) } })
  return null
}

/**
 * If the seller set a minimum price above the price that a helper filled in meanwhile, raises the price to it. In the opposite case, the
 * change of the price lowers the minimum price (spec: completions 4).
 */
function withPriceAboveFloor(typed: Typed, base: Typed, now: Typed, helped: HelperChanges): Record<string, string> {
  const setsFloor = typed.lowest_price !== base.lowest_price && typed.price === base.price
  return setsFloor && helped.has('price') && Number(now.price) < Number(typed.lowest_price) ? { price: typed.lowest_price } : {}
}

/** Returns the saved state to the editor's script, which saves each field separately. */
export async function savedAs(ctx: Context, viewer: Person, id: string, result?: SaveResult): Promise<Saved> {
  const listing = await readOwn(ctx, viewer, id)
  return {
    now: typedOf(listing),
    updatedAt: listing.updated_at,
    clashes: result?.is === 'clash' ? result.clashes : [],
    problem: result?.is === 'refused' ? { param: result.problem.param, message: result.problem.message } : null,
  }
}
