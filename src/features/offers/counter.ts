import type { Context, Helper, Person } from '#context.ts'

/**
 * Counters an open, unexpired offer: above the offer, below the price, 48 hours, and the buyer is told in the thread, all in
 * this transaction (completions 6; interface, helper 8.6). As the agent, gives false and does nothing when the offer is not
 * open any more. Errors for the owner: 404, 400 `amount`, 409.
 */
export async function counterOffer(
  _tx: Context,
  _actor: Person | Helper,
  _offerId: string,
  _counter: { amountCents: number; note: string | null; message: string | null },
): Promise<boolean> {
  throw new Error('offers are being built')
}
