import { setTimeout as sleep } from 'node:timers/promises'
import type { Person, Tx, Core } from '#platform/context/index.ts'
import { decide, type Negotiation, type NegotiationInput } from '#commerce/negotiations/rules/negotiation.ts'
import { reasonsFor } from '#commerce/negotiations/rules/explanation.ts'
import { floorCents } from '#core/money.ts'
import { statusAt } from '#commerce/offers/rules.ts'
import { presentExplanation, type StoredReasoning } from './present.ts'
import * as queries from './queries.ts'
import type { NegotiationRow, OfferOnTable } from './queries.ts'

export type { NegotiationRow } from './queries.ts'

/** Time for the agent to answer an offer. After that, the owner gets a task to answer it. */
const ANSWERS_WITHIN_MS = 5 * 60_000

/**
 * Returns the ids of the offers to which the agent is about to make a counteroffer, so that the owner does not have to answer them. Checks
 * only the `MOST_FRESH` most recent offers.
 */
export async function aboutToAnswer(ctx: Core, offers: readonly { id: string; since: Date }[]): Promise<Set<string>> {
  const after = ctx.now().getTime() - ANSWERS_WITHIN_MS
  const answered = new Set<string>()
  const fresh = offers.filter((one) => one.since.getTime() > after).slice(0, MOST_FRESH)
  for (const [id, { made }] of await openTables(
    ctx,
    fresh.map(({ id }) => id),
  ))
    if (made.outcome === 'counter') answered.add(id)
  return answered
}

const MOST_FRESH = 20

/**
 * Returns true if the agent has made a counteroffer to a new offer, or is about to make one. In this case, the email does not ask the owner
 * to act.
 */
export async function answersByItself(ctx: Core, offerId: string): Promise<boolean> {
  const made = await queries.findNegotiation(ctx.db, offerId)
  return made ? made.outcome === 'counter' : (await openTo(ctx, offerId))?.made.outcome === 'counter'
}

export type Table = { input: NegotiationInput; made: Negotiation; sellerId: string; listingId: string; title: string }

/**
 * Returns the agent's decision on an offer, or null if the agent is not allowed to answer (spec: interface, helper 8; completions 9,
 * brake).
 */
export const openTo = async (ctx: Core, offerId: string): Promise<Table | null> => (await openTables(ctx, [offerId])).get(offerId) ?? null

/** Returns the agent's decisions, by offer id. Omits offers that the agent is not allowed to answer. */
async function openTables(ctx: Core, offerIds: readonly string[]): Promise<Map<string, Table>> {
  const rows = offerIds.length === 0 ? [] : await queries.findOnTables(ctx.db, offerIds)
  return new Map(rows.flatMap((row) => [tableOf(ctx, row)].flatMap((table) => (table ? [[row.offer_id, table] as const] : []))))
}

