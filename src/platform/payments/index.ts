/**
 * Payment provider (spec: completions 7, Providers). Every call that moves money sends our id as the idempotency key. Amounts are in US
 * cents. Errors: PaymentsError only.
 */
export type Payments = {
  readonly name: 'test' | 'stripe'
  /** Mode of the API keys. Customers and cards of one mode do not exist in the other mode. */
  readonly mode: 'test' | 'live'
  /** Values of `method` that users can choose for `pay`. */
  readonly methods: readonly string[]
  /** Returns true when `pay` accepts this method, including methods that `methods` does not list, such as Stripe's `pm_…`. */
  takes(method: string): boolean
  /** Returns true when this method uses the provider's own payment page, which also offers the customer's saved cards. */
  offersCards(method: string): boolean
  /**
   * Charges the buyer once per id and customer. A declined card returns `failed` instead of an error. Errors: `no_customer` when the
   * provider does not know the customer.
   */
  charge(charge: Charge): Promise<Charged>
  /** Returns the state of a pending charge, or of a charge whose response from the provider was lost. Never charges the buyer. */
  retrieveCharge(charge: Charge & { ref: string | null }): Promise<Charged>
  /** Refunds the buyer. Errors: `refused` when the amount exceeds the amount of the charge that is not refunded yet. */
  refund(refund: Refund): Promise<Sent>
  /** Pays a seller. Errors: `refused` when the seller has no usable payout account. */
  transfer(transfer: Transfer): Promise<Sent>
  /** Takes back money that was transferred to a seller. Errors: `no_funds` while the seller's account has too little money. */
  reverse(reversal: Reversal): Promise<Sent>
  /**
   * Finds or opens the seller's payout account, and returns it with the URL of the page where the seller completes the account setup.
   * Returns null when the provider needs no accounts.
   */
  openAccount(seller: Seller): Promise<SellerAccount> | null
  /** Creates the provider's customer for a buyer, once per id. Returns the provider's id. */
  createCustomer(customer: NewCustomer): Promise<string>
  changeCustomer(ref: string, email: string): Promise<void>
  /** Deletes a customer and its saved cards. `ref` is null when the response to its creation was lost. The call can be repeated. */
  deleteCustomer(customer: { id: string; ref: string | null }): Promise<void>
  /** Lists a customer's saved cards, newest first. Returns an empty list for an unknown customer. */
  listCards(customerRef: string): Promise<SavedCard[]>
  /** Removes a saved card of this customer. Errors: `refused` when the customer does not have the card. */
  removeCard(customerRef: string, cardRef: string): Promise<void>
  /**
   * Verifies the raw body of a webhook and returns the event, which names the object that has changed. Errors: `bad_signature`,
   * `bad_event`.
   */
  readEvent(raw: Uint8Array, signature: string | undefined, now: Date): VerifiedEvent
  /**
   * Fetches the current state of the object that a webhook names, or returns null. Callers must trust only this result, never the event's
   * content.
   */
  fetchNews(about: EventSubject): Promise<ProviderUpdate | null>
}

export type Charge = {
  /** Our payment id, which is also the idempotency key. */
  id: string
  amountCents: number
  method: string
  /** Id of the order, hold or purchase that the charge pays for. */
  subject: string
  startedAt: Date
  now: Date
  /** Data for the provider's payment page. Must be identical in every attempt. */
  page?: { title: string; returnUrl: string }
  /** The provider's customer id, or null. The payment page offers the saved cards of this customer. */
  customerRef?: string | null
}

/**
 * Customer record of a buyer at the provider. `id`: our id, which is also the idempotency key. `email`: verified email address, or null.
 */
export type NewCustomer = { id: string; accountId: string; email: string | null }

/** Card that a buyer saved at the provider. The service never stores it. */
export type SavedCard = { ref: string; brand: string; last4: string; expMonth: number; expYear: number }

export type Charged = {
  /** The provider's id of the charge, or null when the provider does not know the charge. */
  ref: string | null
  status: 'succeeded' | 'pending' | 'failed'
  failure: string | null
  /** Secret with which the buyer's browser can continue a pending charge (Stripe's client secret). */
  clientSecret: string | null
  url?: string | null
  /** Amount and payment id as the provider recorded them, after a successful charge. */
  proof: Proof | null
}

export type Proof = { payment: string | null; amountCents: number; currency: string }

/**
 * Refund, transfer or reversal as the provider reports it. The amount may differ from the requested amount if an earlier request used the
 * same id.
 */
export type Sent = { ref: string; amountCents: number }

export type Refund = { id: string; ref: string; amountCents: number }

export type Transfer = {
  id: string
  /** The payout account of the seller, or null when the provider needs no accounts. */
  account: string | null
  amountCents: number
  /** Id of the order, hold or purchase that the buyer paid for. */
  subject: string
  /**
   * The provider's id of the charge that funds the transfer. If set, the transfer does not have to wait until the money is in the balance.
   */
  sourceRef?: string | null
}

/** Reversal of a transfer. `ref`: the transfer to take back, in full or in part. */
export type Reversal = { id: string; ref: string; amountCents: number }

/**
 * Seller who needs a payout account. `era` changes when the seller's email address is first verified, so that a payout account from before
 * the verification is not reused.
 */
export type Seller = { id: string; email: string; era: string; ref: string | null; returnUrl: string }

/**
 * Payout account of a seller. `gone`: the account left the platform, so no money can be sent to it. `url`: page where the seller
 * continues, or null.
 */
export type SellerAccount = { ref: string; ready: boolean; gone: boolean; url: string | null }

/** Object that an event is about. `account`: the seller's account that owns the object, or null when it belongs to the service. */
export type EventSubject = {
  kind: 'intent' | 'checkout' | 'dispute' | 'refund' | 'transfer' | 'payout' | 'account'
  ref: string
  account: string | null
}

/**
 * Event with a valid signature. `madeAt`: time of the change, which can be days before the delivery. `about`: null for event types that the
 * service does not handle. `doubt`: reason to ignore the event, because it belongs to a different mode or account, or null. `claims`:
 * payment and object that the event names, not verified yet.
 */
export type VerifiedEvent = {
  id: string
  type: string
  madeAt: Date
  about: EventSubject | null
  doubt: string | null
  claims: { payment: string | null; ref: string }
}

/** Current state of an object, as the provider reports it. Amounts are in cents; currencies are lowercase. */
export type ProviderUpdate =
  /** `payment`: our payment id, which the provider may report before we know `ref`. */
  | { kind: 'charge'; payment: string | null; ref: string; charged: Charged }
  | ChargebackNews
  | { kind: 'refund'; ref: string; move: string | null; amountCents: number; currency: string; failed: boolean; reason: string | null }
  | { kind: 'transfer'; ref: string; move: string | null; amountCents: number; currency: string; reversedCents: number }
  | { kind: 'payout_failed'; ref: string; account: string; amountCents: number; currency: string; reason: string | null }
  | { kind: 'account'; account: SellerAccount }

/** Chargeback: the buyer's bank demands a payment back. */
export type ChargebackNews = {
  kind: 'chargeback'
  ref: string
  payment: string | null
  chargeRef: string | null
  amountCents: number
  currency: string
  /** Stage of the dispute. In an `inquiry`, no money has been withheld yet. */
  stage: 'inquiry' | 'open' | 'won' | 'lost'
  /** Amount that the bank currently withholds. */
  takenCents: number
  /** Number of money movements of the dispute so far. If two states differ, the state with the higher number is newer. */
  entries: number
  reason: string
  dueBy: Date | null
}
