import type { Charged } from '#adapters/payments/index.ts'
import type { Context } from '#context.ts'

/** What a provider says of an order's payment. Being built by orders; the signature is theirs. */
export async function markPaid(_tx: Context, _paymentId: string, _charged: Charged): Promise<void> {
  throw new Error('orders are being built')
}
