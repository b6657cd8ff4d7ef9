// Written by packages/sdk/generate.ts from docs/api/openapi.json: npm run generate.
import type { operations, CreateShopBody, ChangeShopBody, CreateListingBody, ChangeListingBody, PublishListingBody, OrderPhotosBody, ChangePhotoBody, WriteReviewBody, ReplyToReviewBody, StartThreadBody, SendMessageBody, SetWebhookBody, RetryDeliveriesBody, StartResearchBody, WriteWordsBody, CheckShoppingBody, Approval, NewAccount, Account, Sandbox, SandboxClock, RequestList, Request, ApprovalList, EventList, Event, Order, Offer, Message, Review, ShopList, Shop, ShopWithStats, DeletedShop, Import, ListingList, Listing, DeletedListing, PhotoList, SearchResult, PublicListing, PublicListingDetail, SuggestionList, Suggestion, StoreList, Store, StoreDetail, ReviewPage, Like, Follow, PublicListingList, SearchList, Search, DeletedSearch, Report, OfferList, OfferExplanation, OrderList, Hold, HoldList, PayoutList, Payout, PayoutAccount, ThreadList, Thread, ThreadDetail, Webhook, WebhookTest, DeliveryList, Delivery, DeliveryDetail, Redelivery, Inbox, Notices, ResearchRun, Words, Take, TakeList, ChatReply, ChatMessage, ChatMessageList, ShoppingCheck, Helpers, Measure, MeasureList, DailyStats } from './contract.ts'
import type { CallOptions, Pages } from './types.ts'

type Json<T> = T extends { content: { 'application/json': infer Body } } ? Body : never
type Query<Id extends keyof operations> = NonNullable<operations[Id]['parameters']['query']>
type Body<Id extends keyof operations, Media extends string> =
  NonNullable<operations[Id] extends { requestBody?: infer Sent } ? Sent : never> extends { content: infer Content }
    ? Content[Media & keyof Content]
    : never
/** An approval is never an answer: a call that has to wait for one throws it. */
type Answer<Id extends keyof operations, Status extends number> =
  Exclude<Json<operations[Id]['responses'][Status & keyof operations[Id]['responses']]>, Approval>

