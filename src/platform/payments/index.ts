/**
 * Payment provider (completions 7, Providers). Every call carries our id as idempotency key and may be repeated. Amounts
 * are US cents. Errors: only PaymentsError.
 */
export type Payments = {
  readonly name: 'test' | 'stripe'
  /** Values of `pay {method}` to offer to users. */
  readonly methods: readonly string[]
  /** True when `pay` accepts this method. A provider may accept more than it lists (Stripe's `pm_…`). */
  takes(method: string): boolean
  /** Charges the buyer, or returns the state of the same charge. A declined card is a result (`failed`), not an error. */
  charge(charge: Charge): Promise<Charged>
  /** Returns the state of a charge that is open or whose response was lost. Never charges. */
  look(charge: Charge & { ref: string | null }): Promise<Charged>
  /** Refunds part of a charge to its buyer. Errors: `refused` when less is left of the charge. */
  refund(refund: Refund): Promise<Sent>
  /** Sends money to a seller's account. Errors: `refused` without a ready account. */
  transfer(transfer: Transfer): Promise<Sent>
  /** Takes back money of a transfer from the seller's account. Errors: `no_funds` while its balance is too low. */
  reverse(reversal: Reversal): Promise<Sent>
  /** Opens or finds the seller's account, with the URL where the seller completes it. Null when the provider needs none. */
  openAccount(seller: Seller): Promise<SellerAccount> | null
  /** Verifies a webhook's raw bytes and returns the object that it names. Errors: `bad_signature`, `bad_event`. */
  readEvent(raw: Uint8Array, signature: string | undefined, now: Date): EventNote
  /** Fetches the current state of that object, null when unknown. This is trusted; the content of the event is not. */
  fetchNews(about: NoteAbout): Promise<News | null>
}

export type Charge = {
  /** Our payment's id, used as the idempotency key. */
  id: string
  amountCents: number
  method: string
  /** Order or hold that it pays for. */
  subject: string
  startedAt: Date
  now: Date
  /** For a payment page of the provider: its title and return URL. Identical in every attempt of a charge. */
  page?: { title: string; returnUrl: string }
}

export type Charged = {
  /** The provider's id; null when it knows no such charge. */
  ref: string | null
  status: 'succeeded' | 'pending' | 'failed'
  /** Reason of the failure, worded for the buyer. */
  failure: string | null
  /** Secret with which the buyer's browser continues a pending charge (Stripe's client secret). */
  clientSecret: string | null
  /** Page of the provider where the buyer continues. */
  url?: string | null
  /** The provider's record of the amount and of our payment; set when the charge succeeded. */
  proof: Proof | null
}

export type Proof = { payment: string | null; amountCents: number; currency: string }

/** Result as the provider reports it. Under the same id, the amount may differ from the one in this call. */
export type Sent = { ref: string; amountCents: number }

export type Refund = { id: string; ref: string; amountCents: number }

export type Transfer = {
  id: string
  /** The seller's account at the provider; null when the provider needs none. */
  account: string | null
  amountCents: number
  /** Order or hold that it is for. */
  subject: string
  /** Charge that funds the whole transfer, if one does. Then it need not wait for the balance. */
  sourceRef?: string | null
}

/** `ref` is the transfer to take back, in full or in part. */
export type Reversal = { id: string; ref: string; amountCents: number }

/** `era` differs before and after the seller's address is first verified, so that an account from before is not reused. */
export type Seller = { id: string; email: string; era: string; ref: string | null; returnUrl: string }

/** `gone`: the account has left the service, so no money can go there. `url`: page where the seller continues, or null. */
export type SellerAccount = { ref: string; ready: boolean; gone: boolean; url: string | null }

/** Object that an event names. `account` is the seller's account it belongs to; null for the service's own. */
export type NoteAbout = {
  kind: 'intent' | 'checkout' | 'dispute' | 'refund' | 'transfer' | 'payout' | 'account'
  ref: string
  account: string | null
}

/**
 * A signed event. `madeAt`: time of the change; deliveries may repeat for days. `about`: null for types that are not
 * handled. `doubt`: why it is not ours, in words. `claims`: its own statement of its subject. It is not trusted and only
 * separates forged events from other services' events.
 */
export type EventNote = {
  id: string
  type: string
  madeAt: Date
  about: NoteAbout | null
  doubt: string | null
  claims: { payment: string | null; ref: string }
}

/** Provider update in our terms. Amounts in cents, with the currency in lowercase. */
export type News =
  /** `payment`: our id, when the provider knows it. It may know the charge before we know its `ref`. */
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
  /** The provider's id of the disputed charge. */
  chargeRef: string | null
  amountCents: number
  currency: string
  /** `inquiry`: the bank asks but has taken no money. */
  stage: 'inquiry' | 'open' | 'won' | 'lost'
  /** Amount that the bank withholds now. */
  takenCents: number
  /** Number of money movements so far; an update with more is newer. */
  entries: number
  reason: string
  /** Deadline for an answer to the bank. */
  dueBy: Date | null
}
