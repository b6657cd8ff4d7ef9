import type { ShownCase } from '#commerce/payment-exceptions/queries.ts'
import { dollarsFromCents } from '#core/money.ts'
import { ENDS_OF, debtOf } from '#commerce/payment-exceptions/rules.ts'

export const presentMoneyCase = (row: ShownCase) => ({
  object: 'money_case' as const,
  id: row.id,
  kind: row.kind,
  status: row.closed_at === null ? ('open' as const) : ('closed' as const),
  stage: row.stage,
  amount: dollarsFromCents(row.amount_cents),
  owed: presentDebt(row),
  due_by: row.due_by?.toISOString() ?? null,
  reason: row.reason,
  ends: row.closed_at === null ? [...ENDS_OF[row.kind]] : [],
  order: row.order_id,
  hold: row.hold_id,
  listing: row.listing_title === null ? null : { title: row.listing_title },
  seller: row.seller_id === null ? null : { id: row.seller_id, name: row.seller_name! },
  buyer: row.buyer_id === null ? null : { id: row.buyer_id, name: row.buyer_name! },
  provider: { name: row.provider, ref: row.ref, url: urlOf(row) },
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  closed_at: row.closed_at?.toISOString() ?? null,
})

function presentDebt(row: ShownCase) {
  const debt = debtOf({
    kind: row.kind,
    closed: row.closed_at !== null,
    amountCents: row.amount_cents,
    stage: row.stage,
    takenCents: row.taken_cents,
    coveredCents: row.covered_cents,
    sent: row.sent_cents > 0,
  })
  return debt && { by: debt.by, to: debt.to, amount: dollarsFromCents(debt.cents) }
}

function urlOf({ provider, kind, ref }: ShownCase): string | null {
  const [id = ''] = ref.split('/')
  if (provider !== 'stripe' || !/^(?:du|dp|pi|ch|re|pyr|tr|acct|po)_\w+$/.test(id)) return null
  if (kind === 'chargeback') return `https://dashboard.stripe.com/disputes/${id}`
  if (kind === 'account_stopped') return `https://dashboard.stripe.com/connect/accounts/${id}`
  return `https://dashboard.stripe.com/search?query=${id}`
}
