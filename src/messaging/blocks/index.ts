import type { Person, Tx, Core } from '#platform/context/index.ts'
import { ApiError } from '#platform/errors/index.ts'
import type { Part } from '#platform/db/paginate.ts'
import * as queries from './queries.ts'
import type { BlockRow } from './queries.ts'

export type { BlockRow } from './queries.ts'

/** A person to block, identified by a conversation, order or shop that connects them with the actor. */
export type BlockSubject = {
  accountId: string
  threadId: string | null
  orderId: string | null
  /** Null if the person to block is the buyer in the conversation or order. */
  shop: { id: string | null; slug: string; name: string } | null
}

/**
 * Creates the 409 error that both people get if one has blocked the other. The error must not reveal the block (spec: completions 13.3).
 */
export const unavailable = (): ApiError => new ApiError('conflict', 'This is not available.', { code: 'unavailable' })

/**
 * Returns true if either person has blocked the other. New blocks between them wait until the transaction ends. Call this before locking an
 * offer, because adding a block locks the two people before their offers.
 */
export const isBlocked = (tx: Tx, one: string, other: string): Promise<boolean> => queries.isBlocked(tx.db, one, other)

/** Requires that neither of the two people has blocked the other. Takes the same lock as `isBlocked`. Errors: 409 `unavailable`. */
export async function requireNotBlocked(tx: Tx, one: string, other: string): Promise<void> {
  if (await isBlocked(tx, one, other)) throw unavailable()
}

/** Adds a block. First waits for concurrent transactions that involve the two people. Returns false if the block already exists. */
export async function addBlock(tx: Tx, actor: Person, { accountId, threadId, orderId, shop }: BlockSubject): Promise<boolean> {
  await queries.lockPair(tx.db, actor.accountId, accountId)
  return queries.insertBlock(tx.db, {
    account_id: actor.accountId,
    blocked_id: accountId,
    thread_id: threadId,
    order_id: orderId,
    shop_id: shop?.id ?? null,
    shop_slug: shop?.slug ?? null,
    shop_name: shop?.name ?? null,
    created_at: tx.now(),
  })
}

/**
 * Removes a block. First waits for transactions that involve the same two people, so that a concurrent request about the block still finds
 * it.
 */
export async function removeBlock(tx: Tx, actor: Person, blockedId: string): Promise<boolean> {
  await queries.lockPair(tx.db, actor.accountId, blockedId)
  return queries.deleteBlock(tx.db, actor.accountId, blockedId)
}

export const findBlock = (ctx: Core, actor: Person, blockedId: string): Promise<BlockRow | undefined> =>
  queries.findBlock(ctx.db, actor.accountId, blockedId)

/** Returns the account that the actor blocked through this shop. Also works after the shop was deleted. */
export const blockedAtSlug = (ctx: Core, actor: Person, slug: string): Promise<string | undefined> =>
  queries.blockedAtSlug(ctx.db, actor.accountId, slug)

export const listBlocks = (ctx: Core, actor: Person, page: Part) => queries.pageOfBlocks(ctx.db, actor.accountId, page)
