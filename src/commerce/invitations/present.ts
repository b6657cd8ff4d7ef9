import type { Core } from '#platform/context/index.ts'
import { dollarsFromCents, dollarsOrNull } from '#core/money.ts'
import { invitationStatusAt, type InvitationFacts } from './rules.ts'
import type { InvitationRow, ReceivedRow } from './queries.ts'

export const factsOf = (row: InvitationRow & { answer?: InvitationFacts['answer'] }): InvitationFacts => ({
  answer: row.answer ?? null,
  ended: row.ended_as,
  expiresAt: row.expires_at,
})

/** Builds the seller's view of an invitation. It contains the number of invited people, but never their names. */
export const presentSent = (ctx: Core, row: InvitationRow) => ({ ...shared(ctx, row), sent: row.sent, taken: row.taken, order: null })

/** Builds the invited person's view of an invitation. It does not reveal how many other people are invited. */
export const presentReceived = (ctx: Core, row: ReceivedRow) => ({
  ...shared(ctx, row),
  sent: null,
  taken: null,
  order: row.order_id,
  // the update time of an open invitation would reveal that someone else accepted it
  updated_at: (row.answer === null && row.ended_as !== null ? row.updated_at : row.answer_at).toISOString(),
})

const shared = (ctx: Core, row: InvitationRow & { answer?: InvitationFacts['answer'] }) => ({
  object: 'invitation' as const,
  id: row.id,
  status: invitationStatusAt(factsOf(row), ctx.now()),
  amount: dollarsFromCents(row.amount_cents),
  note: row.note ?? '',
  listing: { id: row.listing_id, title: row.listing_title, price: dollarsOrNull(row.listing_price_cents) },
  shop: { slug: row.shop_slug, name: row.shop_name },
  until: row.expires_at.toISOString(),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})
