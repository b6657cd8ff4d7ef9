import type { DetailLine } from '#catalog/listings/rules/fields.ts'
import { priceText } from '#core/format/money.ts'
import { dollarsOrNull } from '#core/money.ts'
import type { ListingRow } from '#catalog/listings/queries.ts'
import type { Change } from './schema.ts'

type ListingState = Pick<ListingRow, 'price_cents' | 'lowest_price_cents' | 'take_offers' | 'fields'>

/** Returns the differences between two versions of a listing, as the seller sees them. */
export function changesBetween(tool: Change['tool'], before: ListingState, after: ListingState): Change[] {
  return reached(tool, before, after).filter((change) => change.before !== change.after)
}

function reached(tool: Change['tool'], before: ListingState, after: ListingState): Change[] {
  if (tool === 'set_field')
    return after.fields.map(({ key, label, value }) => ({ tool, key, label, before: valueOf(before.fields, key), after: value }))
  if (tool === 'set_take_offers')
    return [{ tool, key: 'take_offers', label: 'Offers', before: before.take_offers, after: after.take_offers }]
  const [lowest, nowLowest] = [dollarsOrNull(before.lowest_price_cents), dollarsOrNull(after.lowest_price_cents)]
  return [
    { tool, key: 'price', label: 'Price', before: dollarsOrNull(before.price_cents), after: dollarsOrNull(after.price_cents) },
    { tool, key: 'lowest_price', label: 'Lowest price', before: lowest, after: nowLowest },
  ]
}

const valueOf = (fields: readonly DetailLine[], key: string): string | null => fields.find((line) => line.key === key)?.value ?? null

/** Describes the changes in a sentence, for a reply without text from the model. */
export function describeChanges(changes: readonly Change[]): string {
  if (changes.length === 0) return 'There is nothing to change here.'
  return changes.map(({ key, label, after }) => `${label}: ${asText(key, after)}.`).join(' ')
}

function asText(key: string, value: Change['after']): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (typeof value === 'number') return key === 'lowest_price' || key === 'price' ? priceText(value * 100) : String(value)
  return value ?? 'none'
}
