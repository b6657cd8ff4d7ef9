import type { Core } from '#platform/context/index.ts'
import type { ApprovalRequirement } from '#platform/http/endpoint.ts'
import { findPendingDeals } from './queries.ts'

/**
 * Returns the approvals that a delisting requires. They depend on the effect (open offers are declined, paid deposits are refunded), not on
 * the endpoint (spec: completions 12). `what`: the ids of listings, or a shop, which stands for all its listings.
 */
export async function approvalsToDelist(ctx: Core, what: readonly string[] | { shopId: string }): Promise<ApprovalRequirement[]> {
  const by = 'shopId' in what ? { listingIds: [], shopId: what.shopId } : { listingIds: what, shopId: null }
  const { offers, deposits } = await findPendingDeals(ctx.db, by, ctx.now())
  return [...(offers ? [{ action: 'offers.decline' } as const] : []), ...(deposits ? [{ action: 'orders.refund' } as const] : [])]
}
