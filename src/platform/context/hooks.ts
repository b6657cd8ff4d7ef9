import type { ClosedReason } from '#commerce/offers/rules.ts'
import type { MeasureKind } from '#admin/moderation/rules.ts'
import type { TaskRecord } from '#core/tasks.ts'
import type { Context, Operator, Tx } from './index.ts'

/** Calls from a module to the modules above it, in the same transaction. src/service/hooks.ts implements each. */
export type Hooks = {
  /** Closes the offers on listings that are off sale or refuse offers. Off sale also returns deposits. Locked by the caller. */
  listingDelisted(tx: Tx, listingIds: readonly string[], why: ClosedReason): Promise<void>
  /** True when a listing has an order that is neither completed nor undone. */
  hasUnfinishedOrder(ctx: Context, listingId: string): Promise<boolean>
  /** True when a shop has an order that is paid or awaits payment. */
  shopHasOrders(ctx: Context, shopId: string): Promise<boolean>
  /** Counts the offers in a shop that wait for its owner. */
  countWaitingOffers(ctx: Context, shop: { id: string; owner_id: string }): Promise<number>
  /** Requests research for a listing on behalf of its owner. */
  researchRequested(tx: Tx, listing: { listingId: string; accountId: string }): Promise<void>

  /** Returns the obligation that keeps an account from closing, or null. */
  closingObstacle(ctx: Context, accountId: string): Promise<'order' | 'hold' | 'payout' | null>
  /** Withdraws the offers of an account that closes or is suspended, and closes the offers to it. */
  accountUnavailable(tx: Tx, accountId: string): Promise<void>
  /** Ends what others set up for the account or its test account before its address was verified. */
  emailVerified(tx: Tx, accountId: string): Promise<void>
  /** Removes the webhook of an account that closes or changes hands. True when there was one. */
  forgetWebhook(tx: Tx, accountId: string): Promise<boolean>
  /** Releases pictures and videos whose rows were deleted. */
  filesOrphaned(tx: Tx, storageKeys: readonly string[]): Promise<void>

  /** True when a helper reads a buyer's message before the owner is notified. */
  helperAnswersMessage(ctx: Context, message: { threadId: string; messageId: string }): Promise<boolean>
  /** True when a helper answered an offer automatically, or is about to. */
  helperAnswersOffer(ctx: Context, offerId: string): Promise<boolean>

  /** Finds and locks the subject of a moderation action. */
  lockModerationSubject(tx: Tx, kind: MeasureKind, id: string): Promise<ModerationSubject | null>
  /** Returns the operator's open tasks. */
  readOperatorTasks(ctx: Context, operator: Operator): Promise<readonly { record: TaskRecord }[]>
}

/** Locked subject of a moderation action, with its account and name. */
export type ModerationSubject = {
  accountId: string
  name: string
  /** Hides or suspends the subject for this reason. */
  take(reason: string): Promise<void>
  /** Reverts this action. Other actions on the subject stay in force. */
  lift(): Promise<void>
}
