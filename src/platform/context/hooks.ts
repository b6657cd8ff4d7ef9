import type { Charged } from '#platform/payments/index.ts'
import type { ClosedReason } from '#commerce/offers/rules.ts'
import type { MeasureKind } from '#admin/moderation/rules.ts'
import type { TaskRecord } from '#core/tasks.ts'
import type { Context, Operator, Tx } from './index.ts'

/**
 * Calls from a module to the modules above it, in the same transaction. Imports go down and these calls go up; src/service/hooks.ts
 * implements each.
 */
export type Hooks = {
  /** Listings are not for sale any more, or take no offers: the offers on them close, and in the first case the deposits go back. Locked by the caller. */
  listingLeft(tx: Tx, listingIds: readonly string[], why: ClosedReason): Promise<void>
  /** A listing was bought: all offers on it close but the one that it was bought by. What became of deposits is the order's. Locked by the caller. */
  listingBought(tx: Tx, listingId: string, offerId: string | null): Promise<void>
  /** Whether an order on a listing is neither completed nor undone. */
  hasUnfinishedOrder(ctx: Context, listingId: string): Promise<boolean>
  /** Whether a shop has an order past its payment, or one that still waits for it. */
  shopHasOrders(ctx: Context, shopId: string): Promise<boolean>
  /** Offers in a shop that wait for its owner. */
  offersWaitingIn(ctx: Context, shop: { id: string; owner_id: string }): Promise<number>
  /** A listing that its owner wants researched. */
  researchWanted(tx: Tx, listing: { listingId: string; accountId: string }): Promise<void>

  /** A listing's order that was not paid in time ends, where there is such a one: its hold stands again. The listing is locked by the caller. */
  endOverdue(tx: Tx, listingId: string): Promise<void>
  /** The order of an accepted offer was not paid in time: the offer lapses. */
  orderLapsed(tx: Tx, offerId: string): Promise<void>
  /** What the provider says of a payment, for the order or the hold that it pays. */
  charged(tx: Tx, payment: { id: string; order_id: string | null }, charged: Charged): Promise<void>

  /** What of its deals keeps an account from closing; null where nothing does. */
  keepsFromClosing(ctx: Context, accountId: string): Promise<'order' | 'hold' | 'payout' | null>
  /** An account closes or is suspended: what it offered is withdrawn, what it was offered closes. */
  accountLeft(tx: Tx, accountId: string): Promise<void>
  /** An address was proved for the first time: what others set up for the account, or for one of its test world, before ends. */
  provedFirst(tx: Tx, accountId: string): Promise<void>
  /** An account closes or changes hands: nothing is sent to its webhook any more. True when there was one. */
  forgetWebhook(tx: Tx, accountId: string): Promise<boolean>
  /** Pictures and videos whose rows are gone. */
  filesLeft(tx: Tx, storageKeys: readonly string[]): Promise<void>

  /** Whether a helper looks at a buyer's message before its owner is called. */
  helperAnswersMessage(ctx: Context, message: { threadId: string; messageId: string }): Promise<boolean>
  /** Whether a helper answered an offer by itself, or is about to. */
  helperAnswersOffer(ctx: Context, offerId: string): Promise<boolean>

  /** Finds and locks what an operator takes a measure on. */
  subjectOf(tx: Tx, kind: MeasureKind, id: string): Promise<MeasureSubject | null>
  /** What waits for the operator. */
  operatorTasks(ctx: Context, operator: Operator): Promise<readonly { record: TaskRecord }[]>
}

/** What a measure is taken on: locked, with whose it is and how to call it. */
export type MeasureSubject = {
  accountId: string
  name: string
  /** Hides or suspends it, for this reason. */
  take(reason: string): Promise<void>
  /** Takes that back. Whatever else holds it down still does. */
  lift(): Promise<void>
}
