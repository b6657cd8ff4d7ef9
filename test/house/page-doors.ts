// Written by bin/page-doors.ts. The compiler rejects this file if pages, tools or the commerce protocol import database rows from a module.
import type * as m1 from '#admin/accounts/index.ts'
import type * as m2 from '#admin/health/index.ts'
import type * as m3 from '#admin/moderation/index.ts'
import type * as m4 from '#admin/reports/index.ts'
import type * as m5 from '#catalog/browse/index.ts'
import type * as m6 from '#catalog/likes/index.ts'
import type * as m7 from '#catalog/photos/index.ts'
import type * as m8 from '#catalog/photos/thumbs/index.ts'
import type * as m9 from '#catalog/product-feed/index.ts'
import type * as m10 from '#catalog/questions/index.ts'
import type * as m11 from '#catalog/reports/index.ts'
import type * as m12 from '#catalog/reviews/index.ts'
import type * as m13 from '#catalog/saved-searches/index.ts'
import type * as m14 from '#catalog/share-cards/index.ts'
import type * as m15 from '#catalog/shops/index.ts'
import type * as m16 from '#catalog/sitemap/index.ts'
import type * as m17 from '#catalog/stores/index.ts'
import type * as m18 from '#commerce/blocks/index.ts'
import type * as m19 from '#commerce/guests/index.ts'
import type * as m20 from '#commerce/inbox/index.ts'
import type * as m21 from '#commerce/negotiations/index.ts'
import type * as m22 from '#commerce/offers/index.ts'
import type * as m23 from '#commerce/orders/index.ts'
import type * as m24 from '#commerce/purchases/index.ts'
import type * as m25 from '#commerce/reports/index.ts'
import type * as m26 from '#commerce/reservations/index.ts'
import type * as m27 from '#commerce/sale/index.ts'
import type * as m28 from '#developers/webhooks/index.ts'
import type * as m29 from '#developers/webhooks/log/index.ts'
import type * as m30 from '#helpers/shopping-check/index.ts'
import type * as m31 from '#identity/accounts/index.ts'
import type * as m32 from '#identity/addresses/index.ts'
import type * as m33 from '#identity/approvals/index.ts'
import type * as m34 from '#identity/credentials/index.ts'
import type * as m35 from '#identity/email-links/index.ts'
import type * as m36 from '#identity/mfa/index.ts'
import type * as m37 from '#identity/mfa/owner/index.ts'
import type * as m38 from '#identity/mfa/second-step/index.ts'
import type * as m39 from '#identity/mfa/tickets/index.ts'
import type * as m40 from '#identity/mfa/totp/index.ts'
import type * as m41 from '#identity/oauth-apps/index.ts'
import type * as m42 from '#identity/passwords/index.ts'
import type * as m43 from '#identity/push/index.ts'
import type * as m44 from '#identity/quotas/index.ts'
import type * as m45 from '#identity/sessions/cookie/index.ts'
import type * as m46 from '#identity/sessions/index.ts'
import type * as m47 from '#identity/sign-in-intents/index.ts'
import type * as m48 from '#identity/test-mode/index.ts'
import type * as m49 from '#messaging/email-tokens/index.ts'
import type * as m50 from '#messaging/notifications/index.ts'
import type * as m51 from '#messaging/push/index.ts'
import type * as m52 from '#messaging/threads/index.ts'
import type { GivenRows, None, RowFields } from './page-rows.ts'

