import type { PreparedPhoto } from '#catalog/photos/rules/photo.ts'
import type { ClosedReason } from '#commerce/offers/rules.ts'
import type { MeasureKind } from '#admin/moderation/rules.ts'
import type { TaskRecord } from '#core/tasks.ts'
import type { Upload } from '#platform/http/upload.ts'
import type { Context, Operator, Tx } from './index.ts'

/** Calls from lower-level to higher-level modules, in the caller's transaction. src/service/hooks.ts implements them. */
export type Hooks = {
  /**
   * Closes offers on listings that are no longer for sale or no longer accept offers. Also refunds deposits for listings that are no longer
   * for sale. The caller must hold locks on the listings.
   */
  listingDelisted(tx: Tx, listingIds: readonly string[], why: ClosedReason): Promise<void>
  hasUnfinishedOrder(ctx: Context, listingId: string): Promise<boolean>
  /** Resolves with true if the shop has a paid order, or an order that awaits payment. */
  shopHasOrders(ctx: Context, shopId: string): Promise<boolean>
  researchRequested(tx: Tx, listing: { listingId: string; accountId: string }): Promise<void>

  /** Returns the kind of obligation that prevents the closing of the account, or null if there is none. */
  closingObstacle(ctx: Context, accountId: string): Promise<'order' | 'hold' | 'payout' | null>
  /** Withdraws all offers made by an account that is closed or suspended, and closes all offers that it received. */
  accountUnavailable(tx: Tx, accountId: string): Promise<void>
  /** Schedules the deletion of a closing account's customers at the payment provider. */
  accountClosed(tx: Tx, accountId: string): Promise<void>
  /**
   * Removes an account's alerts, order updates, payout account and saved cards, because someone else may have set them up before the email
   * address was verified. Also called for each test account of the account.
   */
  emailVerified(tx: Tx, accountId: string): Promise<void>
  /** Moves paid guest orders that were placed with an account's verified email address to that account when its owner signs in. */
  signedIn(tx: Tx, accountId: string): Promise<void>
  /**
   * Removes an account's webhook, if it has one, when the account is closed or gets a new owner. Resolves with true if there was a webhook.
   */
  forgetWebhook(tx: Tx, accountId: string): Promise<boolean>
  /** Stores private photos, which were uploaded or linked, before a transaction starts. Errors: 400, 409 `quota`, 413, 415. */
  takePhotos(ctx: Context, ownerId: string, upload: PrivateUpload): Promise<PreparedPhoto[]>
  /** Assigns stored photos to the account, as private files. Errors: 409 `quota`, 503. */
  storePhotos(tx: Tx, ownerId: string, photos: readonly PreparedPhoto[]): Promise<void>
  /** Releases the stored images and videos of deleted rows. */
  filesOrphaned(tx: Tx, storageKeys: readonly string[]): Promise<void>

  /** Resolves with true if a helper will read this buyer's message first, so that the shop owner is notified later. */
  helperAnswersMessage(ctx: Context, message: { threadId: string; messageId: string }): Promise<boolean>
  /** Resolves with true if a helper has answered or will soon answer an offer automatically. */
  helperAnswersOffer(ctx: Context, offerId: string): Promise<boolean>

  /** Finds and locks the record that a moderation action is about. Resolves with null if the record does not exist. */
  lockModerationSubject(tx: Tx, kind: MeasureKind, id: string): Promise<ModerationSubject | null>
  /** Renders an email as HTML, with the same content as the plain text. */
  mailHtml(ctx: Pick<Context, 'config' | 'settings' | 'urls'>, mail: MailContent): string
  /** Returns a sample of every email, for previews. `tone`: color of the sample shop. */
  mailSamples(ctx: Context, tone: string): MailSample[]
  /** Returns the names of the complete backups at the target, oldest first. Returns null if there is no target. */
  readBackupNames(ctx: Context): Promise<string[] | null>
  readOperatorTasks(ctx: Context, operator: Operator): Promise<readonly { record: TaskRecord }[]>
}

/**
 * Photos that only a few people may see. `subject`: start of the error message, such as "A message" in "A message can have at most 4
 * photos."
 */
export type PrivateUpload = { urls: readonly string[]; files: readonly Upload[]; max: number; subject: string }
/** Content of an email, which shows the name and color of the shop `shop`. */
export type MailContent = { kind: string; subject: string; text: string; shop: { name: string; tone: string } | null }

/** Sample email. `name` identifies the sample in URLs. */
export type MailSample = MailContent & { name: string }

/** Locked subject of a moderation action, with its name and its owner's account. */
export type ModerationSubject = {
  accountId: string
  name: string
  /** Hides or suspends the subject. The owner sees `reason`. */
  take(reason: string): Promise<void>
  /** Reverses this moderation action. Other moderation actions against the same subject stay in force. */
  lift(): Promise<void>
}
