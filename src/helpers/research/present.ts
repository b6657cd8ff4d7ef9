import { dollarsFromCents, dollarsOrNull } from '#core/money.ts'
import { priceFacts, stockSummary } from '#helpers/research/rules/price-summary.ts'
import { pricedBy, shownSteps, wasSkipped } from '#helpers/research/rules/research.ts'
import type { StoredComparable, RunRow } from './queries.ts'
import type { ResearchResult } from './schema.ts'

/** Presents a research run for the listing's owner (spec: completions 9, research). */
export const presentRun = (row: RunRow) => ({
  object: 'research' as const,
  id: row.id,
  listing: row.listing_id,
  status: row.status,
  steps: shownSteps(row.status, row.steps).map((step) => ({
    name: step.name,
    status: step.status,
    note: step.note,
    skipped: wasSkipped(step),
  })),
  result: row.result === null ? null : presentResult(row.result, row.comparables ?? []),
  started_at: row.started_at.toISOString(),
  touched_at: row.touched_at.toISOString(),
})

const presentResult = (result: ResearchResult, comparables: readonly StoredComparable[]) => ({
  ...result,
  ...(comparables.length === 0 ? ruleOfThumb(result) : {}),
  priced_by: pricedBy(comparables.length),
  comparables: comparables.map(presentComparable),
})

/**
 * Returns the wording for a price that is not based on any sale. Also used for older runs, whose stored wording claims more than the
 * evidence supports.
 */
function ruleOfThumb({ identified, suggested_price, band, price_range, new_price }: ResearchResult): {
  summary: string
  price_facts: string[]
} {
  const cents = (dollars: number) => Math.round(dollars * 100)
  const span = ({ low, high }: ResearchResult['band']) => ({ lowCents: cents(low), highCents: cents(high) })
  const facts = {
    name: identified,
    suggestedCents: cents(suggested_price),
    band: span(band),
    range: span(price_range),
    from: new_price === null ? ('nothing' as const) : ('new price' as const),
    used: [],
    newCents: new_price === null ? null : cents(new_price),
  }
  return { summary: stockSummary(facts), price_facts: priceFacts(facts) }
}

/** Presents a second-hand price with its source. `kind` distinguishes asking prices from sold prices. */
export const presentComparable = (row: StoredComparable) => ({
  title: row.title,
  price: dollarsFromCents(row.cents),
  shipping: dollarsOrNull(row.shippingCents),
  condition: row.condition,
  kind: row.sold ? ('sold' as const) : ('asking' as const),
  url: row.url,
  image: row.image,
  source: row.source,
})
