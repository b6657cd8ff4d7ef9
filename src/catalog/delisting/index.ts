import type { Context } from '#platform/context/index.ts'
import type { ApprovalRequirement } from '#platform/http/endpoint.ts'
import { findPendingDeals } from './queries.ts'

/**
 * Returns the approvals for what a delisting ends: open offers are declined, paid deposits returned (completions 12: the effect counts, not
 * the endpoint).
 */
export async function approvalsToDelist(ctx: Context, what: { listingId: string } | { shopId: string }): Promise<ApprovalRequirement[]> {
  const { offers, deposits } = await findPendingDeals(ctx.db, { listingId: null, shopId: null, ...what }, ctx.now())
  return [...(offers ? [{ action: 'offers.decline' } as const] : []), ...(deposits ? [{ action: 'orders.refund' } as const] : [])]
}
