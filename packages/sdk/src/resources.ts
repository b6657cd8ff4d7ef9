// Written by packages/sdk/generate.ts from docs/api/openapi.json: npm run generate.
import type { operations, CreateShopBody, ChangeShopBody, CreateListingBody, PutListingBody, ChangeListingBody, PublishListingBody, OrderPhotosBody, ChangePhotoBody, CreateQuestionBody, ChangeQuestionBody, WriteReviewBody, ReplyToReviewBody, SetWebhookBody, RetryDeliveriesBody, StartResearchBody, WriteWordsBody, CheckShoppingBody, Approval, NewAccount, Account, Sandbox, SandboxClock, RequestList, Request, ApprovalList, EventList, Event, Order, Offer, Message, Review, ShopList, Shop, ShopWithStats, DeletedShop, Import, BulkPreview, Bulk, Listing, SalePreview, Sale, SaleList, ListingList, DeletedListing, PhotoList, QuestionList, Question, DeletedQuestion, SearchResult, PublicListing, PublicListingDetail, SuggestionList, Suggestion, StoreList, Store, StoreDetail, ReviewPage, Like, Follow, PublicListingList, SearchList, Search, DeletedSearch, Report, OfferList, OfferExplanation, Invitation, InvitationList, SavedAddressList, SavedAddress, DeletedAddress, OrderList, PurchaseQuote, Purchase, PurchaseList, RateList, Rate, Label, LabelResults, Hold, HoldList, PayoutList, Payout, PayoutAccount, Balance, StatementList, Statement, StatementLineList, StatementLine, ThreadList, Thread, ThreadDetail, SavedReplyList, SavedReply, DeletedReply, Block, DeletedBlock, BlockList, PersonReport, Webhook, WebhookTest, DeliveryList, Delivery, DeliveryDetail, Redelivery, Inbox, Notices, ResearchRun, Words, Take, TakeList, ChatReply, ChatMessage, ChatMessageList, ShoppingCheck, Helpers, Measure, MeasureList, DailyStats } from './contract.ts'
import type { CallOptions, Pages } from './types.ts'

type Json<T> = T extends { content: { 'application/json': infer Body } } ? Body : never
type Query<Id extends keyof operations> = NonNullable<operations[Id]['parameters']['query']>
type Body<Id extends keyof operations, Media extends string> =
  NonNullable<operations[Id] extends { requestBody?: infer Sent } ? Sent : never> extends { content: infer Content }
    ? Content[Media & keyof Content]
    : never
/** Response of a call. The type excludes pending approvals, because a call that needs an approval throws. */
type Answer<Id extends keyof operations, Status extends number> =
  Exclude<Json<operations[Id]['responses'][Status & keyof operations[Id]['responses']]>, Approval>

