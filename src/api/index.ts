import { researchEndpoints } from '#helpers/research/routes.ts'
import { copywriterEndpoints } from '#helpers/copywriter/routes.ts'
import { listingAgentEndpoints } from '#helpers/listing-agent/routes.ts'
import { shoppingCheckEndpoints } from '#helpers/shopping-check/routes.ts'
import { helperEndpoints } from '#helpers/state/routes.ts'
import { protocolOfferEndpoints } from '#commerce/protocol-offers/routes.ts'
import { cartEndpoints } from '#commerce/carts/routes.ts'
import { checkoutEndpoints } from '#commerce/checkouts/routes.ts'
import { invitationEndpoints } from '#commerce/invitations/routes.ts'
import { offerEndpoints } from '#commerce/offers/routes.ts'
import { guestEndpoints } from '#commerce/guests/routes.ts'
import { orderEndpoints } from '#commerce/orders/routes.ts'
import { labelEndpoints } from '#commerce/labels/routes.ts'
import { purchaseEndpoints } from '#commerce/purchases/routes.ts'
import { returnEndpoints } from '#commerce/orders/returns/routes.ts'
import { holdEndpoints } from '#commerce/holds/routes.ts'
import { paymentEndpoints } from '#commerce/payments/routes.ts'
import { statementEndpoints } from '#commerce/statements/routes.ts'
import { providerEventEndpoints } from '#commerce/provider-events/routes.ts'
import { personReportEndpoints } from '#commerce/reports/routes.ts'
import { blockEndpoints } from '#commerce/blocks/routes.ts'
import { threadEndpoints } from '#messaging/threads/routes.ts'
import { replyEndpoints } from '#messaging/replies/routes.ts'
import { webhookEndpoints } from '#developers/webhooks/routes.ts'
import { inboxEndpoints } from '#commerce/inbox/routes.ts'
import { notificationEndpoints } from '#messaging/notifications/routes.ts'
import { addressEndpoints } from '#identity/addresses/routes.ts'
import { accountEndpoints } from '#identity/accounts/routes.ts'
import { approvalEndpoints } from '#identity/approvals/routes.ts'
import { mfaEndpoints } from '#identity/mfa/routes.ts'
import { eventEndpoints } from '#commerce/event-log/routes.ts'
import { exportEndpoints } from '#identity/exports/routes.ts'
import { disputeEndpoints } from '#admin/disputes/routes.ts'
import { paymentExceptionEndpoints } from '#admin/payment-exceptions/routes.ts'
import { accountModerationEndpoints } from '#admin/accounts/routes.ts'
import { auditEndpoints } from '#admin/audit/routes.ts'
import { healthEndpoints } from '#admin/health/routes.ts'
import { operatorSearchEndpoints } from '#admin/search/routes.ts'
import { tradeEndpoints } from '#admin/trade/routes.ts'
import { settingsEndpoints } from '#admin/settings/routes.ts'
import { moderationEndpoints } from '#admin/moderation/routes.ts'
import { reportModerationEndpoints } from '#admin/reports/routes.ts'
import { appEndpoints } from '#identity/oauth-apps/own/routes.ts'
import { keyEndpoints } from '#identity/keys/routes.ts'
import { requestLogEndpoints } from '#developers/request-log/routes.ts'
import { likeEndpoints } from '#catalog/likes/routes.ts'
import { csvEndpoints } from '#catalog/listings/csv/routes.ts'
import { bulkEndpoints } from '#catalog/listings/bulk/routes.ts'
import { saleEndpoints } from '#catalog/sales/routes.ts'
import { priceDropEndpoints } from '#catalog/listings/price-drop/routes.ts'
import { listingEndpoints } from '#catalog/listings/routes.ts'
import { emailLinkEndpoints } from '#identity/email-links/routes.ts'
import { catalogEndpoints } from '#catalog/protocol-catalog/routes.ts'
import { marketEndpoints } from '#catalog/browse/routes.ts'
import { photoEndpoints } from '#catalog/listing-photos/routes.ts'
import { reportEndpoints } from '#catalog/reports/routes.ts'
import { questionEndpoints } from '#catalog/questions/routes.ts'
import { reviewEndpoints } from '#catalog/reviews/routes.ts'
import { reviewModerationEndpoints } from '#admin/reviews/routes.ts'
import { savedSearchEndpoints } from '#catalog/saved-searches/routes.ts'
import { statsEndpoints } from '#catalog/stats/routes.ts'
import { testModeEndpoints } from '#identity/test-mode/routes.ts'
import { shopEndpoints } from '#catalog/shops/routes.ts'
import { storeEndpoints } from '#catalog/stores/routes.ts'
import { suggestionEndpoints } from '#catalog/suggestions/routes.ts'
import { byId, type Endpoint } from '#platform/http/endpoint.ts'

const all = [
  ...accountEndpoints,
  ...mfaEndpoints,
  ...emailLinkEndpoints,
  ...keyEndpoints,
  ...testModeEndpoints,
  ...appEndpoints,
  ...requestLogEndpoints,
  ...approvalEndpoints,
  ...exportEndpoints,
  ...eventEndpoints,
  ...shopEndpoints,
  ...csvEndpoints,
  ...bulkEndpoints,
  ...priceDropEndpoints,
  ...saleEndpoints,
  ...listingEndpoints,
  ...photoEndpoints,
  ...questionEndpoints,
  ...marketEndpoints,
  ...suggestionEndpoints,
  ...storeEndpoints,
  ...reviewEndpoints,
  ...reviewModerationEndpoints,
  ...likeEndpoints,
  ...savedSearchEndpoints,
  ...reportEndpoints,
  ...offerEndpoints,
  ...invitationEndpoints,
  ...addressEndpoints,
  ...orderEndpoints,
  ...guestEndpoints,
  ...purchaseEndpoints,
  ...labelEndpoints,
  ...returnEndpoints,
  ...holdEndpoints,
  ...providerEventEndpoints,
  ...paymentEndpoints,
  ...statementEndpoints,
  ...threadEndpoints,
  ...replyEndpoints,
  ...blockEndpoints,
  ...personReportEndpoints,
  ...webhookEndpoints,
  ...inboxEndpoints,
  ...notificationEndpoints,
  ...researchEndpoints,
  ...copywriterEndpoints,
  ...listingAgentEndpoints,
  ...shoppingCheckEndpoints,
  ...helperEndpoints,
  ...moderationEndpoints,
  ...reportModerationEndpoints,
  ...accountModerationEndpoints,
  ...auditEndpoints,
  ...healthEndpoints,
  ...settingsEndpoints,
  ...operatorSearchEndpoints,
  ...tradeEndpoints,
  ...disputeEndpoints,
  ...paymentExceptionEndpoints,
  ...statsEndpoints,
]

/** All endpoints under `/v1`. The routes, the OpenAPI file, the scopes and tests are generated from this list. */
export const ENDPOINTS: readonly Endpoint[] = all

/** The same endpoints as properties of an object, by id. A page calls `call(ctx, viewer, api.acceptOffer, …)`. */
export const api = byId(all)

/**
 * Endpoints of the Universal Commerce Protocol (`src/ucp`). The protocol defines the paths of these endpoints, so they are neither under
 * `/v1` nor in the OpenAPI file.
 */
export const PROTOCOL_ENDPOINTS: readonly Endpoint[] = [
  ...catalogEndpoints,
  ...cartEndpoints,
  ...checkoutEndpoints,
  ...protocolOfferEndpoints,
]
