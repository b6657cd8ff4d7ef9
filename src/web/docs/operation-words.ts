/** Which ask-first actions hold a call of an operation. A test holds it against the endpoints. */
export const ASKS: Readonly<Record<string, string>> = {
  createShop: '`listings.publish`, unless it is private',
  changeShop:
    '`shops.floor` when it can sell for less, `listings.publish` when more or other words are in sight, `messages.send` when its helper begins to answer, and, when it leaves the market, `offers.decline` for offers and `orders.refund` for deposits that end with it',
  deleteShop: '`shops.delete`, and `offers.decline` and `orders.refund` for offers and deposits that end with it',
  setShopPicture: '`listings.publish` unless the shop is private, and `shops.delete` where it takes the place of another',
  removeShopPicture: '`shops.delete`',
  importListings: '`listings.price`',
  createListing: '`listings.publish` when `publish` is true, and `listings.price` then and with research; a draft asks nobody',
  publishListing: '`listings.publish`, and `listings.price`, since its price comes into sight',
  relistListing: '`listings.publish`, and `listings.price`, since its price comes into sight',
  unpublishListing: '`offers.decline` and `orders.refund`, where offers and deposits end with it',
  markListingSold: '`offers.decline` and `orders.refund`, where offers and deposits end with it',
  changeListing:
    '`listings.price` when the price, the lowest price or the shipping changes, `listings.publish` for words of what is not a draft, `shops.floor` when offers are switched on, `offers.decline` when they are switched off and some stand',
  deleteListing: '`listings.delete`, and `offers.decline` and `orders.refund` for offers and deposits that end with it',
  addPhotos: '`listings.publish`, unless it is a draft',
  orderPhotos: '`listings.publish`, unless it is a draft',
  changePhoto: '`listings.publish`, unless it is a draft',
  removePhoto: '`listings.delete`, and `listings.publish` unless it is a draft',
  startResearch: '`listings.price`, and `listings.publish` unless it is a draft',
  useTake: '`listings.publish`, unless it is a draft',
  makeOffer: '`buying.offer`, and `messages.send` with a note',
  acceptOffer: '`offers.accept` as the seller, `buying.offer` as the buyer who takes a counter',
  declineOffer: '`offers.decline` as the seller',
  counterOffer: '`offers.counter`, and `messages.send` with a note',
  createOrder: '`buying.offer`',
  payOrder: '`buying.pay`',
  askHold: '`buying.offer`',
  payHold: '`buying.pay`',
  returnHold: '`orders.refund`',
  shipOrder: '`orders.ship`, and `messages.send` for a carrier in words of your own',
  deliverOrder: '`buying.confirm` as the buyer, `orders.ship` as the seller',
  confirmOrder: '`buying.confirm`',
  reportProblem: '`messages.send`',
  answerOrder: '`orders.cancel` or, to a problem, `messages.send` as the seller; `buying.confirm` as the buyer',
  cancelOrder: '`orders.cancel`',
  refundOrder: '`orders.refund`',
  openPayoutAccount: '`orders.refund`',
  writeReview: '`messages.send`',
  replyToReview: '`messages.send`',
  reportListing: '`messages.send`',
  startThread: '`messages.send`',
  sendMessage: '`messages.send`',
  setWebhook: '`webhooks.change`',
  stopWebhook: '`webhooks.change`',
  rotateWebhookSecret: '`webhooks.change`',
}

/** Scopes that hang on more than the call: the definition asks for `read`, the verb for the rest. */
export const BY_SIDE: Readonly<Record<string, string>> = {
  approve: 'that of the action asked for; a key of kind `agent` never',
  decline: 'that of the action asked for; a key of kind `agent` never',
}

