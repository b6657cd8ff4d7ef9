/**
 * Who takes and sends the money (completions 7, Providers). Every call carries an id of ours that makes it happen once
 * however often it is repeated. Cents of US dollars. Errors: PaymentsError alone.
 */
export type Payments = {
  readonly name: 'test' | 'stripe'
  /** What `pay {method}` may name, for people who choose. */
  readonly methods: readonly string[]
  /** Whether `pay` may name this; a provider can know more than it lists (Stripe's `pm_…`). */
  takes(method: string): boolean
  /** Asks for the buyer's money, or again for the same charge. A declined card is an answer (`failed`), not an error. */
  charge(charge: Charge): Promise<Charged>
  /** What became of a charge whose answer was lost or is still open. Never asks for money. */
  look(charge: Charge & { ref: string | null }): Promise<Charged>
  /** Gives money of a charge back to its buyer. Errors: `refused` when the charge has less than that. */
  refund(refund: Refund): Promise<Sent>
  /** Sends money to a seller's own account. Errors: `refused` without a ready account. */
  transfer(transfer: Transfer): Promise<Sent>
  /** Takes money of a transfer back from the seller's account there. Errors: `no_funds` while too little is in it. */
  reverse(reversal: Reversal): Promise<Sent>
  /** Opens or finds the seller's account at the provider, and where they finish that. Null: none is needed. */
  openAccount(seller: Seller): Promise<SellerAccount> | null
  /** Reads from a webhook's raw bytes which object it tells of. Errors: `bad_signature`, `bad_event`. */
  readEvent(raw: Uint8Array, signature: string | undefined, now: Date): EventNote
  /** What the provider says now of that object; null where it knows of none. This is believed, never the event itself. */
  fetchNews(about: NoteAbout): Promise<News | null>
}

export type Charge = {
  /** Our payment's id: the provider's idempotency key. */
  id: string
  amountCents: number
  method: string
  /** The order or hold it pays for. */
  subject: string
  startedAt: Date
  now: Date
  /** For a page of the provider's own: what it says is paid, and where it leads back. The same for every try of a charge. */
  page?: { title: string; returnUrl: string }
}

export type Charged = {
  /** The provider's name for it; null when it knows of none. */
  ref: string | null
  status: 'succeeded' | 'pending' | 'failed'
  /** Why it failed, in words for the buyer. */
  failure: string | null
  /** What the buyer's browser needs to go on with a pending one (Stripe's client secret). */
  clientSecret: string | null
  /** Where the buyer goes on, at a page of the provider's own. */
  url?: string | null
  /** What the provider itself says that it took, and for which payment of ours; of one that succeeded. */
  proof: Proof | null
}

export type Proof = { payment: string | null; amountCents: number; currency: string }

/** What the provider did, by its own words: under our id it may have been another amount than is asked for now. */
export type Sent = { ref: string; amountCents: number }

export type Refund = { id: string; ref: string; amountCents: number }

export type Transfer = {
  id: string
  /** The seller's account at the provider; null where the provider needs none. */
  account: string | null
  amountCents: number
  /** The order or hold it is for. */
  subject: string
  /** The charge that it comes out of, where one charge covers it all: then it need not wait for the balance. */
  sourceRef?: string | null
}

/** `ref`: the transfer that is taken back, in full or in part. */
export type Reversal = { id: string; ref: string; amountCents: number }

/** `era` tells apart what is opened before and after the first proof of the seller's address: nothing of before may come back. */
export type Seller = { id: string; email: string; era: string; ref: string | null; returnUrl: string }

/** `gone`: the account has left the service, so nothing can be sent there any more. `url`: where the seller goes on; null when nothing is left to do. */
export type SellerAccount = { ref: string; ready: boolean; gone: boolean; url: string | null }

/** Which object of the provider's an event tells of. `account`: the seller's account that it is of; null for the service's own. */
export type NoteAbout = {
  kind: 'intent' | 'checkout' | 'dispute' | 'refund' | 'transfer' | 'payout' | 'account'
  ref: string
  account: string | null
}

/**
 * A signed event. `madeAt`: when what it tells of happened; it may come again for days. `about`: null where it tells of nothing that is heard here. `doubt`: why it is none of ours, in words. `claims`: what
 * it says that it is about, which nobody believes: it serves to tell what is forged from what is somebody else's.
 */
export type EventNote = {
  id: string
  type: string
  madeAt: Date
  about: NoteAbout | null
  doubt: string | null
  claims: { payment: string | null; ref: string }
}

/** What a provider tells, in our words. Amounts in cents, with their currency in lower case. */
export type News =
  /** `payment`: ours, where the provider was told it: it knows the charge before we know its `ref`. */
  | { kind: 'charge'; payment: string | null; ref: string; charged: Charged }
  | ChargebackNews
  | { kind: 'refund'; ref: string; move: string | null; amountCents: number; currency: string; failed: boolean; reason: string | null }
  | { kind: 'transfer'; ref: string; move: string | null; amountCents: number; currency: string; reversedCents: number }
  | { kind: 'payout_failed'; ref: string; account: string; amountCents: number; currency: string; reason: string | null }
  | { kind: 'account'; account: SellerAccount }

/** A buyer's bank wants a payment back. */
export type ChargebackNews = {
  kind: 'chargeback'
  ref: string
  payment: string | null
  /** The charge it is about, as the provider calls it. */
  chargeRef: string | null
  amountCents: number
  currency: string
  /** `inquiry`: the bank asks, and has taken nothing. */
  stage: 'inquiry' | 'open' | 'won' | 'lost'
  /** What the bank holds of our money now. */
  takenCents: number
  /** How often money has moved for it: the more, the newer the news. */
  entries: number
  reason: string
  /** Until when an answer to the bank is taken. */
  dueBy: Date | null
}
