/** Payment provider (completions 7, Providers). Every call carries our id as idempotency key. US cents. Errors: only PaymentsError. */
export type Payments = {
  readonly name: 'test' | 'stripe'
  /** Values of `pay {method}` to offer to users. */
  readonly methods: readonly string[]
  /** True when `pay` accepts this method; may be more than `methods` (Stripe's `pm_…`). */
  takes(method: string): boolean
  /** Charges the buyer once per id. A declined card is a result (`failed`), not an error. */
  charge(charge: Charge): Promise<Charged>
  /** Returns the state of an open or lost charge. Never charges. */
  look(charge: Charge & { ref: string | null }): Promise<Charged>
  /** Refunds the buyer. Errors: `refused` when less is left of the charge. */
  refund(refund: Refund): Promise<Sent>
  /** Pays a seller. Errors: `refused` without a ready account. */
  transfer(transfer: Transfer): Promise<Sent>
  /** Takes back money of a transfer. Errors: `no_funds` while the account lacks it. */
  reverse(reversal: Reversal): Promise<Sent>
  /** Opens or finds the seller's account, with the URL to complete it. Null: not needed. */
  openAccount(seller: Seller): Promise<SellerAccount> | null
  /** Verifies a webhook's raw bytes and names its object. Errors: `bad_signature`, `bad_event`. */
  readEvent(raw: Uint8Array, signature: string | undefined, now: Date): VerifiedEvent
  /** Fetches that object's current state, or null. Trust this, never the event's content. */
  fetchNews(about: EventSubject): Promise<ProviderUpdate | null>
}

export type Charge = {
  /** Our payment id; the idempotency key. */
  id: string
  amountCents: number
  method: string
  /** Order or hold that it pays for. */
  subject: string
  startedAt: Date
  now: Date
  /** For a payment page of the provider; identical in every attempt. */
  page?: { title: string; returnUrl: string }
}

export type Charged = {
  /** The provider's id; null when unknown there. */
  ref: string | null
  status: 'succeeded' | 'pending' | 'failed'
  /** Reason of a failure, worded for the buyer. */
  failure: string | null
  /** Lets the buyer's browser continue a pending charge (Stripe's client secret). */
  clientSecret: string | null
  /** Provider page where the buyer continues. */
  url?: string | null
  /** The provider's record of amount and payment, after success. */
  proof: Proof | null
}

export type Proof = { payment: string | null; amountCents: number; currency: string }

/** Result as the provider reports it; under the same id the amount may differ. */
export type Sent = { ref: string; amountCents: number }

export type Refund = { id: string; ref: string; amountCents: number }

export type Transfer = {
  id: string
  /** Null when the provider needs none. */
  account: string | null
  amountCents: number
  /** Order or hold. */
  subject: string
  /** Charge that funds the whole transfer, which then need not wait for the balance. */
  sourceRef?: string | null
}

/** `ref`: the transfer to take back, in full or in part. */
export type Reversal = { id: string; ref: string; amountCents: number }

/** `era` changes when the seller's address is first verified, so that an earlier account is not reused. */
export type Seller = { id: string; email: string; era: string; ref: string | null; returnUrl: string }

/** `gone`: left the service, so no money can go there. `url`: where the seller continues, or null. */
export type SellerAccount = { ref: string; ready: boolean; gone: boolean; url: string | null }

/** `account`: the seller's account of the object; null for the service's own. */
export type EventSubject = {
  kind: 'intent' | 'checkout' | 'dispute' | 'refund' | 'transfer' | 'payout' | 'account'
  ref: string
  account: string | null
}

/**
 * A signed event. `madeAt`: time of the change; deliveries repeat for days. `about`: null for unhandled types. `doubt`:
 * why it is not ours. `claims`: its untrusted subject, to tell forged events from those of other services.
 */
export type VerifiedEvent = {
  id: string
  type: string
  madeAt: Date
  about: EventSubject | null
  doubt: string | null
  claims: { payment: string | null; ref: string }
}

/** Provider update. Cents, with a lowercase currency. */
export type ProviderUpdate =
  /** `payment`: our id. The provider may know it before we know its `ref`. */
  | { kind: 'charge'; payment: string | null; ref: string; charged: Charged }
  | ChargebackNews
  | { kind: 'refund'; ref: string; move: string | null; amountCents: number; currency: string; failed: boolean; reason: string | null }
  | { kind: 'transfer'; ref: string; move: string | null; amountCents: number; currency: string; reversedCents: number }
  | { kind: 'payout_failed'; ref: string; account: string; amountCents: number; currency: string; reason: string | null }
  | { kind: 'account'; account: SellerAccount }

/** The buyer's bank demands a payment back. */
export type ChargebackNews = {
  kind: 'chargeback'
  ref: string
  payment: string | null
  /** The provider's id of the charge. */
  chargeRef: string | null
  amountCents: number
  currency: string
  /** `inquiry`: no money taken yet. */
  stage: 'inquiry' | 'open' | 'won' | 'lost'
  /** Amount that the bank now withholds. */
  takenCents: number
  /** Number of money movements; more means newer. */
  entries: number
  reason: string
  /** Deadline for an answer. */
  dueBy: Date | null
}
