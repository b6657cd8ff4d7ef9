// Written by bin/page-doors.ts. What pages, tools and the commerce protocol take from the wings holds no rows of tables (decision 104).
import type * as m1 from '#commerce/inbox/index.ts'
import type * as m2 from '#commerce/negotiations/index.ts'
import type * as m3 from '#commerce/offers/index.ts'
import type * as m4 from '#commerce/orders/index.ts'
import type * as m5 from '#commerce/orders/schema.ts'
import type * as m6 from '#commerce/payments/attempt.ts'
import type * as m7 from '#commerce/reservations/index.ts'
import type * as m8 from '#helpers/shopping-check/index.ts'
import type * as m9 from '#helpers/shopping-check/present.ts'
import type * as m10 from '#helpers/shopping-check/schema.ts'
import type * as m11 from '#catalog/browse/index.ts'
import type * as m12 from '#catalog/browse/cache/subjects.ts'
import type * as m13 from '#catalog/browse/present.ts'
import type * as m14 from '#catalog/browse/schema.ts'
import type * as m15 from '#catalog/likes/index.ts'
import type * as m16 from '#catalog/product-feed/index.ts'
import type * as m17 from '#catalog/reviews/index.ts'
import type * as m18 from '#catalog/saved-searches/index.ts'
import type * as m19 from '#catalog/share-cards/index.ts'
import type * as m20 from '#catalog/sitemap/index.ts'
import type * as m21 from '#catalog/stores/index.ts'
import type * as m22 from '#catalog/stores/present.ts'
import type * as m23 from '#identity/accounts/index.ts'
import type * as m24 from '#identity/approvals/index.ts'
import type * as m25 from '#identity/oauth-apps/index.ts'
import type * as m26 from '#identity/credentials/agent-link.ts'
import type * as m27 from '#identity/credentials/index.ts'
import type * as m28 from '#identity/mfa/owner/index.ts'
import type * as m29 from '#identity/mfa/owner/present.ts'
import type * as m30 from '#identity/mfa/owner/schema.ts'
import type * as m31 from '#identity/mfa/second-step/index.ts'
import type * as m32 from '#identity/mfa/tickets/index.ts'
import type * as m33 from '#identity/mfa/totp/index.ts'
import type * as m34 from '#messaging/email-tokens/index.ts'
import type * as m35 from '#identity/email-links/addresses.ts'
import type * as m36 from '#identity/email-links/email-verification-copy.ts'
import type * as m37 from '#identity/email-links/email-verification.ts'
import type * as m38 from '#identity/email-links/passwords.ts'
import type * as m39 from '#messaging/threads/index.ts'
import type * as m40 from '#messaging/notifications/index.ts'
import type * as m41 from '#admin/health/settings.ts'
import type * as m42 from '#admin/moderation/appeals.ts'
import type * as m43 from '#admin/moderation/index.ts'
import type * as m44 from '#admin/accounts/index.ts'
import type * as m45 from '#admin/reports/index.ts'
import type * as m46 from '#admin/reports/schema.ts'
import type * as m47 from '#identity/passwords/proof.ts'
import type * as m48 from '#identity/push/index.ts'
import type * as m49 from '#identity/push/schema.ts'
import type * as m50 from '#identity/quotas/index.ts'
import type * as m51 from '#identity/test-mode/index.ts'
import type * as m52 from '#identity/sessions/browsers.ts'
import type * as m53 from '#identity/sessions/cookie.ts'
import type * as m54 from '#identity/sessions/index.ts'
import type * as m55 from '#identity/sessions/time-zone.ts'
import type * as m56 from '#developers/webhooks/log/index.ts'
import type * as m57 from '#developers/webhooks/schema.ts'
import type * as m58 from '#catalog/photos/index.ts'
import type * as m59 from '#catalog/photos/schema.ts'
import type * as m60 from '#catalog/photos/thumbs.ts'
import type * as m61 from '#catalog/shops/index.ts'
import type * as m62 from '#catalog/shops/schema.ts'
import type { GivenRows, None, RowFields } from './page-rows.ts'

