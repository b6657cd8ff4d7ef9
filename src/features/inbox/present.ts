import { dollarsFromCents } from '#domain/money.ts'
import type { ShownCase } from '#features/money-cases/queries.ts'
import type { Waiting, WaitingOffer, WaitingSale } from './queries.ts'

/** interface, inbox. */
export const presentInbox = ({
  offers,
  counters,
  sales,
  money,
  unread_threads,
  unread_as_buyer,
}: Waiting & { money: readonly ShownCase[] }) => ({
  object: 'inbox' as const,
  offers_to_answer: offers.map((row) => ({ ...presentOffer(row), status: 'open' as const })),
  sales_to_ship: sales.map(presentSale),
  money_problems: money.map(presentMoneyProblem),
  unread_threads,
  counters_to_answer: counters.map((row) => ({ ...presentOffer(row), status: 'countered' as const })),
  unread_as_buyer,
})

const presentMoneyProblem = (row: ShownCase) => ({
  object: 'money_problem' as const,
  kind: row.kind,
  stage: row.stage,
  amount: dollarsFromCents(row.amount_cents),
  order: row.order_id,
  listing: row.listing_title === null ? null : { title: row.listing_title },
  created_at: row.created_at.toISOString(),
})

const presentOffer = (row: WaitingOffer) => ({
  object: 'offer' as const,
  id: row.id,
  status: row.status,
  amount: dollarsFromCents(row.amount_cents),
  note: row.note ?? '',
  counter: row.counter_cents === null ? null : presentCounter(row, row.counter_cents),
  listing: { id: row.listing_id, title: row.listing_title, price: dollarsFromCents(row.listing_price_cents) },
  shop: { slug: row.shop_slug, name: row.shop_name },
  buyer: { name: row.buyer_name },
  expires_at: new Date(row.expires_at).toISOString(),
  created_at: new Date(row.created_at).toISOString(),
})

// an offer with a counter lasts as long as the counter does
const presentCounter = (row: WaitingOffer, cents: number) => ({
  amount: dollarsFromCents(cents),
  note: row.counter_note,
  by: row.counter_by,
  expires_at: new Date(row.expires_at).toISOString(),
})

const presentSale = (row: WaitingSale) => ({
  object: 'order' as const,
  id: row.id,
  status: row.status,
  total: dollarsFromCents(row.total_cents),
  ship_by: row.ship_by === null ? null : new Date(row.ship_by).toISOString(),
  listing: { id: row.listing_id, title: row.listing_title },
  shop: { slug: row.shop_slug, name: row.shop_name },
  buyer: { name: row.buyer_name },
})
