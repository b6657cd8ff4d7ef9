import type { Core } from '#platform/context/index.ts'
import { dollarsFromCents } from '#core/money.ts'
import { trackingUrl } from '#commerce/orders/rules/tracking.ts'
import type { LabelRow, RateRow } from './queries.ts'

const presentOffer = ({ carrier, service, amount_cents, days }: Pick<RateRow, 'carrier' | 'service' | 'amount_cents' | 'days'>) => ({
  carrier,
  service,
  amount: dollarsFromCents(amount_cents),
  days,
})

export const presentRate = (row: Pick<RateRow, 'id' | 'carrier' | 'service' | 'amount_cents' | 'days'>) => ({
  object: 'rate' as const,
  id: row.id,
  ...presentOffer(row),
})

/** Builds the seller's view of a label. */
export const presentLabel = (ctx: Core, row: LabelRow) => ({
  object: 'label' as const,
  id: row.id,
  order: row.order_id,
  status: row.status,
  ...presentOffer(row),
  tracking: { carrier: row.carrier, number: row.tracking_number, url: trackingUrl(row.carrier, row.tracking_number) },
  print_url: ctx.urls.label(row.order_id),
  image_url: row.image_url,
  qr_url: row.qr_url,
  created_at: row.created_at.toISOString(),
  voided_at: row.voided_at?.toISOString() ?? null,
})
