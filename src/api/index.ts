import { researchEndpoints } from '#helpers/research/routes.ts'
import { wordsEndpoints } from '#helpers/words/routes.ts'
import { listingAgentEndpoints } from '#helpers/listing-agent/routes.ts'
import { sidekickEndpoints } from '#helpers/sidekick/routes.ts'
import { helperEndpoints } from '#helpers/state/routes.ts'
import { bargainEndpoints } from '#deal/bargains/routes.ts'
import { cartEndpoints } from '#deal/carts/routes.ts'
import { checkoutEndpoints } from '#deal/checkouts/routes.ts'
import { offerEndpoints } from '#deal/offers/routes.ts'
import { orderEndpoints } from '#deal/orders/routes.ts'
import { holdEndpoints } from '#deal/holds/routes.ts'
import { paymentEndpoints } from '#deal/payments/routes.ts'
import { providerEventEndpoints } from '#deal/provider-events/routes.ts'
import { messageEndpoints } from '#people/messages/routes.ts'
import { webhookEndpoints } from '#people/webhooks/routes.ts'
import { inboxEndpoints } from '#deal/inbox/routes.ts'
import { noticeEndpoints } from '#people/notices/routes.ts'
import { accountEndpoints } from '#people/accounts/routes.ts'
import { approvalEndpoints } from '#people/approvals/routes.ts'
import { factorEndpoints } from '#people/factors/routes.ts'
import { eventEndpoints } from '#deal/events/routes.ts'
import { exportEndpoints } from '#people/exports/routes.ts'
import { disputeEndpoints } from '#deal/disputes/routes.ts'
import { moneyDeskEndpoints } from '#deal/money-desk/routes.ts'
import { operatorEndpoints } from '#people/operator/routes.ts'
import { appEndpoints } from '#people/apps/owned/routes.ts'
import { keyEndpoints } from '#people/keys/routes.ts'
import { requestEndpoints } from '#people/requests/routes.ts'
import { likeEndpoints } from '#market/likes/routes.ts'
import { csvEndpoints } from '#selling/listings/csv/routes.ts'
import { listingEndpoints } from '#selling/listings/routes.ts'
import { mailedLinkEndpoints } from '#people/mailed-links/routes.ts'
import { catalogEndpoints } from '#market/catalog/routes.ts'
import { marketEndpoints } from '#market/browse/routes.ts'
import { photoEndpoints } from '#selling/listing-photos/routes.ts'
import { reportEndpoints } from '#market/reports/routes.ts'
import { reviewEndpoints } from '#market/reviews/routes.ts'
import { searchEndpoints } from '#market/searches/routes.ts'
import { statsEndpoints } from '#selling/stats/routes.ts'
import { sandboxEndpoints } from '#people/sandbox/routes.ts'
import { shopEndpoints } from '#selling/shops/routes.ts'
import { storeEndpoints } from '#market/stores/routes.ts'
import { suggestionEndpoints } from '#market/suggestions/routes.ts'
import { byId, type Endpoint } from '#platform/http/endpoint.ts'

const all = [
  ...accountEndpoints,
  ...factorEndpoints,
  ...mailedLinkEndpoints,
  ...keyEndpoints,
  ...sandboxEndpoints,
  ...appEndpoints,
  ...requestEndpoints,
  ...approvalEndpoints,
  ...exportEndpoints,
  ...eventEndpoints,
  ...shopEndpoints,
  ...csvEndpoints,
  ...listingEndpoints,
  ...photoEndpoints,
  ...marketEndpoints,
  ...suggestionEndpoints,
  ...storeEndpoints,
  ...reviewEndpoints,
  ...likeEndpoints,
  ...searchEndpoints,
  ...reportEndpoints,
  ...offerEndpoints,
  ...orderEndpoints,
  ...holdEndpoints,
  ...providerEventEndpoints,
  ...paymentEndpoints,
  ...messageEndpoints,
  ...webhookEndpoints,
  ...inboxEndpoints,
  ...noticeEndpoints,
  ...researchEndpoints,
  ...wordsEndpoints,
  ...listingAgentEndpoints,
  ...sidekickEndpoints,
  ...helperEndpoints,
  ...operatorEndpoints,
  ...disputeEndpoints,
  ...moneyDeskEndpoints,
  ...statsEndpoints,
]

/** Every endpoint of `/v1`. The routes, the OpenAPI file, the scopes and the generated tests are made from this list. */
export const ENDPOINTS: readonly Endpoint[] = all

/** The same by id, typed: what a page calls is `call(ctx, viewer, api.acceptOffer, …)`. */
export const api = byId(all)

/**
 * What the Universal Commerce Protocol asks for (`src/ucp`). They run as all endpoints do, are found by their ids, and stand neither
 * under `/v1` nor in the OpenAPI file: the protocol has its own.
 */
export const PROTOCOL_ENDPOINTS: readonly Endpoint[] = [...catalogEndpoints, ...cartEndpoints, ...checkoutEndpoints, ...bargainEndpoints]
