import type { Context, Person } from '#platform/context/index.ts'
import { ApiError, invalid } from '#platform/errors/index.ts'
import { call, inOneTransaction } from '#platform/http/call.ts'
import { fieldSentence } from '#web/framework/field-sentence.ts'
import { api, dollarsText, fieldAmount, tried, typedAmount, type Fields, type Listing } from '#web/framework/page/index.ts'
import type { EachResult } from './bulk-each.tsx'

/** Id of the form that saves the prices in the table. It is separate from the form for bulk changes. */
export const PRICES_FORM = 'prices'

const AMOUNTS = ['price', 'lowest_price'] as const
export type AmountName = (typeof AMOUNTS)[number]
type Amounts = Record<AmountName, string>

/** Returns the name of the form field for one of a listing's two prices. */
export const amountField = (name: AmountName, id: string): string => `${name}.${id}`

const amountsOf = ({ price, lowest_price }: Pick<Listing, AmountName>): Amounts => ({
  price: fieldAmount(price),
  lowest_price: fieldAmount(lowest_price),
})

/** Returns the prices of all listings on the page as a hidden field, so that saving can detect which prices were edited. */
export const shownAmounts = (listings: readonly Listing[]): string =>
  JSON.stringify(Object.fromEntries(listings.map((listing) => [listing.id, amountsOf(listing)])))

/** Outcome of saving: the result for each listing, and the fields of the undo form if exactly one listing changed. */
export type SavedPrices = { results: readonly EachResult[]; undo: Record<string, string> | undefined }

/**
 * Saves the edited prices and minimum prices, each listing separately, so that a failure does not affect the other listings. Does not
 * overwrite a price that changed elsewhere after the page was loaded. Errors: 400 `shown` for a malformed form.
 */
export async function savePrices(ctx: Context, viewer: Person, fields: Fields): Promise<SavedPrices> {
  const results: EachResult[] = []
  const undos: Record<string, string>[] = []
  for (const [id, shown] of Object.entries(readShown(fields['shown'] ?? ''))) {
    const edits = editsOf(id, shown, fields)
    if (Object.keys(edits).length === 0) continue
    let name = 'A listing'
    try {
      const result = await tried(() =>
        inOneTransaction(ctx, async (tx) => {
          const before = await call(tx, viewer, api.getListing, { params: { id } })
          name = before.name
          requireUnchanged(before, shown, edits)
          return { before, after: await call(tx, viewer, api.changeListing, { params: { id }, body: edits }) }
        }),
      )
      const problem = 'problem' in result ? result.problem.message : null
      results.push({ id, name, outcome: 'done' in result ? outcomeOf(result.done.after) : '', problem })
      if ('done' in result) undos.push(undoOf(result.done))
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 404)) throw error
      results.push({ id, name, outcome: '', problem: fieldSentence(error) })
    }
  }
  return { results, undo: undos.length === 1 ? undos[0] : undefined }
}

function readShown(text: string): Record<string, Partial<Amounts>> {
  try {
    const shown: unknown = JSON.parse(text)
    if (typeof shown === 'object' && shown !== null && Object.values(shown).every(Boolean)) return shown as Record<string, Partial<Amounts>>
  } catch {
    // falls through to the error below
  }
  throw invalid('shown', 'Reload the page, then enter the prices again.')
}

const editsOf = (id: string, shown: Partial<Amounts>, fields: Fields): Partial<Amounts> =>
  Object.fromEntries(
    AMOUNTS.flatMap((name) => {
      const sent = fields[amountField(name, id)]
      const amount = typedAmount(sent) ?? ''
      return sent === undefined || amount === shown[name] ? [] : [[name, amount]]
    }),
  )

/** Requires that the edited prices were not changed elsewhere in the meantime. Errors: 409. */
function requireUnchanged(listing: Listing, shown: Partial<Amounts>, edits: Partial<Amounts>): void {
  const now = amountsOf(listing)
  for (const name of AMOUNTS) {
    if (edits[name] === undefined || now[name] === shown[name]) continue
    const label = name === 'price' ? 'price' : 'minimum price'
    throw new ApiError(
      'conflict',
      `The ${label} has been changed elsewhere and is now ${textOf(listing[name])}. Save again to replace it.`,
      {
        param: name,
      },
    )
  }
}

const textOf = (amount: number | null): string => (amount === null ? 'empty' : dollarsText(amount))

const outcomeOf = ({ price, lowest_price }: Listing): string =>
  lowest_price === null ? textOf(price) : `${textOf(price)}, minimum ${textOf(lowest_price)}`

const undoOf = ({ before, after }: { before: Listing; after: Listing }): Record<string, string> => ({
  do: 'prices',
  shown: shownAmounts([after]),
  ...Object.fromEntries(AMOUNTS.map((name) => [amountField(name, before.id), amountsOf(before)[name]])),
})
