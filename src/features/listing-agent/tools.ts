import type { Tool } from '#adapters/models/index.ts'
import { inTransaction, type Context, type Helper, type Person } from '#context.ts'
import { requireNoBrake } from '#features/helpers/brake.ts'
import { lockListing } from '#features/listings/access.ts'
import { changeListing } from '#features/listings/changing.ts'
import type { ListingRow } from '#features/listings/queries.ts'
import { setListingLine } from '#features/listings/setting.ts'
import { ApiError } from '#lib/errors.ts'
import { ProviderError } from '#lib/provider-error.ts'
import { changesBetween } from './changes.ts'
import { SetField, SetLowest, SetPrice, SetTakeOffers, type Change } from './schema.ts'

/** Whose listing, and until when: nothing is written once `ended` is aborted. */
export type AtWork = { actor: Person; listingId: string; ended: AbortSignal; log: Change[] }

type Outcome = { ok: true; [shown: string]: unknown } | { ok: false; error: string }

const PRICES_WAIT = 'This key may not change prices without its owner. Say that the price is changed on the listing itself.'

/**
 * The four tools, the only way for the chat to change a listing (interface, helper 6). Each runs in a transaction of its own:
 * brake, listing locked and read again, the very verb that the API uses. What a tool answers goes into the prompt, so none
 * tells the floor; what it changed goes into `log`.
 */
export function toolsFor(ctx: Context, work: AtWork): Tool[] {
  const helper: Helper = { kind: 'helper', name: 'listing-agent', accountId: work.actor.accountId }
  const id = work.listingId

  const apply = (tool: Change['tool'], verb: (tx: Context) => Promise<ListingRow>, shown: Record<string, unknown> = {}): Promise<Outcome> =>
    refusalsAsWords(async () => {
      const changes = await inTransaction(ctx, async (tx) => {
        await requireNoBrake(tx, helper.accountId)
        const before = await lockListing(tx, helper, id)
        const after = await verb(tx)
        work.ended.throwIfAborted()
        return changesBetween(tool, before, after)
      })
      work.log.push(...changes)
      return { ok: true, ...shown }
    })

  // completions 3: who must ask before a PATCH of the price must not get round it by chatting
  const pricesWait = work.actor.askFirst.includes('listings.price')
  const applyPrice: typeof apply = async (...given) => (pricesWait ? { ok: false, error: PRICES_WAIT } : apply(...given))

  return [
    {
      name: 'set_field',
      description: 'Change one detail of the listing by its exact key, or add a new one.',
      schema: SetField,
      run: (input) => {
        const line = SetField.parse(input)
        return apply('set_field', (tx) => setListingLine(tx, helper, id, line), { key: line.key, label: line.label, value: line.value })
      },
    },
    {
      name: 'set_price',
      description: 'Set the asking price, in whole dollars.',
      schema: SetPrice,
      run: (input) => {
        const { price } = SetPrice.parse(input)
        return applyPrice('set_price', (tx) => changeListing(tx, helper, id, { price: price * 100 }), { price })
      },
    },
    {
      name: 'set_lowest',
      description: "Set the seller's private lowest price, in whole dollars; never above the asking price.",
      schema: SetLowest,
      run: (input) => {
        const { lowest } = SetLowest.parse(input)
        return applyPrice('set_lowest', (tx) => changeListing(tx, helper, id, { lowest_price: lowest * 100 }))
      },
    },
    {
      name: 'set_take_offers',
      description: 'Say whether buyers can make offers.',
      schema: SetTakeOffers,
      run: (input) => {
        const change = SetTakeOffers.parse(input)
        return apply('set_take_offers', (tx) => changeListing(tx, helper, id, change), change)
      },
    },
  ]
}

/** What a verb refuses is told to the model, which can say so; a bug is not. */
async function refusalsAsWords(run: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof ApiError || error instanceof ProviderError) return { ok: false, error: error.message }
    throw error
  }
}
