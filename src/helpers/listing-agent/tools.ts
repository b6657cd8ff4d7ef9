import type { Tool } from '#platform/models/index.ts'
import { inTransaction, type Context, type Helper, type Person, type Tx } from '#platform/context/index.ts'
import { requireNotPaused } from '#helpers/state/pause.ts'
import { lockListing, approvalsToChange, changeListing, setListingLine } from '#catalog/listings/index.ts'
import type { ListingRow } from '#catalog/listings/queries.ts'
import { ApiError } from '#platform/errors/index.ts'
import { ProviderError } from '#platform/providers/error.ts'
import { changesBetween } from './changes.ts'
import { SetField, SetLowest, SetPrice, SetTakeOffers, type Change } from './schema.ts'

/** Context for the tools. After `ended` is aborted, the tools write nothing. */
export type AtWork = { actor: Person; listingId: string; ended: AbortSignal; log: Change[] }

type Outcome = { ok: true; [shown: string]: unknown } | { ok: false; error: string }

const WAITS = 'This key needs the owner’s approval for that. Tell the user to change it on the listing itself.'

/**
 * Returns the four tools, which are the only way for the chat to change a listing (spec: interface, helper 6). Each tool uses a separate
 * transaction: it checks that helpers are not paused, locks and rereads the listing, and calls the same function as the API. The changes
 * are added to `log`. The results become part of the prompt, so they never contain the minimum price.
 */
export function toolsFor(ctx: Context, work: AtWork): Tool[] {
  const helper: Helper = { kind: 'helper', name: 'listing-agent', accountId: work.actor.accountId }
  const id = work.listingId

  const apply = (tool: Change['tool'], change: Sent, verb: Verb, shown: Record<string, unknown> = {}): Promise<Outcome> =>
    refusalsAsText(async () => {
      const changes = await inTransaction(ctx, async (tx) => {
        await requireNotPaused(tx, helper.accountId)
        const before = await lockListing(tx, helper, id)
        await requireNoApproval(tx, work.actor, id, change)
        const after = await verb(tx)
        work.ended.throwIfAborted()
        return changesBetween(tool, before, after)
      })
      work.log.push(...changes)
      return { ok: true, ...shown }
    })

  const change = (tool: Change['tool'], what: Sent, shown: Record<string, unknown> = {}): Promise<Outcome> =>
    apply(tool, what, (tx) => changeListing(tx, helper, id, what), shown)

  return [
    {
      name: 'set_field',
      description: 'Change one detail of the listing by its exact key, or add a new one.',
      schema: SetField,
      run: (input) => {
        const line = SetField.parse(input)
        return apply('set_field', { fields: [line] }, (tx) => setListingLine(tx, helper, id, line), {
          key: line.key,
          label: line.label,
          value: line.value,
        })
      },
    },
    {
      name: 'set_price',
      description: 'Set the asking price, in whole dollars.',
      schema: SetPrice,
      run: (input) => {
        const { price } = SetPrice.parse(input)
        return change('set_price', { price: price * 100 }, { price })
      },
    },
    {
      name: 'set_lowest',
      description: "Set the seller's private lowest price, in whole dollars; never above the asking price.",
      schema: SetLowest,
      run: (input) => {
        const { lowest } = SetLowest.parse(input)
        return change('set_lowest', { lowest_price: lowest * 100 })
      },
    },
    {
      name: 'set_take_offers',
      description: 'Turn offers from buyers on or off.',
      schema: SetTakeOffers,
      run: (input) => {
        const offers = SetTakeOffers.parse(input)
        return change('set_take_offers', offers, offers)
      },
    },
  ]
}

type Sent = Parameters<typeof changeListing>[3]
type Verb = (tx: Tx) => Promise<ListingRow>

/**
 * Rejects changes that need approval, because the chat must not bypass `ask_first` (spec: completions 3 and 12). The caller must lock the
 * listing first.
 */
async function requireNoApproval(tx: Tx, actor: Person, id: string, change: Sent): Promise<void> {
  const approvals = await approvalsToChange(tx, actor, id, change)
  if (approvals.some(({ action }) => actor.askFirst.includes(action))) throw new ApiError('permission', WAITS)
}

/** Returns API errors as text for the model. Any other error is a bug and is thrown again. */
async function refusalsAsText(run: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof ApiError || error instanceof ProviderError) return { ok: false, error: error.message }
    throw error
  }
}