export type PageDoors = [
  None<GivenRows<Pick<typeof m1, 'readPresentedReview'>>>,
  None<GivenRows<Pick<typeof m2, 'effectiveSettings'>>>,
  None<GivenRows<Pick<typeof m3, 'activeMeasuresOf' | 'readPresentedAppeal' | 'readPresentedMeasure'>>>,
  None<RowFields<m3.ActiveMeasure>>,
  None<GivenRows<Pick<typeof m4, 'readReportedPhotos'>>>,
  None<RowFields<m4.PresentedPhoto>>,
  None<GivenRows<Pick<typeof m5, 'MARKET' | 'SHOPS' | 'SearchMarket' | 'cardsByIds' | 'cardsExpireAtMs' | 'detailExpiresAtMs' | 'feedPage' | 'findAtLink' | 'nameVisitor' | 'newestAcrossShops' | 'noteShare' | 'ofListing' | 'ofReviews' | 'ofStore' | 'presentCard' | 'presentDetail' | 'readAtLink' | 'readListing' | 'readOwn' | 'search' | 'shelf' | 'tenantSeenBy' | 'variantOf' | 'visibleCards'>>>,
  None<RowFields<m5.Card>>,
  None<RowFields<m5.Detail>>,
  None<RowFields<m5.MarketResult>>,
  None<RowFields<m5.Picture>>,
  None<RowFields<m5.SearchMarket>>,
  None<GivenRows<Pick<typeof m6, 'follow' | 'like' | 'listFollows' | 'listLikes' | 'relationTo' | 'unfollow' | 'unlike'>>>,
  None<GivenRows<Pick<typeof m7, 'MAX_PHOTOS' | 'addOwnPhotos' | 'takeUploads'>>>,
  None<GivenRows<Pick<typeof m8, 'thumbsOf'>>>,
  None<RowFields<m8.Thumb>>,
  None<GivenRows<Pick<typeof m9, 'productLines'>>>,
  None<GivenRows<Pick<typeof m10, 'MAX_ANSWER' | 'MAX_QUESTION' | 'MAX_QUESTIONS' | 'draftQuestion' | 'readQuestions'>>>,
  None<GivenRows<Pick<typeof m11, 'PERSON_REASONS' | 'REASONS'>>>,
  None<GivenRows<Pick<typeof m12, 'readReviewOf' | 'storeRating'>>>,
  None<GivenRows<Pick<typeof m13, 'MAX_SEARCHES'>>>,
  None<GivenRows<Pick<typeof m14, 'listingCard' | 'shopCard' | 'siteCard'>>>,
  None<RowFields<m14.CardColours>>,
  None<RowFields<m14.DrawnCard>>,
  None<GivenRows<Pick<typeof m15, 'SHOP_TONES' | 'resolveShopSlug'>>>,
  None<GivenRows<Pick<typeof m16, 'entriesIn' | 'partsOf'>>>,
  None<RowFields<m16.Kind>>,
  None<RowFields<m16.Part>>,
  None<RowFields<m16.Scope>>,
  None<GivenRows<Pick<typeof m17, 'currentAddress' | 'listStores' | 'nameVisitor' | 'noteShare' | 'readStore' | 'requireVisibleStore' | 'storeFrontExpiresAtMs' | 'storeTrust' | 'storesByIds'>>>,
  None<RowFields<m17.ListedStore>>,
  None<RowFields<m17.Store>>,
  None<RowFields<m17.StoreFront>>,
  None<RowFields<m17.Trust>>,
  None<GivenRows<Pick<typeof m18, 'readTarget'>>>,
  None<RowFields<m18.Target>>,
  None<RowFields<m18.TargetPerson>>,
  None<GivenRows<Pick<typeof m19, 'boughtByGuest' | 'isForGuests' | 'mailOwnOrderLink' | 'openPayLink' | 'orderLinkWorks' | 'proveGuest' | 'readPayLink' | 'renewOrderLink' | 'startInBrowser'>>>,
  None<GivenRows<Pick<typeof m20, 'readInbox' | 'readOperatorTasks' | 'readTasks'>>>,
  None<RowFields<m20.OpenTask>>,
  None<RowFields<m20.Waiting>>,
  None<GivenRows<Pick<typeof m21, 'answeredSoon' | 'readOfferDetails' | 'waitForAnswer'>>>,
  None<GivenRows<Pick<typeof m22, 'readPresentedOffer'>>>,
  None<GivenRows<Pick<typeof m23, 'partyInOrder' | 'readOrderWithParty'>>>,
  None<GivenRows<Pick<typeof m24, 'readPurchaseAs'>>>,
  None<GivenRows<Pick<typeof m25, 'readTarget'>>>,
  None<RowFields<m25.Target>>,
  None<GivenRows<Pick<typeof m26, 'reservedFor'>>>,
  None<GivenRows<Pick<typeof m27, 'reconcilePayment'>>>,
  None<GivenRows<Pick<typeof m28, 'DELIVERY_STATUSES' | 'ListDeliveries'>>>,
  None<GivenRows<Pick<typeof m29, 'readHealth'>>>,
  None<RowFields<m29.HealthHour>>,
  None<GivenRows<Pick<typeof m30, 'CheckShopping' | 'checkShopping' | 'presentCheck'>>>,
  None<RowFields<m30.Check>>,
  None<GivenRows<Pick<typeof m31, 'closeSession' | 'openSession'>>>,
  None<GivenRows<Pick<typeof m32, 'MOST_ADDRESSES'>>>,
  None<GivenRows<Pick<typeof m33, 'readPresentedApproval'>>>,
  None<GivenRows<Pick<typeof m34, 'authenticate' | 'readAgentLink'>>>,
  None<RowFields<m34.AgentLink>>,
  None<GivenRows<Pick<typeof m35, 'confirmsOwner' | 'endedText' | 'readAddress' | 'readLink' | 'signInByLink'>>>,
  None<RowFields<m35.Address>>,
  None<RowFields<m35.Ended>>,
  None<GivenRows<Pick<typeof m36, 'PasskeySession' | 'SecondStep' | 'presentSetup'>>>,
  None<GivenRows<Pick<typeof m37, 'factorsOf'>>>,
  None<GivenRows<Pick<typeof m38, 'enterByPasskey' | 'passSecond' | 'passSecondFactor' | 'proveByPasskey'>>>,
  None<RowFields<m38.Entered>>,
  None<RowFields<m38.SecondAnswer>>,
  None<GivenRows<Pick<typeof m39, 'readTicket'>>>,
  None<GivenRows<Pick<typeof m40, 'waitingSetup'>>>,
  None<GivenRows<Pick<typeof m41, 'OAuthRefusal' | 'allowApp' | 'endToken' | 'findClient' | 'registerClient' | 'tokensForCode' | 'tokensForRefresh'>>>,
  None<RowFields<m41.Client>>,
  None<RowFields<m41.Tokens>>,
  None<GivenRows<Pick<typeof m42, 'proveByPassword'>>>,
  None<GivenRows<Pick<typeof m43, 'Subscribe' | 'listBrowsers' | 'subscribe' | 'unsubscribe'>>>,
  None<RowFields<m43.SubscribedBrowser>>,
  None<GivenRows<Pick<typeof m44, 'quotaText'>>>,
  None<GivenRows<Pick<typeof m45, 'browserOf' | 'openedCookies' | 'sessionCookie' | 'signInCookie' | 'signInToken'>>>,
  None<GivenRows<Pick<typeof m46, 'setTimeZone' | 'zoneOf'>>>,
  None<RowFields<m46.Browser>>,
  None<RowFields<m46.Opened>>,
  None<GivenRows<Pick<typeof m47, 'INTENT_LIFE_MS' | 'readIntent' | 'signedInAfter' | 'storeIntent' | 'takeIntent'>>>,
  None<RowFields<m47.SignInIntent>>,
  None<GivenRows<Pick<typeof m48, 'showTestData' | 'tenantFor' | 'testAccounts'>>>,
  None<GivenRows<Pick<typeof m49, 'linkWorks'>>>,
  None<GivenRows<Pick<typeof m50, 'findSubscription' | 'readMailbox' | 'readMailboxMail' | 'setSubscription'>>>,
  None<RowFields<m50.SentMail>>,
  None<RowFields<m50.Subscription>>,
  None<GivenRows<Pick<typeof m51, 'pushKeys'>>>,
  None<GivenRows<Pick<typeof m52, 'readPresentedThread' | 'requireContent'>>>,
]
