import type { PlannedRow, Progress, SaleRow } from './queries.ts'
import { salePrice, statusOf } from './rules.ts'
import { nameOf } from '#catalog/listings/rules/listing.ts'
import { dollarsFromCents } from '#core/money.ts'
import type { Core } from '#platform/context/index.ts'

/** Builds the shop owner's view of a sale. */
export function presentSale(ctx: Core, row: SaleRow, shop: string, { counts, skipped }: Progress) {
  const { reduced = 0, restored = 0, left = 0 } = counts
  const times = { startsAt: row.starts_at, endsAt: row.ends_at, startedAt: row.started_at, endedAt: row.ended_at }
  return {
    object: 'sale' as const,
    id: row.id,
    shop,
    status: statusOf(times, ctx.now()),
    percent: row.percent,
    listings: row.listing_ids,
    starts_at: row.starts_at.toISOString(),
    ends_at: row.ends_at.toISOString(),
    reduced: reduced + restored + left,
    restored,
    unrestored: left,
    skipped,
    created_at: row.created_at.toISOString(),
  }
}

/** Builds the preview of a sale. */
export function presentPreview(rows: readonly PlannedRow[], percent: number) {
  const planned = rows.map((row) => ({ row, price: salePrice(row, percent) }))
  return {
    object: 'sale_preview' as const,
    rows: planned.flatMap(({ row, price }) =>
      price.ok
        ? [
            {
              id: row.id,
              name: nameOf({ ...row, identified: null }),
              before: dollarsFromCents(row.priceCents!),
              after: dollarsFromCents(price.cents),
            },
          ]
        : [],
    ),
    skipped: planned.flatMap(({ row, price }) => (price.ok ? [] : [{ id: row.id, message: price.message }])),
  }
}
