import type { api } from '#api/index.ts'
import { dollarsText } from '#core/format/money.ts'
import type { AnswerOf } from '#platform/http/endpoint.ts'

type Answers = typeof api
type Listed<E> = AnswerOf<E> extends { data: readonly (infer One)[] } ? One : never

/** Records from the marketplace API that pages show. */
export type Shop = Listed<Answers['listShops']>
export type Listing = AnswerOf<Answers['getListing']>
export type Question = AnswerOf<Answers['createQuestion']>
export type Offer = AnswerOf<Answers['getOffer']>
export type Invitation = Listed<Answers['listInvitations']>
export type Hold = AnswerOf<Answers['getHold']>
export type Explanation = AnswerOf<Answers['explainOffer']>
export type Approval = Listed<Answers['listApprovals']>
export type Thread = Listed<Answers['listThreads']>
export type ThreadDetail = AnswerOf<Answers['getThread']>
export type Block = Listed<Answers['listBlocks']>
export type Message = ThreadDetail['messages'][number]
export type Order = AnswerOf<Answers['getOrder']>
export type Purchase = AnswerOf<Answers['getPurchase']>
export type PurchaseQuote = AnswerOf<Answers['quotePurchase']>
export type Payout = Listed<Answers['listPayouts']>
export type Balance = AnswerOf<Answers['getBalance']>
export type Statement = AnswerOf<Answers['getStatement']>
export type StatementLine = Listed<Answers['listStatementLines']>
export type Key = Listed<Answers['listKeys']>
export type NewKey = AnswerOf<Answers['createKey']>
export type Webhook = AnswerOf<Answers['getWebhook']>
export type ResearchRun = AnswerOf<Answers['getResearch']>
export type Take = Listed<Answers['listTakes']>
export type ChatMessage = Listed<Answers['listChat']>
export type Change = ChatMessage['changes'][number]
export type HelperRecord = Listed<Answers['listHelpers']>
export type DailyStats = AnswerOf<Answers['readStats']>
export type DeliveryDetail = AnswerOf<Answers['getDelivery']>
export type Redelivery = AnswerOf<Answers['retryDeliveries']>
export type SavedAddress = Listed<Answers['listAddresses']>
export type SavedReply = Listed<Answers['listReplies']>
export type Search = Listed<Answers['listSearches']>
export type Review = AnswerOf<Answers['writeReview']>
export type StoreReviews = AnswerOf<Answers['listStoreReviews']>
export type LoggedRequest = Listed<Answers['listRequests']>

/** Records from the account API that the settings page shows. */
export type Account = AnswerOf<Answers['getMe']>
export type SignedIn = Listed<Answers['listSessions']>
export type Factors = AnswerOf<Answers['getFactors']>
export type Passkey = Listed<Answers['listPasskeys']>
export type TotpSetup = AnswerOf<Answers['startTotp']>
export type Notices = AnswerOf<Answers['listNotices']>

/** Records from the operator API that the operator pages show. */
export type Report = Listed<Answers['listReports']>
export type Measure = Listed<Answers['listMeasures']>
export type Dispute = AnswerOf<Answers['getDispute']>
export type ListedPerson = Listed<Answers['listPeople']>
export type OnePerson = AnswerOf<Answers['getPerson']>
export type MoneyCase = AnswerOf<Answers['getMoneyCase']>
export type Health = AnswerOf<Answers['getHealth']>

export { dollarsText } from '#core/format/money.ts'

/** Returns the price, in dollars, at which an offer would now be accepted. It never exceeds the current price (spec: completions 12). */
export const agreedOf = ({ counter, amount, listing }: Pick<Offer, 'counter' | 'amount' | 'listing'>): number =>
  Math.min(counter?.amount ?? amount, listing.price)

export const centsOf = (amount: number): number => Math.round(amount * 100)

/** Returns the cost of an order as item price plus shipping, such as `$57 + $8 shipping`. */
export const orderCost = ({ item, total }: { item: number; total: number }): string =>
  total > item ? `${dollarsText(item)} + ${dollarsText((centsOf(total) - centsOf(item)) / 100)} shipping` : dollarsText(item)

/** Formats an amount as the value of a form field. Null becomes an empty string. */
export const fieldAmount = (amount: number | null): string => (amount === null ? '' : String(amount))
