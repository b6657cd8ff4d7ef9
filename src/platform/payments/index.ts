/**
 * Payment provider (spec: completions 7, Providers). Every call that moves money sends our id as the idempotency key. Amounts are in US
 * cents. Errors: PaymentsError only.
 */
export type Payments = {
  readonly name: 'test' | 'stripe'
  /** Mode of the API keys. Each customer and each card exists in only one mode. */
  readonly mode: 'test' | 'live'
  /** Values of `method` that users can choose for `pay`. */
  readonly methods: readonly string[]
  /** Returns true if `pay` accepts this method. The method may be missing from `methods`, as Stripe's `pm_…` is. */
  takes(method: string): boolean
  /** Returns true if this payment method uses the provider's own payment page, which also offers the customer's saved cards. */
  offersCards(method: string): boolean
  /**
   * Charges the buyer once per id and customer. Returns `failed` if the card is declined, instead of throwing. Errors: `no_customer` if the
   * provider does not know the customer.
   */
  charge(charge: Charge): Promise<Charged>
  /** Returns the state of a charge that is pending, or whose response from the provider was lost. Never charges the buyer. */
  retrieveCharge(charge: Charge & { ref: string | null }): Promise<Charged>
  /** Refunds the buyer. Errors: `refused` if the amount exceeds what is left of the charge. */
  refund(refund: Refund): Promise<Sent>
  /** Pays a seller. Errors: `refused` if the seller has no usable payout account. */
  transfer(transfer: Transfer): Promise<Sent>
  /** Reverses a transfer to a seller. Errors: `no_funds` while the seller's balance is too low. */
  reverse(reversal: Reversal): Promise<Sent>
  /**
   * Finds or opens the seller's payout account. Returns it with the URL of the page where the seller completes its setup, or null if the
   * provider needs no accounts.
   */
  openAccount(seller: Seller): Promise<SellerAccount> | null
  /** Creates a buyer's customer record at the provider, once per id. Returns the provider's id. */
  createCustomer(customer: NewCustomer): Promise<string>
  changeCustomer(ref: string, email: string): Promise<void>
  /** Deletes a customer and the saved cards. `ref`: null if the response to the creation was lost. The call can be repeated. */
  deleteCustomer(customer: { id: string; ref: string | null }): Promise<void>
  /** Lists a customer's saved cards, newest first. Returns an empty list for an unknown customer. */
  listCards(customerRef: string): Promise<SavedCard[]>
  /** Removes a saved card of this customer. Errors: `refused` if the customer does not have this card. */
  removeCard(customerRef: string, cardRef: string): Promise<void>
  /** Verifies a webhook's raw body and returns the event, which names the changed object. Errors: `bad_signature`, `bad_event`. */
  readEvent(raw: Uint8Array, signature: string | undefined, now: Date): VerifiedEvent
  /**
   * Fetches the current state of the object that a webhook names, or returns null if there is none. Callers must trust only this state,
   * never the content of the webhook.
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
  /** Data for the provider's payment page. Every attempt must pass the same data. */
  page?: { title: string; returnUrl: string }
  /** The provider's customer id, or null. The payment page offers this customer's saved cards. */
  customerRef?: string | null
}

/**
 * Customer record of a buyer at the provider. `id`: our id, which is also the idempotency key. `email`: verified email address, or null.
 */
export type NewCustomer = { id: string; accountId: string; email: string | null }

/** Card that a buyer has saved at the provider. The service itself never stores cards. */
export type SavedCard = { ref: string; brand: string; last4: string; expMonth: number; expYear: number }

export type Charged = {
  /** The provider's id of the charge, or null if the provider does not know the charge. */
  ref: string | null
  status: 'succeeded' | 'pending' | 'failed'
  failure: string | null
  /** Secret that lets the buyer's browser continue a pending charge (Stripe's client secret). */
  clientSecret: string | null
  url?: string | null
  /** Amount and payment id of a successful charge, as recorded by the provider. */
  proof: Proof | null
}

export type Proof = { payment: string | null; amountCents: number; currency: string }

/**
 * Refund, transfer or reversal as the provider reports it. Its amount differs from the requested amount if an earlier request with the same
 * id had a different amount.
 */
export type Sent = { ref: string; amountCents: number }

export type Refund = { id: string; ref: string; amountCents: number }

export type Transfer = {
  id: string
  /** The seller's payout account, or null if the provider does not need accounts. */
  account: string | null
  amountCents: number
  /** Id of the order, hold or purchase that the buyer paid for. */
  subject: string
  /**
   * The provider's id of the charge that funds the transfer. If set, the transfer can be made before the charge's money reaches the
   * balance.
   */
  sourceRef?: string | null
}

/** Reversal of a transfer. `ref`: the transfer to reverse, in full or in part. */
export type Reversal = { id: string; ref: string; amountCents: number }

/**
 * Seller who needs a payout account. `era` changes when the seller first verifies the email address, so that a payout account from before
 * the verification is not reused.
 */
export type Seller = { id: string; email: string; era: string; ref: string | null; returnUrl: string }

/**
 * Payout account of a seller. `gone`: the account left the platform, so no money can be sent to it. `url`: page where the seller
 * continues, or null.
 */
export type SellerAccount = { ref: string; ready: boolean; gone: boolean; url: string | null }

/** Object that an event is about. `account`: the seller's account that owns the object, or null if the service owns it. */
export type EventSubject = {
  kind: 'intent' | 'checkout' | 'dispute' | 'refund' | 'transfer' | 'payout' | 'account'
  ref: string
  account: string | null
}

/**
 * Event with a valid signature. `madeAt`: time of the change, which can be days before the delivery. `about`: null for event types that the
 * service does not handle. `doubt`: reason to ignore the event (it belongs to a different mode or account), or null. `claims`: the payment
 * and the object that the event names, not yet verified.
 */
export type VerifiedEvent = {
  id: string
  type: string
  madeAt: Date
  about: EventSubject | null
  doubt: string | null
  claims: { payment: string | null; ref: string }
}

/** State of an object at the provider. Amounts are in cents; currencies are lowercase. */
export type ProviderUpdate =
  /** `payment`: our payment id, which the provider may report before we know `ref`. */
  | { kind: 'charge'; payment: string | null; ref: string; charged: Charged }
  | ChargebackNews
  | { kind: 'refund'; ref: string; move: string | null; amountCents: number; currency: string; failed: boolean; reason: string | null }
  | { kind: 'transfer'; ref: string; move: string | null; amountCents: number; currency: string; reversedCents: number }
  | { kind: 'payout_failed'; ref: string; account: string; amountCents: number; currency: string; reason: string | null }
  | { kind: 'account'; account: SellerAccount }

/** Chargeback: the buyer's bank takes a payment back. */
export type ChargebackNews = {
  kind: 'chargeback'
  ref: string
  payment: string | null
  chargeRef: string | null
  amountCents: number
  currency: string
  /** Stage of the dispute. During an `inquiry`, the bank has not withheld any money yet. */
  stage: 'inquiry' | 'open' | 'won' | 'lost'
  /** Amount that the bank is currently withholding. */
  takenCents: number
  /** Number of money movements in the dispute so far. Of two states, the one with the higher number is newer. */
  entries: number
  reason: string
  dueBy: Date | null
}