/** Calls that a key may make, by the first segment of their path. */
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
    /** Get your test mode: its two accounts and its clock. `GET /v1/sandbox` (getSandbox) */
    get(options?: CallOptions): Promise<Sandbox>
    /** Move your test mode’s clock forward. `POST /v1/sandbox/clock` (advanceSandbox) */
    advance(input: Body<'advanceSandbox', 'application/json'>, options?: CallOptions): Promise<SandboxClock>
    /** Delete all your test data. `POST /v1/sandbox/reset` (resetSandbox) */
    reset(options?: CallOptions): Promise<Sandbox>
  }
  requests: {
    /** List the last 100 requests made with your keys, newest first. `GET /v1/requests` (listRequests) */
    list(input?: Query<'listRequests'>, options?: CallOptions): Pages<RequestList, Request>
  }
  approvals: {
    /** List your agents’ approval requests, newest first. `GET /v1/approvals` (listApprovals) */
    list(input?: Query<'listApprovals'>, options?: CallOptions): Pages<ApprovalList, Approval>
    /** Get an approval, with the result once its request has been executed. `GET /v1/approvals/{id}` (getApproval) */
    get(id: string, options?: CallOptions): Promise<Approval>
    /** Approve and run the stored request, once. `POST /v1/approvals/{id}/approve` (approve) */
    approve(id: string, options?: CallOptions): Promise<Approval>
    /** Decline the stored request. `POST /v1/approvals/{id}/decline` (decline) */
    decline(id: string, options?: CallOptions): Promise<Approval>
  }
  events: {
    /** List the events of the last 30 days, newest first; with `after`, oldest first for polling. `GET /v1/events` (listEvents) */
    list(input?: Query<'listEvents'>, options?: CallOptions): Pages<EventList, Event>
  }
  shops: {
    /** List your shops, oldest first. `GET /v1/shops` (listShops) */
    list(options?: CallOptions): Pages<ShopList, Shop>
    /** Open a shop. `POST /v1/shops` (createShop) */
    create(input: CreateShopBody, options?: CallOptions): Promise<Shop>
    /** Get one of your shops, with its statistics. `GET /v1/shops/{slug}` (getShop) */
    get(slug: string, options?: CallOptions): Promise<ShopWithStats>
    /** Change a shop; a new slug changes its URL. `PATCH /v1/shops/{slug}` (changeShop) */
    change(slug: string, input?: ChangeShopBody, options?: CallOptions): Promise<Shop>
    /** Delete a shop without sales, with its listings and their photos. `DELETE /v1/shops/{slug}` (deleteShop) */
    delete(slug: string, options?: CallOptions): Promise<DeletedShop>
    /** Set the picture of a shop, as a file or by URL. `PUT /v1/shops/{slug}/picture` (setShopPicture) */
    setPicture(slug: string, input?: Body<'setShopPicture', 'multipart/form-data'>, options?: CallOptions): Promise<Shop>
    /** Remove the picture of a shop. `DELETE /v1/shops/{slug}/picture` (removeShopPicture) */
    removePicture(slug: string, options?: CallOptions): Promise<Shop>
    /** Lower the prices of a shop for up to 14 days, or preview the sale. `POST /v1/shops/{slug}/sales` (createSale) */
    createSale(slug: string, input: Body<'createSale', 'application/json'>, options?: CallOptions): Promise<SalePreview | Sale>
    /** List the sales of a shop, newest first. `GET /v1/shops/{slug}/sales` (listSales) */
    listSales(slug: string, input?: Query<'listSales'>, options?: CallOptions): Pages<SaleList, Sale>
    /** End a sale now, or cancel a planned one; a job restores the prices. `POST /v1/shops/{slug}/sales/{id}/end` (endSale) */
    endSale(slug: string, id: string, options?: CallOptions): Promise<Sale>
  }
  listings: {
    /** Create or change listings from a CSV of at most 1000 rows, with a result for each row. `POST /v1/listings/import` (importListings) */
    'import'(input?: Body<'importListings', 'multipart/form-data'>, options?: CallOptions): Promise<Import>
    /** Export your listings as a CSV that you can import again. `GET /v1/listings/export` (exportListings) */
    export(input?: Query<'exportListings'>, options?: CallOptions): Promise<string>
    /** Change up to 1,000 of your listings, or preview the change. `POST /v1/listings/bulk` (bulkListings) */
    bulk(input: Body<'bulkListings', 'application/json'>, options?: CallOptions): Promise<BulkPreview | Answer<'bulkListings', 202>>
    /** Get a bulk change with its progress. `GET /v1/listings/bulk/{id}` (getBulk) */
    getBulk(id: string, options?: CallOptions): Promise<Bulk>
    /** Undo a bulk change within 24 hours of its end. `POST /v1/listings/bulk/{id}/undo` (undoBulk) */
    undoBulk(id: string, options?: CallOptions): Promise<Answer<'undoBulk', 202>>
    /** Lower the price of a listing step by step, down to your minimum price. `PUT /v1/listings/{id}/price-drop` (setPriceDrop) */
    setPriceDrop(id: string, input: Body<'setPriceDrop', 'application/json'>, options?: CallOptions): Promise<Listing>
    /** Stop the price-drop schedule of a listing. `DELETE /v1/listings/{id}/price-drop` (stopPriceDrop) */
    stopPriceDrop(id: string, options?: CallOptions): Promise<Listing>
    /** List and search your listings, most recently changed first. `GET /v1/listings` (listListings) */
    list(input?: Query<'listListings'>, options?: CallOptions): Pages<ListingList, Listing>
    /** Create a draft, or with `publish` a live listing. `POST /v1/listings` (createListing) */
    create(input?: CreateListingBody, options?: CallOptions): Promise<Listing>
    /** Create the listing with your SKU, or change it if it exists. `PUT /v1/listings/by-sku/{sku}` (putListing) */
    put(sku: string, input?: PutListingBody, options?: CallOptions): Promise<Listing>
    /** Get one of your listings. `GET /v1/listings/{id}` (getListing) */
    get(id: string, options?: CallOptions): Promise<Listing>
    /** Change the given fields of a listing; null clears a field. `PATCH /v1/listings/{id}` (changeListing) */
    change(id: string, input?: ChangeListingBody, options?: CallOptions): Promise<Listing>
    /** Delete a listing that was never sold, with its photos. `DELETE /v1/listings/{id}` (deleteListing) */
    delete(id: string, options?: CallOptions): Promise<DeletedListing>
    /** Publish a draft; it needs a title and a price. `POST /v1/listings/{id}/publish` (publishListing) */
    publish(id: string, input?: PublishListingBody, options?: CallOptions): Promise<Listing>
    /** Unpublish a live listing: it becomes a draft and keeps its link. `POST /v1/listings/{id}/unpublish` (unpublishListing) */
    unpublish(id: string, options?: CallOptions): Promise<Listing>
    /** Mark a live listing as sold elsewhere. `POST /v1/listings/{id}/mark-sold` (markListingSold) */
    markSold(id: string, options?: CallOptions): Promise<Listing>
    /** Relist a sold listing or a draft at the same link. `POST /v1/listings/{id}/relist` (relistListing) */
    relist(id: string, options?: CallOptions): Promise<Listing>
    /** Add photos after the existing ones, as files or by URL. `POST /v1/listings/{id}/photos` (addPhotos) */
    addPhotos(id: string, input?: Body<'addPhotos', 'multipart/form-data'>, options?: CallOptions): Promise<PhotoList>
    /** Reorder the photos of a listing. `PUT /v1/listings/{id}/photos/order` (orderPhotos) */
    orderPhotos(id: string, input: OrderPhotosBody, options?: CallOptions): Promise<PhotoList>
    /** Set the alternative text of a photo. `PATCH /v1/listings/{id}/photos/{photoId}` (changePhoto) */
    changePhoto(id: string, photoId: string, input: ChangePhotoBody, options?: CallOptions): Promise<PhotoList>
    /** Remove a photo. `DELETE /v1/listings/{id}/photos/{photoId}` (removePhoto) */
    removePhoto(id: string, photoId: string, options?: CallOptions): Promise<PhotoList>
    /** List the public questions about your listing, oldest first. `GET /v1/listings/{id}/questions` (listQuestions) */
    listQuestions(id: string, input?: Query<'listQuestions'>, options?: CallOptions): Pages<QuestionList, Question>
    /** Publish a question and your answer on a listing. `POST /v1/listings/{id}/questions` (createQuestion) */
    createQuestion(id: string, input: CreateQuestionBody, options?: CallOptions): Promise<Question>
    /** Change a public question or its answer. `PATCH /v1/listings/{id}/questions/{questionId}` (changeQuestion) */
    changeQuestion(id: string, questionId: string, input?: ChangeQuestionBody, options?: CallOptions): Promise<Question>
    /** Delete a public question with its answer. `DELETE /v1/listings/{id}/questions/{questionId}` (deleteQuestion) */
    deleteQuestion(id: string, questionId: string, options?: CallOptions): Promise<DeletedQuestion>
    /** Offer a listing for less to the people who like it; the first person to take it gets the order. `POST /v1/listings/{id}/invitations` (inviteLikers) */
    inviteLikers(id: string, input: Body<'inviteLikers', 'application/json'>, options?: CallOptions): Promise<Invitation>
    /** Research an item and its value in the background. `POST /v1/listings/{id}/research` (startResearch) */
    startResearch(id: string, input?: StartResearchBody, options?: CallOptions): Promise<ResearchRun | Answer<'startResearch', 202>>
    /** Get the latest research for a listing: its steps while it runs, then its result. `GET /v1/listings/{id}/research` (getResearch) */
    getResearch(id: string, options?: CallOptions): Promise<ResearchRun>
    /** Write a title, one-liner, description and teaser in a tone; the listing changes only when you use a take. `POST /v1/listings/{id}/words` (writeWords) */
    writeWords(id: string, input: WriteWordsBody, options?: CallOptions): Promise<Words>
    /** List the takes of a listing, newest first. `GET /v1/listings/{id}/words` (listTakes) */
    listTakes(id: string, input?: Query<'listTakes'>, options?: CallOptions): Pages<TakeList, Take>
    /** Use a take: copy its text into the listing. `POST /v1/listings/{id}/words/{take}/use` (useTake) */
    useTake(id: string, take: string, options?: CallOptions): Promise<Listing>
    /** Send a message to the listing agent, which can change the listing. `POST /v1/listings/{id}/chat` (sendChat) */
    sendChat(id: string, input: Body<'sendChat', 'application/json'>, options?: CallOptions): Promise<ChatReply>
    /** List the messages of a listing’s chat, newest first. `GET /v1/listings/{id}/chat` (listChat) */
    listChat(id: string, input?: Query<'listChat'>, options?: CallOptions): Pages<ChatMessageList, ChatMessage>
  }
  market: {
    /** List the public questions about a listing with the owner’s answers, oldest first. `GET /v1/market/listings/{id}/questions` (listPublicQuestions) */
    listPublicQuestions(id: string, input?: Query<'listPublicQuestions'>, options?: CallOptions): Pages<QuestionList, Question>
    /** Search the listings on the marketplace. `GET /v1/market/search` (searchMarket) */
    search(input?: Query<'searchMarket'>, options?: CallOptions): Pages<SearchResult, PublicListing>
    /** Get a listing as a buyer sees it. `GET /v1/market/listings/{id}` (getPublicListing) */
    getListing(id: string, options?: CallOptions): Promise<PublicListingDetail>
    /** Suggest completions for a search: words, categories and stores. `GET /v1/market/suggest` (suggestSearch) */
    suggest(input?: Query<'suggestSearch'>, options?: CallOptions): Pages<SuggestionList, Suggestion>
    /** List stores, busiest first. `GET /v1/market/stores` (listStores) */
    listStores(input?: Query<'listStores'>, options?: CallOptions): Pages<StoreList, Store>
    /** Get a store with its listings, newest first, and its latest sales. `GET /v1/market/stores/{slug}` (getStore) */
    getStore(slug: string, input?: Query<'getStore'>, options?: CallOptions): Promise<StoreDetail>
    /** Like a listing. `PUT /v1/market/listings/{id}/like` (likeListing) */
    likeListing(id: string, options?: CallOptions): Promise<Like>
    /** Unlike a listing. `DELETE /v1/market/listings/{id}/like` (unlikeListing) */
    unlikeListing(id: string, options?: CallOptions): Promise<Like>
    /** Follow a store. `PUT /v1/market/stores/{slug}/follow` (followStore) */
    followStore(slug: string, options?: CallOptions): Promise<Follow>
    /** Stop following a store. `DELETE /v1/market/stores/{slug}/follow` (unfollowStore) */
    unfollowStore(slug: string, options?: CallOptions): Promise<Follow>
    /** Report a listing; returns 200 with your earlier report if it is still open. `POST /v1/market/listings/{id}/report` (reportListing) */
    reportListing(id: string, input: Body<'reportListing', 'application/json'>, options?: CallOptions): Promise<Report>
    /** Block the owner of a store. `PUT /v1/market/stores/{slug}/block` (blockStore) */
    blockStore(slug: string, options?: CallOptions): Promise<Block>
    /** Unblock the owner of a store. `DELETE /v1/market/stores/{slug}/block` (unblockStore) */
    unblockStore(slug: string, options?: CallOptions): Promise<DeletedBlock>
    /** Report a store; returns 200 with your earlier report if it is still open. `POST /v1/market/stores/{slug}/report` (reportStore) */
    reportStore(slug: string, input: Body<'reportStore', 'application/json'>, options?: CallOptions): Promise<PersonReport>
  }
  stores: {
    /** List the public reviews of a store, newest first. `GET /v1/stores/{slug}/reviews` (listStoreReviews) */
    listReviews(slug: string, input?: Query<'listStoreReviews'>, options?: CallOptions): Pages<ReviewPage, Review>
  }
  orders: {
    /** Review your order, once, within 30 days after it ends. `POST /v1/orders/{id}/review` (writeReview) */
    writeReview(id: string, input: WriteReviewBody, options?: CallOptions): Promise<Review>
    /** List your orders as buyer and seller, newest first. `GET /v1/orders` (listOrders) */
    list(input?: Query<'listOrders'>, options?: CallOptions): Pages<OrderList, Order>
    /** Order an item at its price: it is reserved for you for 15 minutes, and you must pay within that time. `POST /v1/orders` (createOrder) */
    create(input: Body<'createOrder', 'application/json'>, options?: CallOptions): Promise<Order>
    /** Get an order as its buyer or seller. `GET /v1/orders/{id}` (getOrder) */
    get(id: string, options?: CallOptions): Promise<Order>
    /** Pay an order. `POST /v1/orders/{id}/pay` (payOrder) */
    pay(id: string, input: Body<'payOrder', 'application/json'>, options?: CallOptions): Promise<Order>
    /** Mark an order as shipped, with its tracking number if there is one. `POST /v1/orders/{id}/ship` (shipOrder) */
    ship(id: string, input?: Body<'shipOrder', 'application/json'>, options?: CallOptions): Promise<Order>
    /** Mark an order as delivered: as the buyer when it has arrived, or as the seller of a pickup with the buyer’s code. `POST /v1/orders/{id}/deliver` (deliverOrder) */
    deliver(id: string, input?: Body<'deliverOrder', 'application/json'>, options?: CallOptions): Promise<Order>
    /** Confirm that everything is OK, or withdraw your problem report: the seller then gets the money. `POST /v1/orders/{id}/confirm` (confirmOrder) */
    confirm(id: string, options?: CallOptions): Promise<Order>
    /** Report a problem, with up to 6 photos as files or by URL. `POST /v1/orders/{id}/problem` (reportProblem) */
    reportProblem(id: string, input: Body<'reportProblem', 'multipart/form-data'>, options?: CallOptions): Promise<Order>
    /** Get a photo of a problem or a contested return as the buyer, the seller or the operator. `GET /v1/orders/{id}/problem/photos/{number}` (getProblemPhoto) */
    getProblemPhoto(id: string, number: string, options?: CallOptions): Promise<Blob>
    /** Answer a cancellation request or a partial refund with `agree`, or a problem with `body`. `POST /v1/orders/{id}/answer` (answerOrder) */
    answer(id: string, input?: Body<'answerOrder', 'application/json'>, options?: CallOptions): Promise<Order>
    /** Cancel an order; if you are the buyer and have paid, this asks the seller, and without an answer the order is cancelled after 72 hours. `POST /v1/orders/{id}/cancel` (cancelOrder) */
    cancel(id: string, options?: CallOptions): Promise<Order>
    /** Resolve a problem: refund everything, or offer the buyer a partial refund with `amount`. `POST /v1/orders/{id}/refund` (refundOrder) */
    refund(id: string, input?: Body<'refundOrder', 'application/json'>, options?: CallOptions): Promise<Order>
    /** Get the carriers’ rates for the parcel of a paid order, cheapest first; rates are valid for 24 hours. `GET /v1/orders/{id}/rates` (listRates) */
    listRates(id: string, input?: Query<'listRates'>, options?: CallOptions): Pages<RateList, Rate>
    /** Get the shipping label of an order as its seller. `GET /v1/orders/{id}/label` (getLabel) */
    getLabel(id: string, options?: CallOptions): Promise<Label>
    /** Buy the shipping label of a paid order; repeating the call returns the same label. `POST /v1/orders/{id}/label` (buyLabel) */
    buyLabel(id: string, input: Body<'buyLabel', 'application/json'>, options?: CallOptions): Promise<Label>
    /** Void an unused shipping label; its cost is no longer deducted from your share. `DELETE /v1/orders/{id}/label` (voidLabel) */
    voidLabel(id: string, options?: CallOptions): Promise<Label>
    /** Offer a return to resolve a problem: the buyer sends the item back and gets a full refund. `POST /v1/orders/{id}/return` (offerReturn) */
    offerReturn(id: string, input: Body<'offerReturn', 'application/json'>, options?: CallOptions): Promise<Order>
    /** Agree to an offered return: you send the item back within 7 days. `POST /v1/orders/{id}/return/agree` (agreeToReturn) */
    agreeToReturn(id: string, options?: CallOptions): Promise<Order>
    /** Decline an offered return: the operator then decides how to resolve the problem. `POST /v1/orders/{id}/return/decline` (declineReturn) */
    declineReturn(id: string, options?: CallOptions): Promise<Order>
    /** Mark a returned item as sent, with its tracking number. `POST /v1/orders/{id}/return/send` (sendReturn) */
    sendReturn(id: string, input: Body<'sendReturn', 'application/json'>, options?: CallOptions): Promise<Order>
    /** Mark a returned item as received: you then have 3 working days to check it. `POST /v1/orders/{id}/return/received` (receiveReturn) */
    receiveReturn(id: string, options?: CallOptions): Promise<Order>
    /** Contest a returned item, with 1 to 6 photos as files or by URL: the operator decides. `POST /v1/orders/{id}/return/contest` (contestReturn) */
    contestReturn(id: string, input: Body<'contestReturn', 'multipart/form-data'>, options?: CallOptions): Promise<Order>
    /** Block the other person in an order. `PUT /v1/orders/{id}/block` (blockOrder) */
    block(id: string, options?: CallOptions): Promise<Block>
    /** Unblock the other person in an order. `DELETE /v1/orders/{id}/block` (unblockOrder) */
    unblock(id: string, options?: CallOptions): Promise<DeletedBlock>
    /** Report the other person in an order; returns 200 with your earlier report if it is still open. `POST /v1/orders/{id}/report` (reportOrder) */
    report(id: string, input: Body<'reportOrder', 'application/json'>, options?: CallOptions): Promise<PersonReport>
  }
  reviews: {
    /** Reply once to a review of your shop. `POST /v1/reviews/{id}/reply` (replyToReview) */
    reply(id: string, input: ReplyToReviewBody, options?: CallOptions): Promise<Review>
  }
  likes: {
    /** List the listings that you like, most recently liked first. `GET /v1/likes` (listLikes) */
    list(input?: Query<'listLikes'>, options?: CallOptions): Pages<PublicListingList, PublicListing>
  }
  follows: {
    /** List the stores that you follow, most recently followed first. `GET /v1/follows` (listFollows) */
    list(input?: Query<'listFollows'>, options?: CallOptions): Pages<StoreList, Store>
  }
  searches: {
    /** List your saved searches, newest first. `GET /v1/searches` (listSearches) */
    list(input?: Query<'listSearches'>, options?: CallOptions): Pages<SearchList, Search>
    /** Save a search; returns 200 with the saved search if its filters are already saved. `POST /v1/searches` (saveSearch) */
    save(input?: Body<'saveSearch', 'application/json'>, options?: CallOptions): Promise<Search>
    /** Change the name or the alerts of a saved search. `PATCH /v1/searches/{id}` (changeSearch) */
    change(id: string, input?: Body<'changeSearch', 'application/json'>, options?: CallOptions): Promise<Search>
    /** Delete a saved search. `DELETE /v1/searches/{id}` (deleteSearch) */
    delete(id: string, options?: CallOptions): Promise<DeletedSearch>
  }
  offers: {
    /** Make an offer on a listing. `POST /v1/offers` (makeOffer) */
    make(input: Body<'makeOffer', 'application/json'>, options?: CallOptions): Promise<Offer>
    /** List the offers that you received (`role=seller`) or made (`role=buyer`), or both without `role`, newest first. `GET /v1/offers` (listOffers) */
    list(input?: Query<'listOffers'>, options?: CallOptions): Pages<OfferList, Offer>
    /** Get an offer that you made or received. `GET /v1/offers/{id}` (getOffer) */
    get(id: string, options?: CallOptions): Promise<Offer>
    /** Accept an offer (as its seller, scope `offers`) or a counteroffer (as its buyer, scope `buying`); creates an order to be paid within 24 hours. `POST /v1/offers/{id}/accept` (acceptOffer) */
    accept(id: string, input?: Body<'acceptOffer', 'application/json'>, options?: CallOptions): Promise<Offer>
    /** Decline an offer (as its seller, scope `offers`) or a counteroffer (as its buyer, scope `buying`). `POST /v1/offers/{id}/decline` (declineOffer) */
    decline(id: string, options?: CallOptions): Promise<Offer>
    /** Counter an open offer with a higher amount; the buyer has 48 hours to answer. `POST /v1/offers/{id}/counter` (counterOffer) */
    counter(id: string, input: Body<'counterOffer', 'application/json'>, options?: CallOptions): Promise<Offer>
    /** Withdraw an offer that you made. `POST /v1/offers/{id}/withdraw` (withdrawOffer) */
    withdraw(id: string, options?: CallOptions): Promise<Offer>
    /** Explain to the seller how the negotiator decided: the rule, the inputs, the calculation, and how much a counteroffer reveals about the lowest price. `GET /v1/offers/{id}/explain` (explainOffer) */
    explain(id: string, options?: CallOptions): Promise<OfferExplanation>
  }
  invitations: {
    /** List the invitations that you received (or sent, with `role=seller`), newest first. `GET /v1/invitations` (listInvitations) */
    list(input?: Query<'listInvitations'>, options?: CallOptions): Pages<InvitationList, Invitation>
    /** Take an invitation: order the item at the amount of the invitation, or at its price if that is lower, to be paid within 15 minutes. `POST /v1/invitations/{id}/take` (takeInvitation) */
    take(id: string, input?: Body<'takeInvitation', 'application/json'>, options?: CallOptions): Promise<Invitation>
    /** Decline an invitation that you received. `POST /v1/invitations/{id}/decline` (declineInvitation) */
    decline(id: string, options?: CallOptions): Promise<Invitation>
    /** Withdraw an invitation that you sent. `POST /v1/invitations/{id}/withdraw` (withdrawInvitation) */
    withdraw(id: string, options?: CallOptions): Promise<Invitation>
  }
  addresses: {
    /** List your delivery addresses, the default first, then the newest. `GET /v1/addresses` (listAddresses) */
    list(input?: Query<'listAddresses'>, options?: CallOptions): Pages<SavedAddressList, SavedAddress>
    /** Store a delivery address; orders take its id as `address`. `POST /v1/addresses` (createAddress) */
    createAddress(input: Body<'createAddress', 'application/json'>, options?: CallOptions): Promise<SavedAddress>
    /** Get one of your delivery addresses. `GET /v1/addresses/{id}` (getAddress) */
    getAddress(id: string, options?: CallOptions): Promise<SavedAddress>
    /** Change a delivery address, or make it the default. `PATCH /v1/addresses/{id}` (changeAddress) */
    changeAddress(id: string, input?: Body<'changeAddress', 'application/json'>, options?: CallOptions): Promise<SavedAddress>
    /** Delete a delivery address; existing orders keep their copy. `DELETE /v1/addresses/{id}` (deleteAddress) */
    deleteAddress(id: string, options?: CallOptions): Promise<DeletedAddress>
  }
  purchases: {
    /** Compute the price of 2 to 10 items from one shop together; nothing is reserved. `POST /v1/purchases/quote` (quotePurchase) */
    quote(input: Body<'quotePurchase', 'application/json'>, options?: CallOptions): Promise<PurchaseQuote>
    /** Order 2 to 10 items from one shop together: all are reserved for you for 15 minutes, with one payment and one parcel. `POST /v1/purchases` (createPurchase) */
    create(input: Body<'createPurchase', 'application/json'>, options?: CallOptions): Promise<Purchase>
    /** List your purchases as buyer and seller, newest first. `GET /v1/purchases` (listPurchases) */
    list(input?: Query<'listPurchases'>, options?: CallOptions): Pages<PurchaseList, Purchase>
    /** Get a purchase as its buyer or seller. `GET /v1/purchases/{id}` (getPurchase) */
    get(id: string, options?: CallOptions): Promise<Purchase>
    /** Pay a purchase: one payment for all of its orders. `POST /v1/purchases/{id}/pay` (payPurchase) */
    pay(id: string, input: Body<'payPurchase', 'application/json'>, options?: CallOptions): Promise<Purchase>
    /** Cancel a purchase that is not paid yet, with all of its orders. `POST /v1/purchases/{id}/cancel` (cancelPurchase) */
    cancel(id: string, options?: CallOptions): Promise<Purchase>
    /** Mark every paid order of a purchase as shipped in one parcel, with its tracking number if there is one. `POST /v1/purchases/{id}/ship` (shipPurchase) */
    ship(id: string, input?: Body<'shipPurchase', 'application/json'>, options?: CallOptions): Promise<Purchase>
  }
  labels: {
    /** Buy the cheapest shipping label for each of up to 50 paid orders, with one result per order. `POST /v1/labels` (buyLabels) */
    buy(input: Body<'buyLabels', 'application/json'>, options?: CallOptions): Promise<LabelResults>
  }
  holds: {
    /** Request a hold on an item for a deposit; nothing is paid yet. `POST /v1/holds` (askHold) */
    ask(input: Body<'askHold', 'application/json'>, options?: CallOptions): Promise<Hold>
    /** List the holds that you requested or that are on your items, newest first. `GET /v1/holds` (listHolds) */
    list(input?: Query<'listHolds'>, options?: CallOptions): Pages<HoldList, Hold>
    /** Get a hold. `GET /v1/holds/{id}` (getHold) */
    get(id: string, options?: CallOptions): Promise<Hold>
    /** Pay the deposit: the item is reserved for you for 72 hours. `POST /v1/holds/{id}/pay` (payHold) */
    pay(id: string, input: Body<'payHold', 'application/json'>, options?: CallOptions): Promise<Hold>
    /** Cancel a hold as the seller: the deposit is refunded in full. `POST /v1/holds/{id}/return` (returnHold) */
    return(id: string, options?: CallOptions): Promise<Hold>
  }
  payouts: {
    /** List your payouts, due and sent, newest first. `GET /v1/payouts` (listPayouts) */
    list(input?: Query<'listPayouts'>, options?: CallOptions): Pages<PayoutList, Payout>
    /** Get your payout account. `GET /v1/payouts/account` (getPayoutAccount) */
    getAccount(options?: CallOptions): Promise<PayoutAccount>
    /** Open your payout account, or continue its setup at `url`. `POST /v1/payouts/account` (openPayoutAccount) */
    openAccount(options?: CallOptions): Promise<PayoutAccount>
  }
  balance: {
    /** Get your balance: money earned, expected, on hold and paid out. `GET /v1/balance` (getBalance) */
    get(options?: CallOptions): Promise<Balance>
  }
  statements: {
    /** List your monthly statements, newest first. `GET /v1/statements` (listStatements) */
    list(input?: Query<'listStatements'>, options?: CallOptions): Pages<StatementList, Statement>
    /** Get your statement of a month or a year. `GET /v1/statements/{period}` (getStatement) */
    get(period: string, options?: CallOptions): Promise<Statement>
    /** List every change of your balance in a month or a year, oldest first. `GET /v1/statements/{period}/lines` (listStatementLines) */
    listLines(period: string, input?: Query<'listStatementLines'>, options?: CallOptions): Pages<StatementLineList, StatementLine>
    /** Export the lines of your statement as a CSV. `GET /v1/statements/{period}/export` (exportStatement) */
    export(period: string, options?: CallOptions): Promise<string>
  }
  threads: {
    /** List your conversations, newest message first; needs the scope `buying` as a buyer and `messages` as a seller. `GET /v1/threads` (listThreads) */
    list(input?: Query<'listThreads'>, options?: CallOptions): Pages<ThreadList, Thread>
    /** Send a message about a listing or to a shop, with up to 4 photos; continues an existing conversation. `POST /v1/threads` (startThread) */
    start(input?: Body<'startThread', 'multipart/form-data'>, options?: CallOptions): Promise<Thread>
    /** Get a conversation with its messages, oldest first. `GET /v1/threads/{id}` (getThread) */
    get(id: string, input?: Query<'getThread'>, options?: CallOptions): Promise<ThreadDetail>
    /** Send a message in a conversation, with up to 4 photos as files or by URL. `POST /v1/threads/{id}/messages` (sendMessage) */
    sendMessage(id: string, input?: Body<'sendMessage', 'multipart/form-data'>, options?: CallOptions): Promise<Message>
    /** Get a photo of a message as one of the two people in the conversation. `GET /v1/threads/{id}/messages/{message}/photos/{number}` (getMessagePhoto) */
    getMessagePhoto(id: string, message: string, number: string, input?: Query<'getMessagePhoto'>, options?: CallOptions): Promise<Blob>
    /** Mark a conversation as read. `POST /v1/threads/{id}/read` (readThread) */
    read(id: string, options?: CallOptions): Promise<Thread>
    /** Block the other person in a conversation. `PUT /v1/threads/{id}/block` (blockThread) */
    block(id: string, options?: CallOptions): Promise<Block>
    /** Unblock the other person in a conversation. `DELETE /v1/threads/{id}/block` (unblockThread) */
    unblock(id: string, options?: CallOptions): Promise<DeletedBlock>
    /** Report the other person in a conversation, which the operator then reads; returns 200 with your earlier report if it is still open. `POST /v1/threads/{id}/report` (reportThread) */
    report(id: string, input: Body<'reportThread', 'application/json'>, options?: CallOptions): Promise<PersonReport>
  }
  replies: {
    /** List your saved replies by title. `GET /v1/replies` (listReplies) */
    list(input?: Query<'listReplies'>, options?: CallOptions): Pages<SavedReplyList, SavedReply>
    /** Save a reply that you use often. `POST /v1/replies` (createReply) */
    createReply(input: Body<'createReply', 'application/json'>, options?: CallOptions): Promise<SavedReply>
    /** Get one of your saved replies. `GET /v1/replies/{id}` (getReply) */
    getReply(id: string, options?: CallOptions): Promise<SavedReply>
    /** Change the title or the text of a saved reply. `PATCH /v1/replies/{id}` (changeReply) */
    changeReply(id: string, input?: Body<'changeReply', 'application/json'>, options?: CallOptions): Promise<SavedReply>
    /** Delete a saved reply; sent messages stay. `DELETE /v1/replies/{id}` (deleteReply) */
    deleteReply(id: string, options?: CallOptions): Promise<DeletedReply>
  }
  blocks: {
    /** List the people you have blocked, most recently blocked first. `GET /v1/blocks` (listBlocks) */
    list(input?: Query<'listBlocks'>, options?: CallOptions): Pages<BlockList, Block>
  }
  webhooks: {
    /** Get the webhook: the URL that receives events. `GET /v1/webhooks` (getWebhook) */
    get(options?: CallOptions): Promise<Webhook>
    /** Set the webhook: its URL and its events. `PUT /v1/webhooks` (setWebhook) */
    set(input: SetWebhookBody, options?: CallOptions): Promise<Webhook>
    /** Stop sending events. `DELETE /v1/webhooks` (stopWebhook) */
    stop(options?: CallOptions): Promise<Webhook>
    /** Create a new signing secret, shown once; the old one becomes invalid immediately. `POST /v1/webhooks/rotate-secret` (rotateWebhookSecret) */
    rotateSecret(options?: CallOptions): Promise<Webhook>
    /** Send a test event now and return the receiver’s response. `POST /v1/webhooks/test` (testWebhook) */
    test(options?: CallOptions): Promise<WebhookTest>
    /** List the deliveries of the last 30 days, newest first. `GET /v1/webhooks/deliveries` (listDeliveries) */
    listDeliveries(input?: Query<'listDeliveries'>, options?: CallOptions): Pages<DeliveryList, Delivery>
    /** Get a delivery with its attempts and the exact body. `GET /v1/webhooks/deliveries/{id}` (getDelivery) */
    getDelivery(id: string, options?: CallOptions): Promise<DeliveryDetail>
    /** Resend all failed deliveries now, with the same ids and bodies. `POST /v1/webhooks/deliveries/retry` (retryDeliveries) */
    retryDeliveries(input?: RetryDeliveriesBody, options?: CallOptions): Promise<Redelivery>
    /** Resend a delivery now, with the same id and body. `POST /v1/webhooks/deliveries/{id}/retry` (retryDelivery) */
    retryDelivery(id: string, options?: CallOptions): Promise<Delivery>
  }
  inbox: {
    /** List your open tasks across all your shops. `GET /v1/inbox` (getInbox) */
    get(options?: CallOptions): Promise<Inbox>
  }
  notices: {
    /** List your notification settings. `GET /v1/notices` (listNotices) */
    list(options?: CallOptions): Promise<Notices>
  }
  sidekick: {
    /** Estimate how much of an item’s cost you would get back on resale, from a link or a description. `POST /v1/sidekick` (checkShopping) */
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
    /** Get the daily views, likes, offers and sales of your shops, up to 90 days back, and the best-selling categories. `GET /v1/stats` (readStats) */
    read(input?: Query<'readStats'>, options?: CallOptions): Promise<DailyStats>
  }
}
