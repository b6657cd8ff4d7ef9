/**
 * Payment provider (spec: completions 7, Providers). Every call that moves money sends our id as the idempotency key. Amounts are in US
 * cents. Errors: PaymentsError only.
 */
export type Payments = {
  readonly name: 'test' | 'stripe'
  /** Values of `method` that users can choose for `pay`. */
  readonly methods: readonly string[]
  /** Returns true when `pay` accepts this method. `pay` also accepts methods that `methods` does not list, such as Stripe's `pm_…`. */
  takes(method: string): boolean
  /** Charges the buyer once per id. A declined card returns `failed` and is not an error. */
  charge(charge: Charge): Promise<Charged>
  /** Returns the state of a pending charge or of a charge whose response was lost. Never charges the buyer. */
  retrieveCharge(charge: Charge & { ref: string | null }): Promise<Charged>
  /** Refunds the buyer. Errors: `refused` when the amount exceeds the part of the charge that was not yet refunded. */
  refund(refund: Refund): Promise<Sent>
  /** Pays a seller. Errors: `refused` when the seller has no usable payout account. */
  transfer(transfer: Transfer): Promise<Sent>
  /** Takes back money that was transferred to a seller. Errors: `no_funds` while the seller's account has too little money. */
  reverse(reversal: Reversal): Promise<Sent>
  /**
   * Opens or finds the seller's payout account. Returns the account, with the URL of the page where the seller completes it. Returns null
   * when the provider needs no accounts.
   */
  openAccount(seller: Seller): Promise<SellerAccount> | null
  /** Verifies the raw body of a webhook and returns the object that the event concerns. Errors: `bad_signature`, `bad_event`. */
  readEvent(raw: Uint8Array, signature: string | undefined, now: Date): VerifiedEvent
  /** Fetches the current state of a webhook's object, or null. Callers must trust this result and never the event's content. */
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
  /** Data for a payment page of the provider. It must be identical in every attempt. */
  page?: { title: string; returnUrl: string }
}

export type Charged = {
  /** The provider's id of the charge, or null when the provider does not know the charge. */
  ref: string | null
  status: 'succeeded' | 'pending' | 'failed'
  /** Reason for a failure, as shown to the buyer. */
  failure: string | null
  /** Secret with which the buyer's browser continues a pending charge (Stripe's client secret). */
  clientSecret: string | null
  /** URL of the provider's page where the buyer continues. */
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
   * The provider's id of the charge that funds the transfer. If it is set, the transfer need not wait until the money is in the balance.
   */
  sourceRef?: string | null
}

/** Reversal of a transfer. `ref`: the transfer to take back, in full or in part. */
export type Reversal = { id: string; ref: string; amountCents: number }

/**
 * Seller who needs a payout account. `era` changes when the seller's email address is first verified, so that an earlier account is not
 * reused.
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
 * service does not handle. `doubt`: reason to ignore the event, because it belongs to another mode or account, or null. `claims`: payment
 * and object that the event names, not verified yet.
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
  /** `payment`: our payment id. The provider may report it before we know `ref`. */
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
  /** The provider's id of the charge. */
  chargeRef: string | null
  amountCents: number
  currency: string
  /** Stage of the dispute. In an `inquiry`, no money has been withheld yet. */
  stage: 'inquiry' | 'open' | 'won' | 'lost'
  /** Amount that the bank currently withholds. */
  takenCents: number
  /** Number of money movements. A higher number means a newer state. */
  entries: number
  reason: string
  /** Deadline for a response. */
  dueBy: Date | null
}
