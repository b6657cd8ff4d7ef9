// Written by bin/page-doors.ts. The compiler rejects this file if pages, tools or the commerce protocol import database rows from a module.
import type * as m1 from '#admin/accounts/index.ts'
import type * as m2 from '#admin/health/settings.ts'
import type * as m3 from '#admin/moderation/appeals.ts'
import type * as m4 from '#admin/moderation/index.ts'
import type * as m5 from '#admin/reports/index.ts'
import type * as m6 from '#catalog/browse/cache/subjects.ts'
import type * as m7 from '#catalog/browse/index.ts'
import type * as m8 from '#catalog/browse/present.ts'
import type * as m9 from '#catalog/browse/schema.ts'
import type * as m10 from '#catalog/likes/index.ts'
import type * as m11 from '#catalog/photos/index.ts'
import type * as m12 from '#catalog/photos/schema.ts'
import type * as m13 from '#catalog/photos/thumbs.ts'
import type * as m14 from '#catalog/product-feed/index.ts'
import type * as m15 from '#catalog/reports/schema.ts'
import type * as m16 from '#catalog/reviews/index.ts'
import type * as m17 from '#catalog/saved-searches/index.ts'
import type * as m18 from '#catalog/share-cards/index.ts'
import type * as m19 from '#catalog/shops/index.ts'
import type * as m20 from '#catalog/shops/schema.ts'
import type * as m21 from '#catalog/sitemap/index.ts'
import type * as m22 from '#catalog/stores/index.ts'
import type * as m23 from '#catalog/stores/present.ts'
import type * as m24 from '#commerce/inbox/index.ts'
import type * as m25 from '#commerce/negotiations/index.ts'
import type * as m26 from '#commerce/offers/index.ts'
import type * as m27 from '#commerce/orders/index.ts'
import type * as m28 from '#commerce/orders/schema.ts'
import type * as m29 from '#commerce/payments/attempt.ts'
import type * as m30 from '#commerce/reservations/index.ts'
import type * as m31 from '#developers/webhooks/log/index.ts'
import type * as m32 from '#developers/webhooks/schema.ts'
import type * as m33 from '#helpers/shopping-check/index.ts'
import type * as m34 from '#helpers/shopping-check/present.ts'
import type * as m35 from '#helpers/shopping-check/schema.ts'
import type * as m36 from '#identity/accounts/index.ts'
import type * as m37 from '#identity/approvals/index.ts'
import type * as m38 from '#identity/credentials/agent-link.ts'
import type * as m39 from '#identity/credentials/index.ts'
import type * as m40 from '#identity/email-links/addresses.ts'
import type * as m41 from '#identity/email-links/email-verification-copy.ts'
import type * as m42 from '#identity/email-links/email-verification.ts'
import type * as m43 from '#identity/email-links/passwords.ts'
import type * as m44 from '#identity/mfa/owner/index.ts'
import type * as m45 from '#identity/mfa/owner/present.ts'
import type * as m46 from '#identity/mfa/owner/schema.ts'
import type * as m47 from '#identity/mfa/second-step/index.ts'
import type * as m48 from '#identity/mfa/tickets/index.ts'
import type * as m49 from '#identity/mfa/totp/index.ts'
import type * as m50 from '#identity/oauth-apps/index.ts'
import type * as m51 from '#identity/passwords/proof.ts'
import type * as m52 from '#identity/push/index.ts'
import type * as m53 from '#identity/push/schema.ts'
import type * as m54 from '#identity/quotas/index.ts'
import type * as m55 from '#identity/sessions/browsers.ts'
import type * as m56 from '#identity/sessions/cookie.ts'
import type * as m57 from '#identity/sessions/index.ts'
import type * as m58 from '#identity/sessions/time-zone.ts'
import type * as m59 from '#identity/test-mode/index.ts'
import type * as m60 from '#messaging/email-tokens/index.ts'
import type * as m61 from '#messaging/notifications/index.ts'
import type * as m62 from '#messaging/push/index.ts'
import type * as m63 from '#messaging/threads/index.ts'
import type { GivenRows, None, RowFields } from './page-rows.ts'

