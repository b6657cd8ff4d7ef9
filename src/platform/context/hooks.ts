import type { PreparedPhoto } from '#catalog/photos/rules/photo.ts'
import type { ClosedReason } from '#commerce/offers/rules.ts'
import type { MeasureKind } from '#admin/moderation/rules.ts'
import type { TaskRecord } from '#core/tasks.ts'
import type { Upload } from '#platform/http/upload.ts'
import type { Context, Operator, Tx } from './index.ts'

/** Calls from lower modules to higher ones, in the caller's transaction. src/service/hooks.ts implements each call. */
export type Hooks = {
  /**
   * Closes the offers on listings that are no longer for sale or no longer take offers. If a listing is no longer for sale, also refunds
   * its deposits. The caller must hold locks on the listings.
   */
  listingDelisted(tx: Tx, listingIds: readonly string[], why: ClosedReason): Promise<void>
  hasUnfinishedOrder(ctx: Context, listingId: string): Promise<boolean>
  /** Resolves with true when the shop has an order that is paid or awaits payment. */
  shopHasOrders(ctx: Context, shopId: string): Promise<boolean>
  researchRequested(tx: Tx, listing: { listingId: string; accountId: string }): Promise<void>

  /** Returns the kind of obligation that prevents closing the account, or null. */
  closingObstacle(ctx: Context, accountId: string): Promise<'order' | 'hold' | 'payout' | null>
  /** Withdraws the offers of an account that is closed or suspended, and closes the offers that it received. */
  accountUnavailable(tx: Tx, accountId: string): Promise<void>
  /** Schedules the deletion of a closing account's customers at the payment provider. */
  accountClosed(tx: Tx, accountId: string): Promise<void>
  /**
   * Removes the alerts, order updates, payout account and saved cards of an account, because someone else may have created the account
   * before the email address was verified. Also called for each of its test accounts.
   */
  emailVerified(tx: Tx, accountId: string): Promise<void>
  /** Moves paid guest orders to the account that signs in, if they have its verified email address. */
  signedIn(tx: Tx, accountId: string): Promise<void>
  /** Removes the webhook of an account that is closed or gets a new owner. Resolves with true when there was a webhook. */
  forgetWebhook(tx: Tx, accountId: string): Promise<boolean>
  /** Stores uploaded and linked private photos before a transaction starts. Errors: 400, 409 `quota`, 413, 415. */
  takePhotos(ctx: Context, ownerId: string, upload: PrivateUpload): Promise<PreparedPhoto[]>
  /** Assigns stored photos to the account as private files. Errors: 409 `quota`, 503. */
  storePhotos(tx: Tx, ownerId: string, photos: readonly PreparedPhoto[]): Promise<void>
  /** Releases stored images and videos whose rows were deleted. */
  filesOrphaned(tx: Tx, storageKeys: readonly string[]): Promise<void>

  /** Resolves with true when a helper will read this buyer's message first, so that the shop owner is notified later. */
  helperAnswersMessage(ctx: Context, message: { threadId: string; messageId: string }): Promise<boolean>
  /** Resolves with true when a helper answered an offer automatically, or will soon. */
  helperAnswersOffer(ctx: Context, offerId: string): Promise<boolean>

  /** Finds and locks the subject of a moderation action. Resolves with null when it does not exist. */
  lockModerationSubject(tx: Tx, kind: MeasureKind, id: string): Promise<ModerationSubject | null>
  /** Renders the HTML of an email, with the same content as its text. */
  mailHtml(ctx: Pick<Context, 'config' | 'settings' | 'urls'>, mail: MailContent): string
  /** Returns a sample of every email, for previews. `tone` is the color of the sample shop. */
  mailSamples(ctx: Context, tone: string): MailSample[]
  /** Returns the names of the complete backups at the target, oldest first, or null when no target is set. */
  readBackupNames(ctx: Context): Promise<string[] | null>
  readOperatorTasks(ctx: Context, operator: Operator): Promise<readonly { record: TaskRecord }[]>
}

/** Photos that only a few people may see. `subject` starts the error message: "A message can have at most 4 photos." */
export type PrivateUpload = { urls: readonly string[]; files: readonly Upload[]; max: number; subject: string }
/** Content of an email. The email shows the name and color of `shop`. */
export type MailContent = { kind: string; subject: string; text: string; shop: { name: string; tone: string } | null }

/** Sample email. `name` identifies the sample in URLs. */
export type MailSample = MailContent & { name: string }

/** Locked subject of a moderation action, with its account and name. */
export type ModerationSubject = {
  accountId: string
  name: string
  /** Hides or suspends the subject for this reason. */
  take(reason: string): Promise<void>
  /** Reverts this moderation action. Other moderation actions on the subject stay in force. */
  lift(): Promise<void>
}
