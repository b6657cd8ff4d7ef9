// Written by bin/page-doors.ts. The compiler rejects this file if pages, tools or the commerce protocol import database rows from a module.
import type * as m1 from '#admin/accounts/index.ts'
import type * as m2 from '#admin/health/index.ts'
import type * as m3 from '#admin/moderation/index.ts'
import type * as m4 from '#admin/reports/index.ts'
import type * as m5 from '#catalog/browse/index.ts'
import type * as m6 from '#catalog/likes/index.ts'
import type * as m7 from '#catalog/listings/bulk/index.ts'
import type * as m8 from '#catalog/photos/index.ts'
import type * as m9 from '#catalog/photos/thumbs/index.ts'
import type * as m10 from '#catalog/product-feed/index.ts'
import type * as m11 from '#catalog/questions/index.ts'
import type * as m12 from '#catalog/reports/index.ts'
import type * as m13 from '#catalog/reviews/index.ts'
import type * as m14 from '#catalog/saved-searches/index.ts'
import type * as m15 from '#catalog/share-cards/index.ts'
import type * as m16 from '#catalog/shops/index.ts'
import type * as m17 from '#catalog/sitemap/index.ts'
import type * as m18 from '#catalog/stores/index.ts'
import type * as m19 from '#commerce/blocks/index.ts'
import type * as m20 from '#commerce/guests/index.ts'
import type * as m21 from '#commerce/inbox/index.ts'
import type * as m22 from '#commerce/invitations/index.ts'
import type * as m23 from '#commerce/labels/index.ts'
import type * as m24 from '#commerce/negotiations/index.ts'
import type * as m25 from '#commerce/offers/index.ts'
import type * as m26 from '#commerce/orders/index.ts'
import type * as m27 from '#commerce/payments/customers/index.ts'
import type * as m28 from '#commerce/purchases/index.ts'
import type * as m29 from '#commerce/reports/index.ts'
import type * as m30 from '#commerce/reservations/index.ts'
import type * as m31 from '#commerce/sale/index.ts'
import type * as m32 from '#developers/webhooks/index.ts'
import type * as m33 from '#developers/webhooks/log/index.ts'
import type * as m34 from '#helpers/shopping-check/index.ts'
import type * as m35 from '#identity/accounts/index.ts'
import type * as m36 from '#identity/addresses/index.ts'
import type * as m37 from '#identity/approvals/index.ts'
import type * as m38 from '#identity/credentials/index.ts'
import type * as m39 from '#identity/email-links/index.ts'
import type * as m40 from '#identity/mfa/index.ts'
import type * as m41 from '#identity/mfa/owner/index.ts'
import type * as m42 from '#identity/mfa/second-step/index.ts'
import type * as m43 from '#identity/mfa/tickets/index.ts'
import type * as m44 from '#identity/mfa/totp/index.ts'
import type * as m45 from '#identity/oauth-apps/index.ts'
import type * as m46 from '#identity/passwords/index.ts'
import type * as m47 from '#identity/push/index.ts'
import type * as m48 from '#identity/quotas/index.ts'
import type * as m49 from '#identity/sessions/cookie/index.ts'
import type * as m50 from '#identity/sessions/index.ts'
import type * as m51 from '#identity/sign-in-intents/index.ts'
import type * as m52 from '#identity/test-mode/index.ts'
import type * as m53 from '#messaging/email-tokens/index.ts'
import type * as m54 from '#messaging/notifications/index.ts'
import type * as m55 from '#messaging/push/index.ts'
import type * as m56 from '#messaging/replies/index.ts'
import type * as m57 from '#messaging/threads/index.ts'
import type { GivenRows, None, RowFields } from './page-rows.ts'

