import type { BulkRow, Progress } from './queries.ts'
import type { Plan } from './plan.ts'
import { UNDO_MS, type Snapshot } from './rules.ts'
import { listingName } from '#catalog/listings/present.ts'
import type { PRICE_BASES } from '#catalog/listings/rules/merge.ts'
import { dollarsOrNull } from '#core/money.ts'

/** Returns the time until which a bulk change can be undone, or null if it cannot. A deletion can never be undone. */
export const undoUntil = ({ change, status, ended_at }: Pick<BulkRow, 'change' | 'status' | 'ended_at'>): Date | null =>
  status === 'done' && ended_at && !change.delete ? new Date(ended_at.getTime() + UNDO_MS) : null

export const presentBulk = (row: BulkRow, { counts, refused }: Progress) => {
  const { waiting = 0, changed = 0, refused: refusedCount = 0, restored = 0, unrestored = 0 } = counts
  const isUndo = row.undoing
  return {
    object: 'bulk' as const,
    id: row.id,
    status: row.status,
    done: isUndo ? restored : changed,
    total: isUndo ? changed + restored + unrestored : waiting + changed + refusedCount,
    refused: refused
      .filter(({ state }) => state === (isUndo ? 'unrestored' : 'refused'))
      .map(({ listing_id, message, param }) => ({ id: listing_id, message: message ?? '', param })),
    undo_until: undoUntil(row)?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }
}

const presentValues = ({ status, visibility, price, priceBasis, lowestPrice, shipping, takeOffers }: Snapshot) => ({
  status,
  visibility,
  price: dollarsOrNull(price),
  price_basis: price === null ? null : ((priceBasis ?? 'seller') as (typeof PRICE_BASES)[number]),
  lowest_price: dollarsOrNull(lowestPrice),
  shipping: dollarsOrNull(shipping),
  take_offers: takeOffers,
})

export const presentPreview = ({ rows, refused }: Plan, token: { text: string; expiresAt: Date }) => ({
  object: 'bulk_preview' as const,
  token: token.text,
  token_expires_at: token.expiresAt.toISOString(),
  rows: rows.map(({ listing, before, after }) => ({
    id: listing.id,
    name: listingName(listing),
    before: presentValues(before),
    after: after && presentValues(after),
  })),
  refused,
})
