import { setTimeout as sleep } from 'node:timers/promises'
import { inTransaction, type Context, type Tx } from '#platform/context.ts'
import { wordingOf } from '#domain/counter-words.ts'
import { decide, type Negotiation, type NegotiationInput } from '#domain/negotiation.ts'
import { reasonsFor } from '#domain/negotiation-words.ts'
import { statusAt } from '#domain/offer.ts'
import { counterOffer } from '#deal/offers/counter.ts'
import type { RecordedEvent } from '#platform/events.ts'
import { enqueueOnceLater } from '#platform/jobs.ts'
import type { KeptReasoning } from './present.ts'
import * as queries from './queries.ts'
import { wordCounter } from './wording.ts'

/** Every new offer gets its own run (interface, helper 8). */
export async function onNewOffer(tx: Tx, event: RecordedEvent): Promise<void> {
  if (event.type !== 'offer.received') return
  const { id } = event.object as { id: string }
  await enqueueOnceLater(tx, delayMs(tx), 'negotiate', { offerId: id }, `negotiate ${id}`)
}

/**
 * Answers an offer by the rules, if it may: a counter, or nothing but a note for the owner. What is slow happens first;
 * then everything is looked at once more under the lock, and what is no longer true is not written. May run twice.
 */
export async function negotiate(ctx: Context, offerId: string): Promise<void> {
  const first = await openTo(ctx, offerId)
  if (!first) return
  const { counterCents } = first.made
  const wanted = { accountId: first.sellerId, offerId }
  const proposal = counterCents === null ? null : await wordCounter(ctx, wanted, wordingFacts(first, counterCents))
  await inTransaction(ctx, async (tx) => {
    await queries.holdAccount(tx.db, first.sellerId)
    await queries.lockListing(tx.db, first.listingId)
    const now = await openTo(tx, offerId)
    if (now) await answer(tx, offerId, now, proposal)
  })
}

/** So long after it was made, an offer is left to the agent; one that is not answered then is its owner's. */
const ANSWERS_WITHIN_MS = 5 * 60_000

/** Which of some open offers the agent is about to counter by itself: those need nobody else. Few are so fresh. */
export async function aboutToAnswer(ctx: Context, offers: readonly { id: string; since: Date }[]): Promise<Set<string>> {
  const after = ctx.now().getTime() - ANSWERS_WITHIN_MS
  const answered = new Set<string>()
  for (const { id } of offers.filter((one) => one.since.getTime() > after).slice(0, MOST_FRESH))
    if ((await openTo(ctx, id))?.made.outcome === 'counter') answered.add(id)
  return answered
}

const MOST_FRESH = 20

/** Whether the agent countered an offer just made, or is about to: its mail asks the owner for nothing then. */
export async function answersByItself(ctx: Context, offerId: string): Promise<boolean> {
  const made = await queries.findNegotiation(ctx.db, offerId)
  return made ? made.outcome === 'counter' : (await openTo(ctx, offerId))?.made.outcome === 'counter'
}

type Table = { input: NegotiationInput; made: Negotiation; sellerId: string; listingId: string; title: string }

/** What the rules say of an offer, or null where the agent has no say (interface, helper 8; completions 9, brake). */
async function openTo(ctx: Context, offerId: string): Promise<Table | null> {
  const row = await queries.findOnTable(ctx.db, offerId)
  if (!row || statusAt({ status: row.status, expiresAt: row.expires_at }, ctx.now()) !== 'open') return null
  if (!row.haggle || row.brake || row.suspended_at || row.closed_at) return null
  if (row.listing_status !== 'live' || !row.take_offers || row.price_cents === null) return null
  const input = {
    priceCents: row.price_cents,
    lowestPriceCents: row.lowest_price_cents,
    lowestPercent: row.lowest_percent!,
    lastCounterCents: row.last_counter_cents,
    offerCents: row.amount_cents,
  }
  return { input, made: decide(input), sellerId: row.seller_id, listingId: row.listing_id, title: row.title ?? '' }
}

async function answer(tx: Tx, offerId: string, { input, made, sellerId, title }: Table, proposal: string | null): Promise<void> {
  let wordedBy: 'model' | 'template' | null = null
  if (made.counterCents !== null) {
    // words made for another amount fail the check, and the template steps in
    const words = wordingOf(proposal, wordingFacts({ input, title }, made.counterCents))
    const actor = { kind: 'helper', name: 'negotiator', accountId: sellerId } as const
    if (!(await counterOffer(tx, actor, offerId, { amountCents: made.counterCents, note: null, message: words.text }))) return
    wordedBy = words.by
  }
  const reasoning: KeptReasoning = { ...reasonsFor(input, made), input }
  await queries.insertNegotiation(tx.db, {
    offer_id: offerId,
    outcome: made.outcome,
    counter_cents: made.counterCents,
    reasoning,
    worded_by: wordedBy,
    created_at: tx.now(),
  })
}

const wordingFacts = ({ input, title }: Pick<Table, 'input' | 'title'>, counterCents: number) => ({
  counterCents,
  offerCents: input.offerCents,
  priceCents: input.priceCents,
  title,
})

/**
 * Whether the shop's helper may still answer an offer by itself. The shop's settings and the clock decide, never the sums: its buyer
 * reads it.
 */
export async function answersSoon(ctx: Context, { id, created_at }: { id: string; created_at: Date }): Promise<boolean> {
  const age = ctx.now().getTime() - created_at.getTime()
  return age < longestMs(ctx) && (await openTo(ctx, id)) !== null
}

/** Waits for the helper's answer where it comes at once, for who has no scripts to see it come later. */
export async function waitForAnswer(ctx: Context, offer: { id: string; created_at: Date }): Promise<void> {
  if (ctx.config.mode !== 'local') return
  for (let looks = 0; looks < WAIT_LOOKS && (await answersSoon(ctx, offer)); looks++) await sleep(WAIT_MS)
}

const WAIT_MS = 250
const WAIT_LOOKS = 10

const LEAST_DELAY_MS = 20_000
/** The queue may begin it 5 s late (`POLL_MS` of worker.ts). */
const MORE_DELAY_MS = 35_000
/** What the queue and a model's words may add. */
const SLACK_MS = 10_000

const longestMs = ({ config }: Context): number => SLACK_MS + (config.mode === 'local' ? 0 : LEAST_DELAY_MS + MORE_DELAY_MS)

/**
 * In public mode an answer takes 20 to 60 seconds, whatever it is, so that its time tells nothing of the sum behind it.
 * In local mode nobody waits.
 */
function delayMs(ctx: Context): number {
  if (ctx.config.mode === 'local') return 0
  const [high, low] = ctx.randomBytes(2) as unknown as [number, number]
  return LEAST_DELAY_MS + Math.floor(((high * 256 + low) / 65_536) * MORE_DELAY_MS)
}
