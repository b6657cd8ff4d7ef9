/**
 * Who takes and sends the money (completions 7, Providers). Every call carries an id of ours that makes it happen once
 * however often it is repeated. Cents of US dollars. Errors: PaymentsError alone.
 */
export type Payments = {
  readonly name: 'test' | 'stripe'
  /** What `pay {method}` may name. */
  readonly methods: readonly string[]
  /** Asks for the buyer's money, or again for the same charge. */
  charge(charge: Charge): Promise<Charged>
  /** What became of a charge whose answer was lost or is still open. */
  look(charge: Charge & { ref: string | null }): Promise<Charged>
  /** Gives money of a charge back to its buyer. */
  refund(refund: { id: string; ref: string; amountCents: number }): Promise<{ ref: string }>
  /** Sends money to a seller's own account. `orderId` names what for. */
  transfer(transfer: { id: string; account: string | null; amountCents: number; subject: string }): Promise<{ ref: string }>
  /** Opens or finds the seller's account at the provider, and where they finish that. Null: none is needed. */
  openAccount(seller: { id: string; email: string; ref: string | null; returnUrl: string }): Promise<SellerAccount> | null
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
}

export type Charged = {
  ref: string
  status: 'succeeded' | 'pending' | 'failed'
  /** Why it failed, in words for the buyer. */
  failure: string | null
  /** What the buyer's browser needs to go on with a pending one (Stripe's client secret). */
  clientSecret: string | null
}

export type SellerAccount = { ref: string; ready: boolean; url: string | null }

/** What a provider tells, in our words; `other` is acknowledged and ignored. */
export type ProviderEvent = { id: string; type: string } & (
  | { kind: 'charge'; ref: string; charged: Charged }
  | { kind: 'account'; account: SellerAccount }
  | { kind: 'other' }
)

export type PaymentsReason = 'declined' | 'refused' | 'unavailable' | 'bad_signature' | 'bad_event'

/** A call that failed; the message is safe to show. `unavailable` is worth another try. */
export class PaymentsError extends Error {
  override readonly name = 'PaymentsError'
  readonly reason: PaymentsReason

  constructor(reason: PaymentsReason, message: string, options: { cause?: unknown } = {}) {
    super(message, options)
    this.reason = reason
  }
}
