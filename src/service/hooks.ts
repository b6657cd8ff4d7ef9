import { stopOrderUpdates } from '#commerce/checkouts/order-updates.ts'
import { joinAtSignIn } from '#commerce/guests/index.ts'
import { hasHeldDeposit } from '#commerce/holds/index.ts'
import { returnHolds } from '#commerce/holds/return.ts'
import { readOperatorTasks } from '#commerce/inbox/index.ts'
import { answersByItself } from '#commerce/negotiations/index.ts'
import { closeInvitations, leaveInvitations } from '#commerce/invitations/index.ts'
import { closeOffers, leaveOffers } from '#commerce/offers/index.ts'
import { forgetPayoutAccount, lacksPayoutAccount } from '#commerce/payments/accounts.ts'
import { endCustomers, endEarlierCustomers } from '#commerce/payments/customers/index.ts'
import { hasUnfinishedOrder, hasUnfinishedOrdersOf, shopHasOrders } from '#commerce/reservations/index.ts'
import { openRun } from '#helpers/research/start.ts'
import { answersFirst } from '#helpers/shop-agent/index.ts'
import { stopAlerts } from '#catalog/saved-searches/index.ts'
import { forgetWebhook } from '#developers/webhooks/index.ts'
import { isOfMarket } from '#identity/test-mode/index.ts'
import type { Hooks } from '#platform/context/hooks.ts'
import { orphanFilesOf, storePrivately, takePrivately } from '#catalog/photos/index.ts'
import { renderMail } from '#web/mails/mail.tsx'
import { readBackupNames } from './backup-names.ts'
import { sampleMails } from './mail-samples.ts'
import { MODERATION_SUBJECTS } from './moderation-subjects.ts'

/** Connects hooks in lower modules to their implementations in higher modules. */
export const HOOKS: Hooks = {
  async listingDelisted(tx, listingIds, why) {
    await closeOffers(tx, listingIds, why)
    if (why === 'offers_off') return
    await closeInvitations(tx, listingIds)
    await returnHolds(tx, listingIds)
  },
  hasUnfinishedOrder,
  shopHasOrders,
  async researchRequested(tx, { listingId, accountId }) {
    await openRun(tx, { listingId, accountId, prompt: null })
  },

  async closingObstacle(ctx, accountId) {
    if (await hasUnfinishedOrdersOf(ctx, accountId)) return 'order'
    if (await hasHeldDeposit(ctx, accountId)) return 'hold'
    return (await lacksPayoutAccount(ctx, accountId)) ? 'payout' : null
  },
  async accountUnavailable(tx, accountId) {
    await leaveOffers(tx, accountId)
    await leaveInvitations(tx, accountId)
  },
  accountClosed: endCustomers,
  async emailVerified(tx, accountId) {
    await stopAlerts(tx, accountId)
    await stopOrderUpdates(tx, accountId)
    await forgetPayoutAccount(tx, accountId)
    await endEarlierCustomers(tx, accountId)
  },
  signedIn: joinAtSignIn,
  forgetWebhook,
  takePhotos: takePrivately,
  storePhotos: storePrivately,
  filesOrphaned: orphanFilesOf,

  helperAnswersMessage: answersFirst,
  helperAnswersOffer: answersByItself,

  async lockModerationSubject(tx, kind, id) {
    const subject = await MODERATION_SUBJECTS[kind](tx, id)
    // excludes test data, because only its owner can see it; instead, an operator can suspend the owner
    return subject && (await isOfMarket(tx, subject.accountId)) ? subject : null
  },
  mailHtml: renderMail,
  mailSamples: sampleMails,
  readBackupNames,
  readOperatorTasks,
}