export type PageDoors = [
  None<GivenRows<Pick<typeof m1, 'readPresentedReview'>>>,
  None<GivenRows<Pick<typeof m2, 'effectiveSettings'>>>,
  None<GivenRows<Pick<typeof m3, 'readPresentedAppeal'>>>,
  None<GivenRows<Pick<typeof m4, 'activeMeasuresOf' | 'readPresentedMeasure'>>>,
  None<RowFields<m4.ActiveMeasure>>,
  None<GivenRows<Pick<typeof m5, 'readPresentedReport' | 'readReportedPhotos'>>>,
  None<RowFields<m5.PresentedPhoto>>,
  None<GivenRows<Pick<typeof m6, 'MARKET' | 'SHOPS' | 'ofListing' | 'ofReviews' | 'ofStore'>>>,
  None<GivenRows<Pick<typeof m7, 'cardsByIds' | 'feedPage' | 'nameVisitor' | 'newestAcrossShops' | 'noteShare' | 'readAtLink' | 'readListing' | 'readOwn' | 'search' | 'shelf' | 'tenantSeenBy'>>>,
  None<RowFields<m7.Card>>,
  None<RowFields<m7.Detail>>,
  None<RowFields<m7.MarketResult>>,
  None<RowFields<m7.Picture>>,
  None<GivenRows<Pick<typeof m8, 'cardsExpireAtMs' | 'detailExpiresAtMs' | 'presentCard' | 'presentDetail' | 'variantOf'>>>,
  None<GivenRows<Pick<typeof m9, 'SearchMarket'>>>,
  None<RowFields<m9.SearchMarket>>,
  None<GivenRows<Pick<typeof m10, 'follow' | 'like' | 'listFollows' | 'listLikes' | 'relationTo' | 'unfollow' | 'unlike'>>>,
  None<GivenRows<Pick<typeof m11, 'addOwnPhotos' | 'takeUploads'>>>,
  None<GivenRows<Pick<typeof m12, 'MAX_PHOTOS'>>>,
  None<GivenRows<Pick<typeof m13, 'thumbsOf'>>>,
  None<RowFields<m13.Thumb>>,
  None<GivenRows<Pick<typeof m14, 'productLines'>>>,
  None<GivenRows<Pick<typeof m15, 'REASONS'>>>,
  None<GivenRows<Pick<typeof m16, 'readReviewOf' | 'storeRating'>>>,
  None<GivenRows<Pick<typeof m17, 'MAX_SEARCHES'>>>,
  None<GivenRows<Pick<typeof m18, 'listingCard' | 'shopCard' | 'siteCard'>>>,
  None<RowFields<m18.CardColours>>,
  None<RowFields<m18.DrawnCard>>,
  None<GivenRows<Pick<typeof m19, 'resolveShopSlug'>>>,
  None<GivenRows<Pick<typeof m20, 'SHOP_TONES'>>>,
  None<GivenRows<Pick<typeof m21, 'entriesIn' | 'partsOf'>>>,
  None<RowFields<m21.Kind>>,
  None<RowFields<m21.Part>>,
  None<RowFields<m21.Scope>>,
  None<GivenRows<Pick<typeof m22, 'listStores' | 'movedTo' | 'nameVisitor' | 'noteShare' | 'readStore' | 'requireVisibleStore' | 'storesByIds'>>>,
  None<RowFields<m22.ListedStore>>,
  None<RowFields<m22.StoreFront>>,
  None<GivenRows<Pick<typeof m23, 'storeFrontExpiresAtMs'>>>,
  None<GivenRows<Pick<typeof m24, 'readInbox' | 'readOperatorTasks' | 'readTasks'>>>,
  None<RowFields<m24.OwedTask>>,
  None<RowFields<m24.Waiting>>,
  None<GivenRows<Pick<typeof m25, 'answeredSoon' | 'readOfferDetails' | 'waitForAnswer'>>>,
  None<GivenRows<Pick<typeof m26, 'readPresentedOffer'>>>,
  None<GivenRows<Pick<typeof m27, 'partyInOrder' | 'readOrderWithParty'>>>,
  None<GivenRows<Pick<typeof m28, 'Address'>>>,
  None<GivenRows<Pick<typeof m29, 'reconcilePayment'>>>,
  None<GivenRows<Pick<typeof m30, 'reservedFor'>>>,
  None<GivenRows<Pick<typeof m31, 'readHealth'>>>,
  None<RowFields<m31.HealthHour>>,
  None<GivenRows<Pick<typeof m32, 'DELIVERY_STATUSES' | 'ListDeliveries'>>>,
  None<GivenRows<Pick<typeof m33, 'checkShopping'>>>,
  None<RowFields<m33.Check>>,
  None<GivenRows<Pick<typeof m34, 'presentCheck'>>>,
  None<GivenRows<Pick<typeof m35, 'CheckShopping'>>>,
  None<GivenRows<Pick<typeof m36, 'closeSession' | 'openSession'>>>,
  None<GivenRows<Pick<typeof m37, 'readPresentedApproval'>>>,
  None<GivenRows<Pick<typeof m38, 'readAgentLink'>>>,
  None<RowFields<m38.AgentLink>>,
  None<GivenRows<Pick<typeof m39, 'authenticate'>>>,
  None<GivenRows<Pick<typeof m40, 'readAddress'>>>,
  None<RowFields<m40.Address>>,
  None<GivenRows<Pick<typeof m41, 'endedWords'>>>,
  None<RowFields<m41.Ended>>,
  None<GivenRows<Pick<typeof m42, 'confirmsOwner' | 'readLink'>>>,
  None<GivenRows<Pick<typeof m43, 'signInByLink'>>>,
  None<GivenRows<Pick<typeof m44, 'factorsOf'>>>,
  None<GivenRows<Pick<typeof m45, 'presentSetup'>>>,
  None<GivenRows<Pick<typeof m46, 'PasskeySession' | 'SecondStep'>>>,
  None<GivenRows<Pick<typeof m47, 'enterByPasskey' | 'passSecond' | 'passSecondHere' | 'proveByPasskey'>>>,
  None<RowFields<m47.Entered>>,
  None<RowFields<m47.SecondAnswer>>,
  None<GivenRows<Pick<typeof m48, 'readTicket'>>>,
  None<GivenRows<Pick<typeof m49, 'waitingSetup'>>>,
  None<GivenRows<Pick<typeof m50, 'OAuthRefusal' | 'allowApp' | 'endToken' | 'findClient' | 'registerClient' | 'tokensForCode' | 'tokensForRefresh'>>>,
  None<RowFields<m50.Client>>,
  None<RowFields<m50.Tokens>>,
  None<GivenRows<Pick<typeof m51, 'proveByPassword'>>>,
  None<GivenRows<Pick<typeof m52, 'listBrowsers' | 'subscribe' | 'unsubscribe'>>>,
  None<RowFields<m52.SubscribedBrowser>>,
  None<GivenRows<Pick<typeof m53, 'Subscribe'>>>,
  None<GivenRows<Pick<typeof m54, 'quotaWords'>>>,
  None<RowFields<m55.Browser>>,
  None<GivenRows<Pick<typeof m56, 'browserOf' | 'openedCookies' | 'sessionCookie' | 'signInCookie' | 'signInToken'>>>,
  None<RowFields<m57.Opened>>,
  None<GivenRows<Pick<typeof m58, 'setTimeZone' | 'zoneOf'>>>,
  None<GivenRows<Pick<typeof m59, 'showTestData' | 'tenantFor' | 'testAccounts'>>>,
  None<GivenRows<Pick<typeof m60, 'linkWorks'>>>,
  None<GivenRows<Pick<typeof m61, 'readMailbox' | 'readMailboxMail'>>>,
  None<RowFields<m61.SentMail>>,
  None<GivenRows<Pick<typeof m62, 'pushKeys'>>>,
  None<GivenRows<Pick<typeof m63, 'readPresentedThread'>>>,
]
