import { dollarsFromCents } from '#domain/money.ts'
import { shownSteps } from '#domain/research.ts'
import type { KeptComparable, RunRow } from './queries.ts'

/** completions 9, research: as the owner of the listing sees it. */
export const presentRun = (row: RunRow) => ({
  object: 'research' as const,
  id: row.id,
  listing: row.listing_id,
  status: row.status,
  steps: shownSteps(row.status, row.steps).map(({ name, status, note }) => ({ name, status, note })),
  result: row.result === null ? null : { ...row.result, comparables: (row.comparables ?? []).map(presentComparable) },
  started_at: row.started_at.toISOString(),
  touched_at: row.touched_at.toISOString(),
})

/** A second-hand price with its source: whether it was asked or paid is always said. */
export const presentComparable = (row: KeptComparable) => ({
  title: row.title,
  price: dollarsFromCents(row.cents),
  shipping: row.shippingCents === null ? null : dollarsFromCents(row.shippingCents),
  condition: row.condition,
  kind: row.sold ? ('sold' as const) : ('asking' as const),
  url: row.url,
  image: row.image,
  source: row.source,
})
