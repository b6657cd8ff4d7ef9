import { endNews } from '#deal/checkouts/news.ts'
import { hasHeldDeposit } from '#deal/holds/index.ts'
import { markHoldPaid } from '#deal/holds/mark-paid.ts'
import { returnHolds } from '#deal/holds/return.ts'
import { readOperatorTasks } from '#deal/inbox/index.ts'
import { answersByItself } from '#deal/negotiations/index.ts'
import { closeOffers, lapseOffer, leaveOffers, offersWaitingIn } from '#deal/offers/index.ts'
import { expireOverdue } from '#deal/orders/expire.ts'
import { markPaid } from '#deal/orders/mark-paid.ts'
import { forgetPayoutAccount, lacksPayoutAccount } from '#deal/payments/accounts.ts'
import { hasUnfinishedOrder, hasUnfinishedOrdersOf, shopHasOrders } from '#deal/reservations/index.ts'
import { openRun } from '#helpers/research/start.ts'
import { answersFirst } from '#helpers/shop-agent/index.ts'
import { stopAlerts } from '#market/searches/index.ts'
import { isOfMarket } from '#people/sandbox/index.ts'
import type { Hooks } from '#platform/hooks.ts'
import { orphanFilesOf } from '#selling/photos/index.ts'
import { MEASURE_SUBJECTS } from './measures.ts'

/** Who answers what a wing tells or asks those above it. */
export const HOOKS: Hooks = {
  async listingLeft(tx, listingIds, why) {
    await closeOffers(tx, listingIds, why)
    if (why !== 'offers_off') await returnHolds(tx, listingIds)
  },
  listingBought: (tx, listingId, offerId) => closeOffers(tx, [listingId], 'sold', offerId),
  hasUnfinishedOrder,
  shopHasOrders,
  offersWaitingIn,
  async researchWanted(tx, { listingId, accountId }) {
    await openRun(tx, { listingId, accountId, prompt: null })
  },

  endOverdue: expireOverdue,
  orderLapsed: lapseOffer,
  charged: (tx, { id, order_id }, charged) => (order_id === null ? markHoldPaid(tx, id, charged) : markPaid(tx, id, charged)),

  async keepsFromClosing(ctx, accountId) {
    if (await hasUnfinishedOrdersOf(ctx, accountId)) return 'order'
    if (await hasHeldDeposit(ctx, accountId)) return 'hold'
    return (await lacksPayoutAccount(ctx, accountId)) ? 'payout' : null
  },
  accountLeft: leaveOffers,
  async provedFirst(tx, accountId) {
    await stopAlerts(tx, accountId)
    await endNews(tx, accountId)
    await forgetPayoutAccount(tx, accountId)
  },
  filesLeft: orphanFilesOf,

  helperAnswersMessage: answersFirst,
  helperAnswersOffer: answersByItself,

  async subjectOf(tx, kind, id) {
    const subject = await MEASURE_SUBJECTS[kind](tx, id)
    // whose test world it is can be suspended; what is in it is nobody else's
    return subject && (await isOfMarket(tx, subject.accountId)) ? subject : null
  },
  operatorTasks: readOperatorTasks,
}
