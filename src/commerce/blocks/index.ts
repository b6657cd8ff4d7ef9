import type { Context, Person, Tx } from '#platform/context/index.ts'
import { quoteName } from '#core/quoted-name.ts'
import { counted } from '#core/format/count.ts'
import { requireQuota } from '#identity/quotas/index.ts'
import { addBlock, findBlock, type BlockRow, type BlockSubject } from '#messaging/blocks/index.ts'
import { closeInvitationsBetween } from '#commerce/invitations/index.ts'
import { activeOffersFrom, closeOffersBetween } from '#commerce/offers/index.ts'
import { conflict } from '#platform/errors/index.ts'
import type { ApprovalRequirement } from '#platform/http/endpoint.ts'
import { subjectOf, type Target } from './subject.ts'

export { listBlocks } from '#messaging/blocks/index.ts'
export { unblock } from './unblock.ts'
export { subjectOf, type Target } from './subject.ts'

/**
 * Blocks the other person in a conversation or an order, or the owner of a shop, and closes the open offers between the two accounts (spec:
 * completions 13.3). Orders and paid holds continue. Idempotent. Errors: 403. 404. 409 for the actor's own shop. 409 `quota` for more than
 * 1,000 blocks.
 */
export async function block(tx: Tx, actor: Person, target: Target): Promise<BlockRow> {
  const subject = await blockable(tx, actor, target)
  if (await addBlock(tx, actor, subject)) await requireQuota(tx, actor.accountId, 'blocks')
  await closeOffersBetween(tx, actor.accountId, subject.accountId)
  await closeInvitationsBetween(tx, actor.accountId, subject.accountId)
  return (await findBlock(tx, actor, subject.accountId))!
}

/**
 * Returns the approvals that a block requires: `offers.decline` if the block would close offers that the actor received. Throws the same
 * errors as `block`.
 */
export async function approvalsToBlock(ctx: Context, actor: Person, target: Target): Promise<ApprovalRequirement[]> {
  const { accountId } = await blockable(ctx, actor, target)
  return (await activeOffersFrom(ctx, actor, accountId)) > 0 ? [{ action: 'offers.decline' }] : []
}

/** Returns the summary of a block for the owner who must approve it. Throws the same errors as `block`. */
export async function describeBlock(ctx: Context, actor: Person, target: Target): Promise<string> {
  const { accountId, name } = await blockable(ctx, actor, target)
  return `Block ${quoteName(name)}. This closes ${counted(await activeOffersFrom(ctx, actor, accountId), 'offer')} from them.`
}

/** The person that a page is about. `isBuyer` is true if this person is the buyer in the conversation or order. */
export type TargetPerson = { name: string; isBuyer: boolean; isBlocked: boolean }

/**
 * Returns the person that a target refers to, and a flag that says whether the actor has blocked this person. Throws the same errors as
 * `block`.
 */
export async function readTarget(ctx: Context, actor: Person, target: Target): Promise<TargetPerson> {
  const { accountId, name, shop } = await blockable(ctx, actor, target)
  return { name, isBuyer: shop === null, isBlocked: (await findBlock(ctx, actor, accountId)) !== undefined }
}

async function blockable(ctx: Context, actor: Person, target: Target): Promise<BlockSubject & { name: string }> {
  const subject = await subjectOf(ctx, actor, target)
  if (subject.accountId === actor.accountId) throw conflict('This is your own shop. You cannot block yourself.')
  return subject
}
