import type { TaskKind } from '#core/tasks.ts'
import { dollarsFromCents, dollarsOrNull } from '#core/money.ts'
import type { MoneyProblem, OpenTask, Waiting } from './index.ts'

/** Builds the API view of the inbox (spec: interface, inbox). `tasks` is the complete list. */
export function presentInbox({ tasks, money, unread_threads, unread_as_buyer }: Waiting) {
  const of = (...kinds: TaskKind[]) => tasks.filter(({ kind }) => kinds.includes(kind))
  return {
    object: 'inbox' as const,
    offers_to_answer: of('answer_offer').map((task) => presentOffer(task, 'open' as const)),
    sales_to_ship: of('ship_order', 'hand_over_order').map(presentSale),
    money_problems: money.map(presentMoneyProblem),
    unread_threads,
    counters_to_answer: of('answer_counter').map((task) => presentOffer(task, 'countered' as const)),
    unread_as_buyer,
    tasks: tasks.map(presentTask),
  }
}

const presentTask = ({ kind, role, record, id, title, shop_slug, shop_name, cents, until, cost, late }: OpenTask) => ({
  object: 'task' as const,
  kind,
  role,
  record: { object: record, id },
  title: record === 'approval' || record === 'webhook' ? null : title,
  shop: shop_slug === null || shop_name === null ? null : { slug: shop_slug, name: shop_name },
  amount: dollarsOrNull(cents),
  until: until?.toISOString() ?? null,
  cost,
  late,
})

const presentMoneyProblem = ({ kind, stage, amountCents, order, listing, createdAt }: MoneyProblem) => ({
  object: 'money_problem' as const,
  kind,
  stage,
  amount: dollarsFromCents(amountCents),
  order,
  listing: listing === null ? null : { title: listing },
  created_at: createdAt.toISOString(),
})

type OfferFacts = {
  amount_cents: number
  note: string | null
  counter_cents: number | null
  counter_note: string | null
  counter_by: 'owner' | 'agent' | null
  expires_at: string
  created_at: string
  listing_id: string
  listing_price_cents: number
  buyer_name: string
}

function presentOffer<S extends 'open' | 'countered'>({ id, title, shop_slug, shop_name, more }: OpenTask, status: S) {
  const row = more as OfferFacts
  const expiresAt = new Date(row.expires_at).toISOString()
  return {
    object: 'offer' as const,
    id,
    status,
    amount: dollarsFromCents(row.amount_cents),
    note: row.note ?? '',
    // an offer with status `countered` expires at the same time as the counteroffer
    counter:
      row.counter_cents === null
        ? null
        : { amount: dollarsFromCents(row.counter_cents), note: row.counter_note, by: row.counter_by, expires_at: expiresAt },
    listing: { id: row.listing_id, title: title ?? '', price: dollarsFromCents(row.listing_price_cents) },
    shop: { slug: shop_slug ?? '', name: shop_name ?? '' },
    buyer: { name: row.buyer_name },
    expires_at: expiresAt,
    created_at: new Date(row.created_at).toISOString(),
  }
}

type SaleFacts = { listing_id: string; ship_by: string | null; buyer_name: string }

function presentSale({ id, title, shop_slug, shop_name, cents, more }: OpenTask) {
  const row = more as SaleFacts
  return {
    object: 'order' as const,
    id,
    status: 'paid' as const,
    total: dollarsFromCents(cents ?? 0),
    ship_by: row.ship_by === null ? null : new Date(row.ship_by).toISOString(),
    listing: { id: row.listing_id, title: title ?? '' },
    shop: { slug: shop_slug ?? '', name: shop_name ?? '' },
    buyer: { name: row.buyer_name },
  }
}