export type PageDoors = [
  None<GivenRows<Pick<typeof m1, 'readPresentedReview'>>>,
  None<GivenRows<Pick<typeof m2, 'effectiveSettings'>>>,
  None<GivenRows<Pick<typeof m3, 'activeMeasuresOf' | 'readPresentedAppeal' | 'readPresentedMeasure'>>>,
  None<RowFields<m3.ActiveMeasure>>,
  None<GivenRows<Pick<typeof m4, 'readReportedPhotos'>>>,
  None<RowFields<m4.PresentedPhoto>>,
  None<GivenRows<Pick<typeof m5, 'MARKET' | 'SHOPS' | 'SearchMarket' | 'cardsByIds' | 'cardsExpireAtMs' | 'detailExpiresAtMs' | 'feedPage' | 'findAtLink' | 'isInStock' | 'nameVisitor' | 'newestAcrossShops' | 'noteShare' | 'ofListing' | 'ofReviews' | 'ofStore' | 'presentCard' | 'presentDetail' | 'readAtLink' | 'readListing' | 'readOwn' | 'search' | 'searchShelf' | 'shelf' | 'tenantSeenBy' | 'variantOf' | 'visibleCards'>>>,
  None<RowFields<m5.Card>>,
  None<RowFields<m5.Detail>>,
  None<RowFields<m5.MarketResult>>,
  None<RowFields<m5.Picture>>,
  None<RowFields<m5.SearchMarket>>,
  None<GivenRows<Pick<typeof m6, 'follow' | 'like' | 'listFollows' | 'listLikes' | 'relationTo' | 'unfollow' | 'unlike'>>>,
  None<GivenRows<Pick<typeof m7, 'latestBulk'>>>,
  None<GivenRows<Pick<typeof m8, 'MAX_PHOTOS' | 'addOwnPhotos' | 'takeUploads'>>>,
  None<GivenRows<Pick<typeof m9, 'thumbsOf'>>>,
  None<RowFields<m9.Thumb>>,
  None<GivenRows<Pick<typeof m10, 'productLines'>>>,
  None<GivenRows<Pick<typeof m11, 'MAX_ANSWER' | 'MAX_QUESTION' | 'MAX_QUESTIONS' | 'draftQuestion' | 'readQuestions'>>>,
  None<GivenRows<Pick<typeof m12, 'PERSON_REASONS' | 'REASONS'>>>,
  None<GivenRows<Pick<typeof m13, 'readReviewOf' | 'storeRating'>>>,
  None<GivenRows<Pick<typeof m14, 'MAX_SEARCHES'>>>,
  None<GivenRows<Pick<typeof m15, 'listingCard' | 'shopCard' | 'siteCard'>>>,
  None<RowFields<m15.CardColours>>,
  None<RowFields<m15.DrawnCard>>,
  None<GivenRows<Pick<typeof m16, 'SHOP_TONES' | 'resolveShopSlug'>>>,
  None<GivenRows<Pick<typeof m17, 'entriesIn' | 'partsOf'>>>,
  None<RowFields<m17.Kind>>,
  None<RowFields<m17.Part>>,
  None<RowFields<m17.Scope>>,
  None<GivenRows<Pick<typeof m18, 'currentAddress' | 'isRunning' | 'listStores' | 'nameVisitor' | 'noteShare' | 'readStore' | 'requireVisibleStore' | 'storeFrontExpiresAtMs' | 'storeTrust' | 'storesByIds'>>>,
  None<RowFields<m18.ListedStore>>,
  None<RowFields<m18.Store>>,
  None<RowFields<m18.StoreFront>>,
  None<RowFields<m18.Trust>>,
  None<GivenRows<Pick<typeof m19, 'readTarget'>>>,
  None<RowFields<m19.Target>>,
  None<RowFields<m19.TargetPerson>>,
  None<GivenRows<Pick<typeof m20, 'CreateGuestPurchase' | 'boughtByGuest' | 'isForGuests' | 'mailOwnOrderLink' | 'openPayLink' | 'orderLinkWorks' | 'proveGuest' | 'readPayLink' | 'renewOrderLink' | 'startInBrowser' | 'startPurchaseInBrowser'>>>,
  None<GivenRows<Pick<typeof m21, 'readInbox' | 'readOperatorTasks' | 'readTasks'>>>,
  None<RowFields<m21.OpenTask>>,
  None<RowFields<m21.Waiting>>,
  None<GivenRows<Pick<typeof m22, 'countAudience'>>>,
  None<GivenRows<Pick<typeof m23, 'MAX_LABELS' | 'readLabelPicture'>>>,
  None<GivenRows<Pick<typeof m24, 'answeredSoon' | 'readOfferDetails' | 'waitForAnswer'>>>,
  None<GivenRows<Pick<typeof m25, 'readPresentedOffer'>>>,
  None<GivenRows<Pick<typeof m26, 'partyInOrder' | 'readOrderWithParty'>>>,
  None<GivenRows<Pick<typeof m27, 'cardAtCheckout' | 'hasCustomer' | 'listCards' | 'removeCard' | 'saveTestCard'>>>,
  None<RowFields<m27.SavedCard>>,
  None<GivenRows<Pick<typeof m28, 'readPurchaseAs'>>>,
  None<GivenRows<Pick<typeof m29, 'readTarget'>>>,
  None<RowFields<m29.Target>>,
  None<GivenRows<Pick<typeof m30, 'reservedFor'>>>,
  None<GivenRows<Pick<typeof m31, 'reconcilePayment'>>>,
  None<GivenRows<Pick<typeof m32, 'DELIVERY_STATUSES' | 'ListDeliveries'>>>,
  None<GivenRows<Pick<typeof m33, 'readHealth'>>>,
  None<RowFields<m33.HealthHour>>,
  None<GivenRows<Pick<typeof m34, 'CheckShopping' | 'checkShopping' | 'presentCheck'>>>,
  None<RowFields<m34.Check>>,
  None<GivenRows<Pick<typeof m35, 'closeSession' | 'openSession'>>>,
  None<GivenRows<Pick<typeof m36, 'MOST_ADDRESSES'>>>,
  None<GivenRows<Pick<typeof m37, 'readPresentedApproval'>>>,
  None<GivenRows<Pick<typeof m38, 'authenticate' | 'readAgentLink'>>>,
  None<RowFields<m38.AgentLink>>,
  None<GivenRows<Pick<typeof m39, 'confirmsOwner' | 'endedText' | 'readAddress' | 'readLink' | 'signInByLink'>>>,
  None<RowFields<m39.Address>>,
  None<RowFields<m39.Ended>>,
  None<GivenRows<Pick<typeof m40, 'PasskeySession' | 'SecondStep' | 'presentSetup'>>>,
  None<GivenRows<Pick<typeof m41, 'factorsOf'>>>,
  None<GivenRows<Pick<typeof m42, 'enterByPasskey' | 'passSecond' | 'passSecondFactor' | 'proveByPasskey'>>>,
  None<RowFields<m42.Entered>>,
  None<RowFields<m42.SecondAnswer>>,
  None<GivenRows<Pick<typeof m43, 'readTicket'>>>,
  None<GivenRows<Pick<typeof m44, 'waitingSetup'>>>,
  None<GivenRows<Pick<typeof m45, 'OAuthRefusal' | 'allowApp' | 'endToken' | 'findClient' | 'registerClient' | 'tokensForCode' | 'tokensForRefresh'>>>,
  None<RowFields<m45.Client>>,
  None<RowFields<m45.Tokens>>,
  None<GivenRows<Pick<typeof m46, 'proveByPassword'>>>,
  None<GivenRows<Pick<typeof m47, 'Subscribe' | 'listBrowsers' | 'subscribe' | 'unsubscribe'>>>,
  None<RowFields<m47.SubscribedBrowser>>,
  None<GivenRows<Pick<typeof m48, 'quotaText'>>>,
  None<GivenRows<Pick<typeof m49, 'browserOf' | 'openedCookies' | 'sessionCookie' | 'signInCookie' | 'signInToken'>>>,
  None<GivenRows<Pick<typeof m50, 'setTimeZone' | 'zoneOf'>>>,
  None<RowFields<m50.Browser>>,
  None<RowFields<m50.Opened>>,
  None<GivenRows<Pick<typeof m51, 'INTENT_LIFE_MS' | 'readIntent' | 'signedInAfter' | 'storeIntent' | 'takeIntent'>>>,
  None<RowFields<m51.SignInIntent>>,
  None<GivenRows<Pick<typeof m52, 'showTestData' | 'tenantFor' | 'testAccounts'>>>,
  None<GivenRows<Pick<typeof m53, 'linkWorks'>>>,
  None<GivenRows<Pick<typeof m54, 'findSubscription' | 'readMailbox' | 'readMailboxMail' | 'setSubscription'>>>,
  None<RowFields<m54.SentMail>>,
  None<RowFields<m54.Subscription>>,
  None<GivenRows<Pick<typeof m55, 'pushKeys'>>>,
  None<GivenRows<Pick<typeof m56, 'MOST_REPLIES'>>>,
  None<GivenRows<Pick<typeof m57, 'readPresentedThread' | 'requireContent'>>>,
]