/** Every call that a key may make, by the first word of its path. */
export type Resources = {
  accounts: {
    /** Sign up; the response contains your first key, shown once. `POST /v1/accounts` (createAccount) */
    create(input: Body<'createAccount', 'application/json'>, options?: CallOptions): Promise<NewAccount>
  }
  me: {
    /** Get your account, your key’s rights, your shops and your usage. `GET /v1/me` (getMe) */
    get(options?: CallOptions): Promise<Account>
  }
  sandbox: {
    /** Get your test world: its two accounts and its clock. `GET /v1/sandbox` (getSandbox) */
    get(options?: CallOptions): Promise<Sandbox>
    /** Move the clock of your test world forward. `POST /v1/sandbox/clock` (advanceSandbox) */
    advance(input: Body<'advanceSandbox', 'application/json'>, options?: CallOptions): Promise<SandboxClock>
    /** Empty your test world. `POST /v1/sandbox/reset` (resetSandbox) */
    reset(options?: CallOptions): Promise<Sandbox>
  }
  requests: {
    /** The last 100 requests that your keys made, newest first. `GET /v1/requests` (listRequests) */
    list(input?: Query<'listRequests'>, options?: CallOptions): Pages<RequestList, Request>
  }
  approvals: {
    /** List your agents’ approval requests, newest first. `GET /v1/approvals` (listApprovals) */
    list(input?: Query<'listApprovals'>, options?: CallOptions): Pages<ApprovalList, Approval>
    /** Get an approval, with the result of its request after it ran. `GET /v1/approvals/{id}` (getApproval) */
    get(id: string, options?: CallOptions): Promise<Approval>
    /** Approve and run the stored request, once. `POST /v1/approvals/{id}/approve` (approve) */
    approve(id: string, options?: CallOptions): Promise<Approval>
    /** Decline the stored request. `POST /v1/approvals/{id}/decline` (decline) */
    decline(id: string, options?: CallOptions): Promise<Approval>
  }
  events: {
    /** Events of the last 30 days, newest first; with `after` forward, for who polls. `GET /v1/events` (listEvents) */
    list(input?: Query<'listEvents'>, options?: CallOptions): Pages<EventList, Event>
  }
  shops: {
    /** List your shops, oldest first. `GET /v1/shops` (listShops) */
    list(options?: CallOptions): Pages<ShopList, Shop>
    /** Open a shop. `POST /v1/shops` (createShop) */
    create(input: CreateShopBody, options?: CallOptions): Promise<Shop>
    /** One of your shops, with its stats. `GET /v1/shops/{slug}` (getShop) */
    get(slug: string, options?: CallOptions): Promise<ShopWithStats>
    /** Change a shop; another slug moves it to a new address. `PATCH /v1/shops/{slug}` (changeShop) */
    change(slug: string, input?: ChangeShopBody, options?: CallOptions): Promise<Shop>
    /** Delete a shop with its listings and their photos; refused once it has sales. `DELETE /v1/shops/{slug}` (deleteShop) */
    delete(slug: string, options?: CallOptions): Promise<DeletedShop>
    /** Set the picture of a shop, as a file or by address. `PUT /v1/shops/{slug}/picture` (setShopPicture) */
    setPicture(slug: string, input?: Body<'setShopPicture', 'multipart/form-data'>, options?: CallOptions): Promise<Shop>
    /** Take the picture of a shop away. `DELETE /v1/shops/{slug}/picture` (removeShopPicture) */
    removePicture(slug: string, options?: CallOptions): Promise<Shop>
  }
  listings: {
    /** Make or change listings by a CSV of at most 1000 rows; each row is answered by itself. `POST /v1/listings/import` (importListings) */
    'import'(input?: Body<'importListings', 'multipart/form-data'>, options?: CallOptions): Promise<Import>
    /** Your listings as CSV, which can be imported again. `GET /v1/listings/export` (exportListings) */
    export(input?: Query<'exportListings'>, options?: CallOptions): Promise<string>
    /** List your listings, most recently changed first. `GET /v1/listings` (listListings) */
    list(input?: Query<'listListings'>, options?: CallOptions): Pages<ListingList, Listing>
    /** Make a draft, or with `publish` a live listing. `POST /v1/listings` (createListing) */
    create(input?: CreateListingBody, options?: CallOptions): Promise<Listing>
    /** One of your listings. `GET /v1/listings/{id}` (getListing) */
    get(id: string, options?: CallOptions): Promise<Listing>
    /** Change a listing: what is sent changes, null clears. `PATCH /v1/listings/{id}` (changeListing) */
    change(id: string, input?: ChangeListingBody, options?: CallOptions): Promise<Listing>
    /** Delete a listing that was never sold, with its photos. `DELETE /v1/listings/{id}` (deleteListing) */
    delete(id: string, options?: CallOptions): Promise<DeletedListing>
    /** Put a draft live; it needs a title and a price. `POST /v1/listings/{id}/publish` (publishListing) */
    publish(id: string, input?: PublishListingBody, options?: CallOptions): Promise<Listing>
    /** Take a live listing back to draft; it keeps its link. `POST /v1/listings/{id}/unpublish` (unpublishListing) */
    unpublish(id: string, options?: CallOptions): Promise<Listing>
    /** Mark a live listing as sold elsewhere. `POST /v1/listings/{id}/mark-sold` (markListingSold) */
    markSold(id: string, options?: CallOptions): Promise<Listing>
    /** Put a sold listing or a draft up again, at the same link. `POST /v1/listings/{id}/relist` (relistListing) */
    relist(id: string, options?: CallOptions): Promise<Listing>
    /** Add photos, as files or by address, at the end. `POST /v1/listings/{id}/photos` (addPhotos) */
    addPhotos(id: string, input?: Body<'addPhotos', 'multipart/form-data'>, options?: CallOptions): Promise<PhotoList>
    /** Put the photos in another order. `PUT /v1/listings/{id}/photos/order` (orderPhotos) */
    orderPhotos(id: string, input: OrderPhotosBody, options?: CallOptions): Promise<PhotoList>
    /** Say in words what a photo shows, for those who do not see it. `PATCH /v1/listings/{id}/photos/{photoId}` (changePhoto) */
    changePhoto(id: string, photoId: string, input: ChangePhotoBody, options?: CallOptions): Promise<PhotoList>
    /** Remove a photo. `DELETE /v1/listings/{id}/photos/{photoId}` (removePhoto) */
    removePhoto(id: string, photoId: string, options?: CallOptions): Promise<PhotoList>
    /** Research an item and its value, in the background; a running research is returned unchanged. `POST /v1/listings/{id}/research` (startResearch) */
    startResearch(id: string, input?: StartResearchBody, options?: CallOptions): Promise<ResearchRun | Answer<'startResearch', 202>>
    /** Get the last research of a listing: its steps while it runs, then its result. `GET /v1/listings/{id}/research` (getResearch) */
    getResearch(id: string, options?: CallOptions): Promise<ResearchRun>
    /** Write a title, one-liner, description and teaser in a tone; the listing changes only when you use a take. `POST /v1/listings/{id}/words` (writeWords) */
    writeWords(id: string, input: WriteWordsBody, options?: CallOptions): Promise<Words>
    /** List the takes of a listing, newest first. `GET /v1/listings/{id}/words` (listTakes) */
    listTakes(id: string, input?: Query<'listTakes'>, options?: CallOptions): Pages<TakeList, Take>
    /** Use a take: copy its text into the listing. `POST /v1/listings/{id}/words/{take}/use` (useTake) */
    useTake(id: string, take: string, options?: CallOptions): Promise<Listing>
    /** Send a message to the listing agent; returns server-sent events (text, change, done), or JSON with Accept: application/json. `POST /v1/listings/{id}/chat` (sendChat) */
    sendChat(id: string, input: Body<'sendChat', 'application/json'>, options?: CallOptions): Promise<ChatReply>
    /** List the messages of a listing’s chat, newest first. `GET /v1/listings/{id}/chat` (listChat) */
    listChat(id: string, input?: Query<'listChat'>, options?: CallOptions): Pages<ChatMessageList, ChatMessage>
  }
  market: {
    /** Search what is for sale. `GET /v1/market/search` (searchMarket) */
    search(input?: Query<'searchMarket'>, options?: CallOptions): Pages<SearchResult, PublicListing>
    /** One listing as a buyer sees it. `GET /v1/market/listings/{id}` (getPublicListing) */
    getListing(id: string, options?: CallOptions): Promise<PublicListingDetail>
    /** Complete what is being typed: words, categories, stores. `GET /v1/market/suggest` (suggestSearch) */
    suggest(input?: Query<'suggestSearch'>, options?: CallOptions): Pages<SuggestionList, Suggestion>
    /** Stores, the busiest first. `GET /v1/market/stores` (listStores) */
    listStores(input?: Query<'listStores'>, options?: CallOptions): Pages<StoreList, Store>
    /** One store with its listings, newest first, and what it sold last. `GET /v1/market/stores/{slug}` (getStore) */
    getStore(slug: string, input?: Query<'getStore'>, options?: CallOptions): Promise<StoreDetail>
    /** Like a listing. `PUT /v1/market/listings/{id}/like` (likeListing) */
    likeListing(id: string, options?: CallOptions): Promise<Like>
    /** Take a like back. `DELETE /v1/market/listings/{id}/like` (unlikeListing) */
    unlikeListing(id: string, options?: CallOptions): Promise<Like>
    /** Follow a store. `PUT /v1/market/stores/{slug}/follow` (followStore) */
    followStore(slug: string, options?: CallOptions): Promise<Follow>
    /** Stop following a store. `DELETE /v1/market/stores/{slug}/follow` (unfollowStore) */
    unfollowStore(slug: string, options?: CallOptions): Promise<Follow>
    /** Report a listing; 200 with your open report when there is one. `POST /v1/market/listings/{id}/report` (reportListing) */
    reportListing(id: string, input: Body<'reportListing', 'application/json'>, options?: CallOptions): Promise<Report>
  }
  stores: {
    /** A store's public reviews, newest first. `GET /v1/stores/{slug}/reviews` (listStoreReviews) */
    listReviews(slug: string, input?: Query<'listStoreReviews'>, options?: CallOptions): Pages<ReviewPage, Review>
  }
  orders: {
    /** Review what you bought, once, within 30 days of its end. `POST /v1/orders/{id}/review` (writeReview) */
    writeReview(id: string, input: WriteReviewBody, options?: CallOptions): Promise<Review>
    /** What you buy and sell, the newest first. `GET /v1/orders` (listOrders) */
    list(input?: Query<'listOrders'>, options?: CallOptions): Pages<OrderList, Order>
    /** Order an item at its price: it is yours for 15 minutes, to be paid by then. `POST /v1/orders` (createOrder) */
    create(input: Body<'createOrder', 'application/json'>, options?: CallOptions): Promise<Order>
    /** One order, for its buyer and its seller. `GET /v1/orders/{id}` (getOrder) */
    get(id: string, options?: CallOptions): Promise<Order>
    /** Pay an order, which sells the item to you; a slow payment leaves it `pending`. `POST /v1/orders/{id}/pay` (payOrder) */
    pay(id: string, input: Body<'payOrder', 'application/json'>, options?: CallOptions): Promise<Order>
    /** Say that you sent it, with its tracking where there is one. `POST /v1/orders/{id}/ship` (shipOrder) */
    ship(id: string, input?: Body<'shipOrder', 'application/json'>, options?: CallOptions): Promise<Order>
    /** As the buyer, say that it arrived; as the seller of a pickup, post the code that the buyer shows you. `POST /v1/orders/{id}/deliver` (deliverOrder) */
    deliver(id: string, input?: Body<'deliverOrder', 'application/json'>, options?: CallOptions): Promise<Order>
    /** Say that all is good, or drop the problem you reported: the seller gets their money. `POST /v1/orders/{id}/confirm` (confirmOrder) */
    confirm(id: string, options?: CallOptions): Promise<Order>
    /** Report a problem, with up to 6 pictures, as files or by address: the seller’s money waits until it is solved. `POST /v1/orders/{id}/problem` (reportProblem) */
    reportProblem(id: string, input: Body<'reportProblem', 'multipart/form-data'>, options?: CallOptions): Promise<Order>
    /** A picture of a problem, for its two sides and the operator. `GET /v1/orders/{id}/problem/photos/{number}` (getProblemPhoto) */
    getProblemPhoto(id: string, number: string, options?: CallOptions): Promise<Blob>
    /** Answer the other side: a request to cancel or an offered part with `agree`, a problem with `body`. `POST /v1/orders/{id}/answer` (answerOrder) */
    answer(id: string, input?: Body<'answerOrder', 'application/json'>, options?: CallOptions): Promise<Order>
    /** Cancel; as the buyer of a paid order, ask for it: 72 hours of silence are a yes. `POST /v1/orders/{id}/cancel` (cancelOrder) */
    cancel(id: string, options?: CallOptions): Promise<Order>
    /** Solve a problem: give everything back, or with `amount` offer a part that the buyer can take. `POST /v1/orders/{id}/refund` (refundOrder) */
    refund(id: string, input?: Body<'refundOrder', 'application/json'>, options?: CallOptions): Promise<Order>
  }
  reviews: {
    /** Answer a review of your shop, once. `POST /v1/reviews/{id}/reply` (replyToReview) */
    reply(id: string, input: ReplyToReviewBody, options?: CallOptions): Promise<Review>
  }
  likes: {
    /** What you like, the last first. `GET /v1/likes` (listLikes) */
    list(input?: Query<'listLikes'>, options?: CallOptions): Pages<PublicListingList, PublicListing>
  }
  follows: {
    /** The stores you follow, the last first. `GET /v1/follows` (listFollows) */
    list(input?: Query<'listFollows'>, options?: CallOptions): Pages<StoreList, Store>
  }
  searches: {
    /** Your saved searches, the last first. `GET /v1/searches` (listSearches) */
    list(input?: Query<'listSearches'>, options?: CallOptions): Pages<SearchList, Search>
    /** Save a search; 200 with the one there is when its filters are saved already. `POST /v1/searches` (saveSearch) */
    save(input?: Body<'saveSearch', 'application/json'>, options?: CallOptions): Promise<Search>
    /** Delete a saved search. `DELETE /v1/searches/{id}` (deleteSearch) */
    delete(id: string, options?: CallOptions): Promise<DeletedSearch>
  }
  offers: {
    /** Offer a price for a listing; a higher offer replaces your standing one. `POST /v1/offers` (makeOffer) */
    make(input: Body<'makeOffer', 'application/json'>, options?: CallOptions): Promise<Offer>
    /** Offers you received (`role=seller`) or made (`role=buyer`); both without `role`; newest first. `GET /v1/offers` (listOffers) */
    list(input?: Query<'listOffers'>, options?: CallOptions): Pages<OfferList, Offer>
    /** One offer that you made or received. `GET /v1/offers/{id}` (getOffer) */
    get(id: string, options?: CallOptions): Promise<Offer>
    /** Accept an offer (its seller, scope `offers`) or a counter (its buyer, scope `buying`): makes an order to be paid in 24 hours. `POST /v1/offers/{id}/accept` (acceptOffer) */
    accept(id: string, input?: Body<'acceptOffer', 'application/json'>, options?: CallOptions): Promise<Offer>
    /** Turn down an offer (its seller, scope `offers`) or a counter (its buyer, scope `buying`). `POST /v1/offers/{id}/decline` (declineOffer) */
    decline(id: string, options?: CallOptions): Promise<Offer>
    /** Counter an open offer, above it and below the price; the buyer has 48 hours to answer. `POST /v1/offers/{id}/counter` (counterOffer) */
    counter(id: string, input: Body<'counterOffer', 'application/json'>, options?: CallOptions): Promise<Offer>
    /** Take back an offer that you made. `POST /v1/offers/{id}/withdraw` (withdrawOffer) */
    withdraw(id: string, options?: CallOptions): Promise<Offer>
    /** For the seller alone: the rule, inputs and arithmetic of the negotiator's answer, and what a counter lets the buyer work out about the lowest price. `GET /v1/offers/{id}/explain` (explainOffer) */
    explain(id: string, options?: CallOptions): Promise<OfferExplanation>
  }
  holds: {
    /** Ask to hold an item for a deposit; nothing is paid yet. `POST /v1/holds` (askHold) */
    ask(input: Body<'askHold', 'application/json'>, options?: CallOptions): Promise<Hold>
    /** Holds that you asked for or that are on your items, the newest first. `GET /v1/holds` (listHolds) */
    list(input?: Query<'listHolds'>, options?: CallOptions): Pages<HoldList, Hold>
    /** One hold. `GET /v1/holds/{id}` (getHold) */
    get(id: string, options?: CallOptions): Promise<Hold>
    /** Pay the deposit: the item is kept for you for 72 hours. `POST /v1/holds/{id}/pay` (payHold) */
    pay(id: string, input: Body<'payHold', 'application/json'>, options?: CallOptions): Promise<Hold>
    /** Back out of a hold: its deposit goes back in full. `POST /v1/holds/{id}/return` (returnHold) */
    return(id: string, options?: CallOptions): Promise<Hold>
  }
  payouts: {
    /** What you are owed and what was sent, the newest first. `GET /v1/payouts` (listPayouts) */
    list(input?: Query<'listPayouts'>, options?: CallOptions): Pages<PayoutList, Payout>
    /** Where your money goes. `GET /v1/payouts/account` (getPayoutAccount) */
    getAccount(options?: CallOptions): Promise<PayoutAccount>
    /** Open your payout account, or go on with it at `url`. `POST /v1/payouts/account` (openPayoutAccount) */
    openAccount(options?: CallOptions): Promise<PayoutAccount>
  }
  threads: {
    /** Your conversations, the last written in first; takes the scope buying or messages by side. `GET /v1/threads` (listThreads) */
    list(input?: Query<'listThreads'>, options?: CallOptions): Pages<ThreadList, Thread>
    /** Write to a seller about a listing, or to a shop; continues the conversation there is. `POST /v1/threads` (startThread) */
    start(input: StartThreadBody, options?: CallOptions): Promise<Thread>
    /** One conversation with its messages, the oldest first. `GET /v1/threads/{id}` (getThread) */
    get(id: string, input?: Query<'getThread'>, options?: CallOptions): Promise<ThreadDetail>
    /** Write in a conversation. `POST /v1/threads/{id}/messages` (sendMessage) */
    sendMessage(id: string, input: SendMessageBody, options?: CallOptions): Promise<Message>
    /** Mark a conversation as read by you. `POST /v1/threads/{id}/read` (readThread) */
    read(id: string, options?: CallOptions): Promise<Thread>
  }
  webhooks: {
    /** The one address that events are sent to. `GET /v1/webhooks` (getWebhook) */
    get(options?: CallOptions): Promise<Webhook>
    /** Set the address; the first answer holds the signing secret. `PUT /v1/webhooks` (setWebhook) */
    set(input: SetWebhookBody, options?: CallOptions): Promise<Webhook>
    /** Stop sending events. `DELETE /v1/webhooks` (stopWebhook) */
    stop(options?: CallOptions): Promise<Webhook>
    /** A new signing secret, shown once; the old one stops working at once. `POST /v1/webhooks/rotate-secret` (rotateWebhookSecret) */
    rotateSecret(options?: CallOptions): Promise<Webhook>
    /** Send a ping now and say what the receiver answered. `POST /v1/webhooks/test` (testWebhook) */
    test(options?: CallOptions): Promise<WebhookTest>
    /** What was sent in the last 30 days, newest first. `GET /v1/webhooks/deliveries` (listDeliveries) */
    listDeliveries(input?: Query<'listDeliveries'>, options?: CallOptions): Pages<DeliveryList, Delivery>
    /** One delivery, with its tries and the very bytes that are sent. `GET /v1/webhooks/deliveries/{id}` (getDelivery) */
    getDelivery(id: string, options?: CallOptions): Promise<DeliveryDetail>
    /** Send all that failed again now, with the same ids and bytes. `POST /v1/webhooks/deliveries/retry` (retryDeliveries) */
    retryDeliveries(input?: RetryDeliveriesBody, options?: CallOptions): Promise<Redelivery>
    /** Send one again now, with the same id and bytes. `POST /v1/webhooks/deliveries/{id}/retry` (retryDelivery) */
    retryDelivery(id: string, options?: CallOptions): Promise<Delivery>
  }
  inbox: {
    /** Everything waiting on you, across all your shops. `GET /v1/inbox` (getInbox) */
    get(options?: CallOptions): Promise<Inbox>
  }
  notices: {
    /** What you are told of by mail. `GET /v1/notices` (listNotices) */
    list(options?: CallOptions): Promise<Notices>
  }
  sidekick: {
    /** Check how much of its cost an item would bring back, from a pasted link or a description. `POST /v1/sidekick` (checkShopping) */
    check(input?: CheckShoppingBody, options?: CallOptions): Promise<ShoppingCheck>
  }
  helpers: {
    /** List the helpers, with their state and limitations. `GET /v1/helpers` (listHelpers) */
    list(options?: CallOptions): Promise<Helpers>
  }
  measures: {
    /** List moderation actions on your account, with their reasons. `GET /v1/measures` (listOwnMeasures) */
    list(options?: CallOptions): Pages<MeasureList, Measure>
  }
  stats: {
    /** Views, likes, offers and sales of your shops day by day, up to 90 days back. `GET /v1/stats` (readStats) */
    read(input?: Query<'readStats'>, options?: CallOptions): Promise<DailyStats>
  }
}
