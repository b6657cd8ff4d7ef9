import { inTransaction, type Context, type Tx } from '#platform/context/index.ts'
import { wordingOf } from '#commerce/negotiations/rules/counter-message.ts'
import { answerDelayMs, recordNegotiation, lockTable, openTo, type Table } from '#commerce/negotiations/index.ts'
import { counterOffer } from '#commerce/offers/index.ts'
import type { RecordedEvent } from '#platform/events/index.ts'
import { enqueueOnce } from '#platform/jobs/index.ts'
import { wordCounter } from './wording.ts'

/** Schedules one run of the negotiator for each new offer (spec: interface, helper 8). */
export async function onNewOffer(tx: Tx, event: RecordedEvent): Promise<void> {
  if (event.type !== 'offer.received') return
  const { id } = event.object as { id: string }
  await enqueueOnce(tx, 'negotiate', { offerId: id }, `negotiate ${id}`, { delayMs: answerDelayMs(tx) })
}

/**
 * Responds to an offer with a counteroffer or a note for the owner, if the shop allows this. Calls the model before locking. Under the
 * lock, checks the offer again, and does nothing if the response no longer applies. Idempotent.
 */
export async function negotiate(ctx: Context, offerId: string): Promise<void> {
  const first = await openTo(ctx, offerId)
  if (!first) return
  const { counterCents } = first.made
  const counteroffer = { accountId: first.sellerId, offerId }
  const proposal = counterCents === null ? null : await wordCounter(ctx, counteroffer, wordingFacts(first, counterCents))
  await inTransaction(ctx, async (tx) => {
    const now = await lockTable(tx, offerId, first)
    if (now) await answer(tx, offerId, now, proposal)
  })
}

async function answer(tx: Tx, offerId: string, table: Table, proposal: string | null): Promise<void> {
  const { counterCents } = table.made
  if (counterCents === null) return recordNegotiation(tx, offerId, table, null)
  // if the model's text names a different amount, `wordingOf` falls back to the standard message
  const wording = wordingOf(proposal, wordingFacts(table, counterCents))
  const actor = { kind: 'helper', name: 'negotiator', accountId: table.sellerId } as const
  if (!(await counterOffer(tx, actor, offerId, { amountCents: counterCents, note: null, message: wording.text }))) return
  await recordNegotiation(tx, offerId, table, wording.by)
}

const wordingFacts = ({ input, title }: Pick<Table, 'input' | 'title'>, counterCents: number) => ({
  counterCents,
  offerCents: input.offerCents,
  priceCents: input.priceCents,
  title,
})
