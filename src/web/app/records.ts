import type { presentApproval } from '#features/approvals/present.ts'
import type { presentHelpers } from '#features/helpers/present.ts'
import type { presentInbox } from '#features/inbox/present.ts'
import type { presentKey } from '#features/keys/present.ts'
import type { presentChat, presentReply } from '#features/listing-agent/present.ts'
import type { presentListing } from '#features/listings/present.ts'
import type { presentMessage, presentThread } from '#features/messages/present.ts'
import type { presentExplanation } from '#features/negotiator/present.ts'
import type { presentOffer } from '#features/offers/present.ts'
import type { presentOrder } from '#features/orders/present.ts'
import type { presentPayout, presentPayoutAccount } from '#features/payments/present.ts'
import type { presentRun } from '#features/research/present.ts'
import type { presentShop, presentShopWithStats } from '#features/shops/present.ts'
import type { presentDailyStats } from '#features/stats/present.ts'
import type { presentTake, presentWords } from '#features/words/present.ts'
import type { presentRequest } from '#features/requests/present.ts'
import type { presentDelivery, presentDeliveryDetail, presentRedelivery, presentWebhook } from '#features/webhooks/present.ts'

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