export type PageDoors = [
  None<GivenRows<Pick<typeof m1, 'readInbox' | 'readOperatorTasks' | 'readTasks'>>>,
  None<RowFields<m1.OwedTask>>,
  None<RowFields<m1.Waiting>>,
  None<GivenRows<Pick<typeof m2, 'answeredSoon' | 'readAround' | 'waitForAnswer'>>>,
  None<GivenRows<Pick<typeof m3, 'seeOffer'>>>,
  None<GivenRows<Pick<typeof m4, 'seeOrder' | 'sideIn'>>>,
  None<GivenRows<Pick<typeof m5, 'Address'>>>,
  None<GivenRows<Pick<typeof m6, 'lookAgain'>>>,
  None<GivenRows<Pick<typeof m7, 'reservedFor'>>>,
  None<GivenRows<Pick<typeof m8, 'checkShopping'>>>,
  None<RowFields<m8.Check>>,
  None<GivenRows<Pick<typeof m9, 'presentCheck'>>>,
  None<GivenRows<Pick<typeof m10, 'CheckShopping'>>>,
  None<GivenRows<Pick<typeof m11, 'cardsByIds' | 'feedPage' | 'nameVisitor' | 'newestOfMany' | 'noteShare' | 'readAtLink' | 'readListing' | 'readOwn' | 'search' | 'shelf' | 'worldSeenBy'>>>,
  None<RowFields<m11.Card>>,
  None<RowFields<m11.Detail>>,
  None<RowFields<m11.MarketResult>>,
  None<RowFields<m11.Picture>>,
  None<GivenRows<Pick<typeof m12, 'MARKET' | 'SHOPS' | 'ofListing' | 'ofReviews' | 'ofStore'>>>,
  None<GivenRows<Pick<typeof m13, 'cardsHoldUntilMs' | 'detailHoldsUntilMs' | 'presentCard' | 'presentDetail' | 'variantOf'>>>,
  None<GivenRows<Pick<typeof m14, 'SearchMarket'>>>,
  None<RowFields<m14.SearchMarket>>,
  None<GivenRows<Pick<typeof m15, 'follow' | 'like' | 'listFollows' | 'listLikes' | 'standingTo' | 'unfollow' | 'unlike'>>>,
  None<GivenRows<Pick<typeof m16, 'productLines'>>>,
  None<GivenRows<Pick<typeof m17, 'seeReviewOf' | 'storeRating'>>>,
  None<GivenRows<Pick<typeof m18, 'MAX_SEARCHES'>>>,
  None<GivenRows<Pick<typeof m19, 'listingCard' | 'shopCard' | 'siteCard'>>>,
  None<RowFields<m19.CardColours>>,
  None<RowFields<m19.DrawnCard>>,
  None<GivenRows<Pick<typeof m20, 'partsOf' | 'placesIn'>>>,
  None<RowFields<m20.Kind>>,
  None<RowFields<m20.Part>>,
  None<RowFields<m20.Scope>>,
  None<GivenRows<Pick<typeof m21, 'listStores' | 'movedTo' | 'nameVisitor' | 'noteShare' | 'readStore' | 'seenStore' | 'storesByIds'>>>,
  None<RowFields<m21.ListedStore>>,
  None<RowFields<m21.StoreFront>>,
  None<GivenRows<Pick<typeof m22, 'storeFrontHoldsUntilMs'>>>,
  None<GivenRows<Pick<typeof m23, 'closeSession' | 'openSession'>>>,
  None<GivenRows<Pick<typeof m24, 'seeApproval'>>>,
  None<GivenRows<Pick<typeof m25, 'OAuthRefusal' | 'allowApp' | 'endToken' | 'findClient' | 'registerClient' | 'tokensForCode' | 'tokensForRefresh'>>>,
  None<RowFields<m25.Client>>,
  None<RowFields<m25.Tokens>>,
  None<GivenRows<Pick<typeof m26, 'readAgentLink'>>>,
  None<RowFields<m26.AgentLink>>,
  None<GivenRows<Pick<typeof m27, 'authenticate'>>>,
  None<GivenRows<Pick<typeof m28, 'factorsOf'>>>,
  None<GivenRows<Pick<typeof m29, 'presentSetup'>>>,
  None<GivenRows<Pick<typeof m30, 'PasskeySession' | 'SecondStep'>>>,
  None<GivenRows<Pick<typeof m31, 'enterByPasskey' | 'passSecond' | 'passSecondHere' | 'proveByPasskey'>>>,
  None<RowFields<m31.Entered>>,
  None<RowFields<m31.SecondAnswer>>,
  None<GivenRows<Pick<typeof m32, 'seeTicket'>>>,
  None<GivenRows<Pick<typeof m33, 'waitingSetup'>>>,
  None<GivenRows<Pick<typeof m34, 'linkWorks'>>>,
  None<GivenRows<Pick<typeof m35, 'readAddress'>>>,
  None<RowFields<m35.Address>>,
  None<GivenRows<Pick<typeof m36, 'endedWords'>>>,
  None<RowFields<m36.Ended>>,
  None<GivenRows<Pick<typeof m37, 'readLink' | 'standsBehind'>>>,
  None<GivenRows<Pick<typeof m38, 'signInByLink'>>>,
  None<GivenRows<Pick<typeof m39, 'seeThread'>>>,
  None<GivenRows<Pick<typeof m40, 'readMailbox' | 'readMailboxMail'>>>,
  None<RowFields<m40.SentMail>>,
  None<GivenRows<Pick<typeof m41, 'effectiveSettings'>>>,
  None<GivenRows<Pick<typeof m42, 'seeAppeal'>>>,
  None<GivenRows<Pick<typeof m43, 'seeMeasure' | 'standingOf'>>>,
  None<RowFields<m43.Standing>>,
  None<GivenRows<Pick<typeof m44, 'seeReview'>>>,
  None<GivenRows<Pick<typeof m45, 'seePhotos' | 'seeReport'>>>,
  None<RowFields<m45.SeenPhoto>>,
  None<GivenRows<Pick<typeof m46, 'REASONS'>>>,
  None<GivenRows<Pick<typeof m47, 'proveByPassword'>>>,
  None<GivenRows<Pick<typeof m48, 'listBrowsers' | 'pushKeys' | 'subscribe' | 'unsubscribe'>>>,
  None<RowFields<m48.SubscribedBrowser>>,
  None<GivenRows<Pick<typeof m49, 'Subscribe'>>>,
  None<GivenRows<Pick<typeof m50, 'quotaWords'>>>,
  None<GivenRows<Pick<typeof m51, 'showTestData' | 'testAccounts' | 'worldFor'>>>,
  None<RowFields<m52.Browser>>,
  None<GivenRows<Pick<typeof m53, 'browserOf' | 'openedCookies' | 'sessionCookie' | 'signInCookie' | 'signInToken'>>>,
  None<RowFields<m54.Opened>>,
  None<GivenRows<Pick<typeof m55, 'setTimeZone' | 'zoneOf'>>>,
  None<GivenRows<Pick<typeof m56, 'readHealth'>>>,
  None<RowFields<m56.HealthHour>>,
  None<GivenRows<Pick<typeof m57, 'DELIVERY_STATUSES' | 'ListDeliveries'>>>,
  None<GivenRows<Pick<typeof m58, 'addOwnPhotos' | 'takeUploads'>>>,
  None<GivenRows<Pick<typeof m59, 'MAX_PHOTOS'>>>,
  None<GivenRows<Pick<typeof m60, 'thumbsOf'>>>,
  None<RowFields<m60.Thumb>>,
  None<GivenRows<Pick<typeof m61, 'resolveShopSlug'>>>,
  None<GivenRows<Pick<typeof m62, 'SHOP_TONES'>>>,
]
