import type { Core } from '#platform/context/index.ts'
import type { ApprovalRequirement } from '#platform/http/endpoint.ts'
import { findPendingDeals } from './queries.ts'

/**
 * Returns the approvals that a delisting requires, because it declines open offers and returns paid deposits. The approvals depend on the
 * effect, not on the endpoint (spec: completions 12).
 */
export async function approvalsToDelist(ctx: Core, what: { listingId: string } | { shopId: string }): Promise<ApprovalRequirement[]> {
  const { offers, deposits } = await findPendingDeals(ctx.db, { listingId: null, shopId: null, ...what }, ctx.now())
  return [...(offers ? [{ action: 'offers.decline' } as const] : []), ...(deposits ? [{ action: 'orders.refund' } as const] : [])]
}
