import type { Person, Tx } from '#platform/context/index.ts'
import { blockedAtSlug, removeBlock } from '#messaging/blocks/index.ts'
import { subjectOf, type Target } from './subject.ts'

/** Removes a block that the actor created, even if the shop is now hidden or deleted. Idempotent. Errors: 403, 404. */
export async function unblock(tx: Tx, actor: Person, target: Target): Promise<void> {
  const known = 'store' in target ? await blockedAtSlug(tx, actor, target.store.toLowerCase()) : undefined
  await removeBlock(tx, actor, known ?? (await subjectOf(tx, actor, target)).accountId)
}
