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
  refund(refund: Refund): Promise<{ ref: string }>
  /** Sends money to a seller's own account. Errors: `refused` without a ready account. */
  transfer(transfer: Transfer): Promise<{ ref: string }>
  /** Opens or finds the seller's account at the provider, and where they finish that. Null: none is needed. */
  openAccount(seller: Seller): Promise<SellerAccount> | null
  /** Reads a webhook of the provider from its raw bytes. Errors: `bad_signature`, `bad_event`. */
  readEvent(raw: Uint8Array, signature: string | undefined, now: Date): ProviderEvent
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
}

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

export type Seller = { id: string; email: string; ref: string | null; returnUrl: string }

/** `url`: where the seller goes on; null when nothing is left to do. */
export type SellerAccount = { ref: string; ready: boolean; url: string | null }

/** What a provider tells, in our words; `other` is acknowledged and ignored. */
export type ProviderEvent = { id: string; type: string } & (
  | {
      kind: 'charge'
      /** Our payment's id, where the provider was told it: it knows the charge before we know its `ref`. */
      payment: string | null
      ref: string
      charged: Charged
    }
  | { kind: 'account'; account: SellerAccount }
  | { kind: 'other' }
)