/** What a line of summary cannot say. Paragraphs of Markdown. */
export const MORE: Readonly<Record<string, string>> = {
  createAccount:
    'The answer is the account with `api_key`, a first key of all scopes; its `secret` is in no later answer. An email in use is 409 with `param: "email"`. The server may have sign-ups closed: 403.',
  getMe: 'The way to check that a key works, and what it may do. Never counted against the month, and answered when the month is used up.',
  createSession:
    'An account with a second factor is not signed in by its password alone: the answer is 401 with `code: "second_factor"`, a `ticket`, the `factors` that it takes (`totp`, `passkey`, `recovery_code`) and a cookie that binds the sign-in to this browser. Send one of them with the ticket to [POST /sessions/second](/docs/api/passSecondStep) within 10 minutes. Programs use a key instead.',
  passSecondStep:
    'Exactly one of `totp`, `recovery_code` and `passkey`. A wrong one is 401 with `param`; five wrong codes in 10 minutes are 429 until the first of them is that old. In a session that is open already leave `ticket` out: the session passes the second step, as operators have to, and the answer is 200.',
  askForPasskey:
    'Give `options` to `PublicKeyCredential.parseRequestOptionsFromJSON` and `navigator.credentials.get`. Without a ticket and without a session it is for signing in by a passkey alone; with a ticket for its second step; in a session for `POST /sessions/proof` and `POST /sessions/second`.',
  askForNewPasskey:
    'Give `options` to `PublicKeyCredential.parseCreationOptionsFromJSON` and `navigator.credentials.create`, and send its `toJSON()` as `response` to [POST /passkeys](/docs/api/addPasskey).',
  addPasskey:
    'From the first factor on, the password alone signs in no more. `recovery_codes` holds ten codes with the first factor, shown this once; later it is null.',
  startTotp:
    '`uri` goes into a QR code, `secret` is for typing. Nothing is asked for at sign-in before the first code came to [POST /totp/confirm](/docs/api/confirmTotp), within an hour.',
  changeMe:
    '`brake: true` stops every helper and every agent key at once; those at work look again before each write. `false` lets them go on.',
  createKey:
    'A key can never make another key: this takes a signed-in session. For `kind: "agent"` the answer holds `link`, the address to hand over; see [agents](/docs/agents).',
  proveSession:
    'Who changes keys, the webhook by session, the password or the address, ends sessions or closes the account must have shown within 15 minutes who they are: by signing in, by a mailed link, or by this. Without that the answer is 403 with `code: "proof"`. A key is never asked.',
  listRequests:
    'For finding out what a program of yours did: method, path, status and time of each, for at most 30 days. No query, header or body is kept. An agent key sees its own alone.',
  approve:
    'The stored request runs once, with everything checked again: rights, states, amounts. What came of it is in `result`, with the `status` and `body` the agent would have seen.',
  createExport: 'Answers 202. Poll `GET /exports/{id}` until its `status` is `done`; the archive is kept for 7 days.',
  createShop:
    'The slug is lower-case letters, digits and inner hyphens; upper case is folded. Reserved words are 400, a slug in use is 409 with `param: "slug"`.',
  changeShop:
    'A new `slug` moves the shop: the old address redirects, and stays reserved for you for 30 days. The settings of the helpers are sent flat and come back under `agent`.',
  deleteShop: 'Cannot be undone. A shop that has sales is 409: pause it instead.',
  importListings:
    'Send the CSV as `text/csv`, or as a file of a form. Each row is answered by itself, so one bad row stops no other. `GET /listings/export` gives a file with the right columns.',
  createListing:
    'With `publish: true` its link is made from the title. A bad picture address fails the whole call and makes nothing; `param` names it: `photo_urls[2]`. What may happen to it next is under [states](/docs/states#listing).',
  changeListing:
    'A live listing shows its changes at once. A sold one is 409: relist it first. Title and price of a live listing cannot be cleared: 400.',
  deleteListing: 'A listing that was ever sold stays on record: 409.',
  publishListing:
    'Without a title or a price: 400, and `param` names which. Publishing what is live answers 200 and changes nothing, or sets `visibility`.',
  markListingSold: 'For what you sold elsewhere. Sales through the service mark themselves; this sends no `listing.sold`.',
  relistListing: 'Needs a title and a price. While an order on it is unfinished: 409.',
  addPhotos:
    'As `multipart/form-data` with files of up to 10 MB, and at most one video of up to 40 MB; or with `urls`. JPEG, PNG, WebP and AVIF are taken, by their content and not their name. The place and the camera are taken out. At most 24 a listing. One bad file or address fails the whole call and adds nothing.',
  orderPhotos: 'All of the listing’s photos, each once. The first must be your own picture: not one from the web, and not the video.',
  removePhoto: 'Where it was the cover, your next own picture becomes it. Answers with those that remain.',
  searchMarket:
    'Needs no key; any website may call it. With a key, `liked` says what you like. `facets=true` adds counts. `exact` is false where nothing is what `q` asks for by name, and `data` is only near it.',
  makeOffer:
    'An offer stands for 48 hours. A higher one replaces your own; more than 5 on one listing in 24 hours, withdrawn ones counted, are 429. The answer is the same whatever the seller’s floor. The rules of counters are under [negotiation](/docs/negotiation).',
  acceptOffer: 'The listing is kept for the buyer, who has 24 hours to pay. No helper can call this.',
  counterOffer: 'Above the offer and below the price.',
  createOrder: 'The listing is yours for 15 minutes. Somebody else’s order, or a price that has moved from `expected_total`: 409.',
  payOrder:
    'A declined payment is 402 and can be tried again in time. `payment` is `pending` while a slow one is under way: poll the order.',
  shipOrder: 'Due by `ship_by`, 5 working days after payment; then the order is cancelled and paid back.',
  reportProblem: 'Possible until `protect_until`. The seller’s money waits until it is solved.',
  refundOrder: 'For an order with a reported problem. Refunds together never pass what was paid.',
  askHold: 'The deposit is 10 percent of the price in whole dollars, at least 5. `terms` says what becomes of it: show that before paying.',
  startThread: 'Give `listing` or `shop`, not both.',
  setWebhook:
    'One address per account. The first answer holds `secret`, and so does the first after a `DELETE`. Saving also switches a webhook on that was switched off. All about deliveries is under [webhooks](/docs/webhooks).',
  rotateWebhookSecret: 'The old secret stops working at once, from the next try on.',
  testWebhook:
    'One try, now. `status` is what your receiver answered, or 0 where nothing did; then `error` says why. Without a webhook: 409.',
  retryDeliveries:
    'What failed in the last 30 days, longest ago first; each goes out with the same id and bytes. At most 500 are on their way at once: ask again while `left` is not 0, with the same `tried_before`, so that what fails anew does not go out twice.',
  retryDelivery: 'The same id and bytes with a fresh signature.',
  startResearch:
    'Answers 202 with a run. A run touched less than 3 minutes ago is answered with 200 as it is. What you typed yourself is never overwritten.',
  writeWords: 'Without a model key, or when the model fails: 200 with `take: null` and a `message`.',
  sendChat:
    'The answer is a stream of server-sent events: `text`, `change`, `done`. With `Accept: application/json` it is one JSON answer at the end. At most 5 steps a reply. Without a model key: 503.',
  checkShopping: 'Give `link` or `words`. Needs its providers: 503 without them.',
  explainOffer: 'Only the seller sees it; see [negotiation](/docs/negotiation).',
  likeListing: 'Does nothing twice.',
  followStore: 'Does nothing twice.',
}
