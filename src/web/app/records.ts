import type { presentApproval } from '#people/approvals/present.ts'
import type { presentHelpers } from '#helpers/state/present.ts'
import type { presentInbox } from '#deal/inbox/present.ts'
import type { presentKey } from '#people/keys/present.ts'
import type { presentChat, presentReply } from '#helpers/listing-agent/present.ts'
import type { presentListing } from '#selling/listings/present.ts'
import type { presentMessage, presentThread } from '#people/messages/present.ts'
import type { presentExplanation } from '#deal/negotiations/present.ts'
import type { presentOffer } from '#deal/offers/present.ts'
import type { presentOrder } from '#deal/orders/present.ts'
import type { presentPayout, presentPayoutAccount } from '#deal/payments/present.ts'
import type { presentRun } from '#helpers/research/present.ts'
import type { presentShop, presentShopWithStats } from '#selling/shops/present.ts'
import type { presentDailyStats } from '#selling/stats/present.ts'
import type { presentTake, presentWords } from '#helpers/words/present.ts'
import type { presentRequest } from '#people/requests/present.ts'
import type { presentDelivery, presentDeliveryDetail, presentRedelivery, presentWebhook } from '#people/webhooks/address/present.ts'

/** The records of the API, as the pages show them. */
export type Shop = ReturnType<typeof presentShop>
export type ShopWithStats = ReturnType<typeof presentShopWithStats>
export type Listing = ReturnType<typeof presentListing>
export type Offer = ReturnType<typeof presentOffer>
export type Explanation = ReturnType<typeof presentExplanation>
export type Inbox = ReturnType<typeof presentInbox>
export type Approval = ReturnType<typeof presentApproval>
export type Message = ReturnType<typeof presentMessage>
export type Thread = ReturnType<typeof presentThread>
export type ThreadDetail = Thread & { messages: readonly Message[]; has_more: boolean }
export type Order = ReturnType<typeof presentOrder>
export type Payout = ReturnType<typeof presentPayout>
export type PayoutAccount = ReturnType<typeof presentPayoutAccount>
export type Key = ReturnType<typeof presentKey>
export type NewKey = Key & { secret: string; link: string | null }
export type Webhook = ReturnType<typeof presentWebhook> & { secret?: string }
export type ResearchRun = ReturnType<typeof presentRun>
export type Take = ReturnType<typeof presentTake>
export type WordsAnswer = ReturnType<typeof presentWords>
export type ChatMessage = ReturnType<typeof presentChat>
export type ChatReply = ReturnType<typeof presentReply>
export type Change = ChatMessage['changes'][number]
export type HelperRecord = ReturnType<typeof presentHelpers>['data'][number]
export type DailyStats = ReturnType<typeof presentDailyStats>
export type Delivery = ReturnType<typeof presentDelivery>
export type Redelivery = ReturnType<typeof presentRedelivery>
export type DeliveryDetail = ReturnType<typeof presentDeliveryDetail>
export type LoggedRequest = ReturnType<typeof presentRequest>

export { dollarsText } from '#domain/formats/money.ts'

/** An amount in a field, as one types it. */
export const typedAmount = (amount: number | null): string => (amount === null ? '' : String(amount))