function tableOf(ctx: Core, row: OfferOnTable): Table | null {
  if (statusAt({ status: row.status, expiresAt: row.expires_at }, ctx.now()) !== 'open') return null
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

/**
 * Returns true while the helper can still answer an offer. Buyers can see the result, so it depends only on settings and time, not on
 * amounts.
 */
export const answersSoon = async (ctx: Core, offer: { id: string; created_at: Date }): Promise<boolean> =>
  (await answeredSoon(ctx, [offer])).has(offer.id)

/** Returns the ids of the offers that the helper is still allowed to answer. */
export async function answeredSoon(ctx: Core, offers: readonly { id: string; created_at: Date }[]): Promise<Set<string>> {
  const after = ctx.now().getTime() - longestMs(ctx)
  const fresh = offers.filter(({ created_at }) => created_at.getTime() > after)
  return new Set(
    (
      await openTables(
        ctx,
        fresh.map(({ id }) => id),
      )
    ).keys(),
  )
}

/**
 * Details that only the seller may see: the current minimum price, the explanation, and whether the agent is about to make a counteroffer.
 */
export type OfferDetails = { floorCents: number | null; explanation: ReturnType<typeof presentExplanation>; helped: boolean }

/** Returns the `OfferDetails` for several offers to one seller. Executes two statements in total. */
export async function readOfferDetails(
  ctx: Core,
  seller: Person,
  offers: readonly { id: string; since: Date }[],
): Promise<Map<string, OfferDetails>> {
  const ids = offers.map(({ id }) => id)
  const [rows, made] = await Promise.all([queries.findOnTables(ctx.db, ids), queries.findNegotiations(ctx.db, ids)])
  const madeOf = new Map(made.map((one) => [one.offer_id, one]))
  const after = ctx.now().getTime() - ANSWERS_WITHIN_MS
  const fresh = new Set(offers.filter(({ since }) => since.getTime() > after).map(({ id }) => id))
  return new Map(
    rows
      .filter(({ seller_id }) => seller_id === seller.accountId)
      .map((row): [string, OfferDetails] => [
        row.offer_id,
        {
          floorCents: floorOf(row),
          explanation: presentExplanation(row.offer_id, madeOf.get(row.offer_id) ?? null),
          helped: fresh.has(row.offer_id) && tableOf(ctx, row)?.made.outcome === 'counter',
        },
      ]),
  )
}

const floorOf = ({ price_cents, lowest_price_cents, lowest_percent }: OfferOnTable): number | null =>
  price_cents === null || lowest_percent === null
    ? null
    : floorCents({ priceCents: price_cents, lowestPriceCents: lowest_price_cents, lowestPercent: lowest_percent })

/**
 * Waits up to 2.5 seconds for the helper's answer, so that browsers without scripts can show it. Does this only in local mode, where the
 * helper answers without a delay.
 */
export async function waitForAnswer(ctx: Core, offer: { id: string; created_at: Date }): Promise<void> {
  if (ctx.config.mode !== 'local') return
  for (let polls = 0; polls < WAIT_POLLS && (await answersSoon(ctx, offer)); polls++) await sleep(WAIT_MS)
}

const WAIT_MS = 250
const WAIT_POLLS = 10

const LEAST_DELAY_MS = 20_000
/**
 * Range of the random delay before an answer. Answers are due within 60 seconds. The range ends 5 seconds before that, because the queue
 * can start a job about 3 seconds late.
 */
const MORE_DELAY_MS = 35_000
/** Time that the queue and the model can take after the random delay. */
const SLACK_MS = 10_000

const longestMs = ({ config }: Core): number => SLACK_MS + (config.mode === 'local' ? 0 : LEAST_DELAY_MS + MORE_DELAY_MS)

/** Returns a random delay in ms, so that the time of the answer reveals nothing about the minimum price. Returns zero in local mode. */
export function answerDelayMs(ctx: Core): number {
  if (ctx.config.mode === 'local') return 0
  const [high, low] = ctx.randomBytes(2) as unknown as [number, number]
  return LEAST_DELAY_MS + Math.floor(((high * 256 + low) / 65_536) * MORE_DELAY_MS)
}

/**
 * Locks everything that the decision depends on: first the seller's settings, then the listing. Returns the decision, or null if the agent
 * is not allowed to answer.
 */
export async function lockTable(
  tx: Tx,
  offerId: string,
  { sellerId, listingId }: Pick<Table, 'sellerId' | 'listingId'>,
): Promise<Table | null> {
  await queries.holdAccount(tx.db, sellerId)
  await queries.lockListing(tx.db, listingId)
  return openTo(tx, offerId)
}

/** Stores a decision on an offer, with its explanation for the owner, unless there is already a decision. */
export async function recordNegotiation(
  tx: Tx,
  offerId: string,
  { input, made }: Table,
  wordedBy: 'model' | 'template' | null,
): Promise<void> {
  const reasoning: StoredReasoning = { ...reasonsFor(input, made), input }
  await queries.insertNegotiation(tx.db, {
    offer_id: offerId,
    outcome: made.outcome,
    counter_cents: made.counterCents,
    reasoning,
    worded_by: wordedBy,
    created_at: tx.now(),
  })
}

/** Returns the stored decision, or null if there is none. The decision includes the minimum price, which only the owner may see. */
export const findNegotiation = async (ctx: Core, offerId: string): Promise<NegotiationRow | null> =>
  (await queries.findNegotiation(ctx.db, offerId)) ?? null
