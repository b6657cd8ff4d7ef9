import { researchEndpoints } from '#features/research/routes.ts'
import { wordsEndpoints } from '#features/words/routes.ts'
import { listingAgentEndpoints } from '#features/listing-agent/routes.ts'
import { sidekickEndpoints } from '#features/sidekick/routes.ts'
import { helperEndpoints } from '#features/helpers/routes.ts'
import { offerEndpoints } from '#features/offers/routes.ts'
import { orderEndpoints } from '#features/orders/routes.ts'
import { holdEndpoints } from '#features/holds/routes.ts'
import { paymentEndpoints } from '#features/payments/routes.ts'
import { messageEndpoints } from '#features/messages/routes.ts'
import { webhookEndpoints } from '#features/webhooks/routes.ts'
import { inboxEndpoints } from '#features/inbox/routes.ts'
import { noticeEndpoints } from '#features/notices/routes.ts'
import { accountEndpoints } from '#features/accounts/routes.ts'
import { approvalEndpoints } from '#features/approvals/routes.ts'
import { factorEndpoints } from '#features/factors/routes.ts'
import { eventEndpoints } from '#features/events/routes.ts'
import { exportEndpoints } from '#features/exports/routes.ts'
import { operatorEndpoints } from '#features/operator/routes.ts'
import { keyEndpoints } from '#features/keys/routes.ts'
import { requestEndpoints } from '#features/requests/routes.ts'
import { likeEndpoints } from '#features/likes/routes.ts'
import { listingEndpoints } from '#features/listings/routes.ts'
import { mailedLinkEndpoints } from '#features/mailed-links/routes.ts'
import { marketEndpoints } from '#features/market/routes.ts'
import { photoEndpoints } from '#features/photos/routes.ts'
import { reportEndpoints } from '#features/reports/routes.ts'
import { reviewEndpoints } from '#features/reviews/routes.ts'
import { searchEndpoints } from '#features/searches/routes.ts'
import { statsEndpoints } from '#features/stats/routes.ts'
import { shopEndpoints } from '#features/shops/routes.ts'
import { storeEndpoints } from '#features/stores/routes.ts'
import { suggestionEndpoints } from '#features/suggestions/routes.ts'
import type { Endpoint } from '#lib/http/endpoint.ts'

/** Every endpoint of `/v1`. The routes, the OpenAPI file, the scopes and the generated tests are made from this list. */
export const ENDPOINTS: readonly Endpoint[] = [
  ...accountEndpoints,
  ...factorEndpoints,
  ...mailedLinkEndpoints,
  ...keyEndpoints,
  ...requestEndpoints,
  ...approvalEndpoints,
  ...exportEndpoints,
  ...eventEndpoints,
  ...shopEndpoints,
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
  ...statsEndpoints,
]
