import { dollarsFromCents, dollarsOrNull } from '#core/money.ts'
import { pricedBy, shownSteps } from '#helpers/research/rules/research.ts'
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
    skipped: step.status === 'done' && step.skipped === true,
  })),
  result: row.result === null ? null : presentResult(row.result, row.comparables ?? []),
  started_at: row.started_at.toISOString(),
  touched_at: row.touched_at.toISOString(),
})

const presentResult = (result: ResearchResult, comparables: readonly StoredComparable[]) => ({
  ...result,
  priced_by: pricedBy(comparables.length),
  comparables: comparables.map(presentComparable),
})

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
