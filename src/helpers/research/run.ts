import { inTransaction, type Context, type Helper } from '#platform/context/index.ts'
import { keyOf } from '#catalog/listings/rules/fields.ts'
import { detailFacts, type Identification } from '#helpers/research/rules/pricing/identification.ts'
import { dollarsFromCents, dollarsOrNull } from '#core/money.ts'
import { priceFacts } from '#helpers/research/rules/price-summary.ts'
import { priceFully, priceWithoutModel, type Evidence, type PriceSpan, type PriceVerdict } from '#helpers/research/rules/pricing/index.ts'
import { pricedBy } from '#helpers/research/rules/research.ts'
import { oneLine } from '#core/text.ts'
import { requireNotPaused } from '#helpers/state/pause.ts'
import { mergeResearch } from '#catalog/listings/index.ts'
import { gatherEvidence } from './evidence.ts'
import { identify, picturesOf } from './identify.ts'
import * as queries from './queries.ts'
import type { StoredComparable, RunRow, Subject } from './queries.ts'
import { recordRun, type ModelUse } from './record.ts'
import type { ResearchResult } from './schema.ts'
import { followSteps, RunLost, type Steps } from './steps.ts'
import { summarise } from './summary.ts'

/** Timeout for a run in ms. It is well below three minutes, after which a run without progress is considered dead. */
const RUN_MS = 150_000

/**
 * Executes one research run (spec: interface, helper 2) and handles failures. Slow work happens outside transactions; the last transaction
 * merges the result. `closing` aborts the run when the process stops. The run then goes back to the queue.
 */
export async function runResearch(ctx: Context, run: RunRow, closing: AbortSignal): Promise<void> {
  const steps = followSteps(ctx, run, closing)
  const startedAt = ctx.now()
  const made: Made = { uses: [], snapshot: null }
  try {
    const signal = AbortSignal.any([closing, AbortSignal.timeout(RUN_MS)])
    await investigate(ctx, run, steps, made, signal)
  } catch (error) {
    if (error instanceof RunLost) return
    await end(ctx, run, steps, closing, { made, startedAt, error }).catch((failure: unknown) => {
      if (!(failure instanceof RunLost)) ctx.log.error({ err: failure, run: run.id }, 'a research run could not be marked as failed')
    })
  }
}

/** Model calls and model input so far. Stored even if the run fails. */
type Made = { uses: (ModelUse | null)[]; snapshot: unknown }

async function investigate(ctx: Context, run: RunRow, steps: Steps, made: Made, signal: AbortSignal): Promise<void> {
  const startedAt = run.touched_at
  const asker = { accountId: run.account_id, helper: 'research', signal } as const
  await requireNotPaused(ctx, run.account_id)
  const subject = await queries.findSubject(ctx.db, run.listing_id)
  if (!subject) throw new RunLost()

  const words = wordsOf(run, subject)
  const text = textOf(words, subject)
  made.snapshot = { text }
  const pictures = ctx.providers.model ? await picturesOf(ctx, run.listing_id) : []
  const { item, used } = await identify(ctx, asker, {
    words,
    parts: words === '' && pictures.length === 0 ? [] : [{ kind: 'text', text }, ...pictures],
  })
  made.uses.push(used)
  // without a model, uses the seller's text as the item's name
  await steps.set('identify', 'done', item.name, used === null)

  const evidence = await gatherEvidence(ctx, steps, { item, signal })

  await steps.set('price', 'running')
  const price = ctx.providers.model ? priceFully(item, evidence) : priceWithoutModel(evidence)
  const facts = { ...price, name: item.name, newCents: evidence.newCents }
  const worded = await summarise(ctx, asker, facts)
  made.uses.push(worded.used)
  const result = resultOf(item, price, evidence, worded.summary, priceFacts(facts))
  await merge(ctx, run, steps, { item, price, result, made, startedAt })
}

/**
 * Writes the complete result in one transaction. Does not write it if helpers have been paused in the meantime (spec: completions 11,
 * `brake`).
 */
async function merge(
  ctx: Context,
  run: RunRow,
  steps: Steps,
  { item, price, result, made, startedAt }: { item: Identification; price: Price; result: ResearchResult; made: Made; startedAt: Date },
): Promise<void> {
  const actor: Helper = { kind: 'helper', name: 'research', accountId: run.account_id }
  await inTransaction(ctx, async (tx) => {
    await requireNotPaused(tx, run.account_id)
    const merged = await mergeResearch(
      tx,
      actor,
      run.listing_id,
      { ...shownOnListing(result), priced_by: pricedBy(price.used.length) },
      {
        category: item.category,
        suggestedCents: price.suggestedCents,
        basis: BASES[price.from],
        bandLowCents: price.band.lowCents,
        facts: detailFacts(item),
        questions: item.questions.map(({ label }) => label),
      },
    )
    if (!merged) throw new Error('the listing was sold or deleted during the research')
    await steps.finish(tx, 'price', { result, comparables: price.used })
    await recordRun(tx, run, { startedAt, decision: 'merged', ...made, detail: result })
  })
}

const BASES = { 'used prices': 'comparables', 'new price': 'new_price', nothing: 'default' } as const

type Price = PriceVerdict<StoredComparable>
type End = { made: Made; startedAt: Date; error: unknown }

async function end(ctx: Context, run: RunRow, steps: Steps, closing: AbortSignal, { made, startedAt, error }: End): Promise<void> {
  if (closing.aborted) return steps.giveBack()
  ctx.log.warn({ err: error, run: run.id }, 'a research run failed')
  await steps.fail()
  await recordRun(ctx, run, {
    startedAt,
    decision: 'failed',
    ...made,
    detail: { reason: error instanceof Error ? error.message : 'unknown' },
  })
}

const wordsOf = (run: RunRow, { prompt, title }: Subject): string => oneLine(run.prompt || prompt || title || '')

/** Returns the text about the item for the model. It contains neither the price nor the minimum price. */
function textOf(words: string, { title, fields }: Subject): string {
  const own = fields.filter(({ source, value }) => source !== 'agent' && value !== '').map(({ label, value }) => `${label}: ${value}`)
  return [
    "The seller's words (JSON):",
    JSON.stringify({ words, ...(title && title !== words ? { title } : {}), ...(own.length > 0 ? { details: own } : {}) }),
  ].join('\n')
}

function resultOf(
  item: Identification,
  price: Price,
  { newCents }: Evidence<StoredComparable>,
  summary: string,
  facts: string[],
): ResearchResult {
  return {
    identified: item.name,
    brand: item.brand,
    category: item.category,
    color: item.color,
    size: item.size,
    confidence: price.confidence,
    suggested_price: dollarsFromCents(price.suggestedCents),
    price_range: spanOf(price.range),
    band: spanOf(price.band),
    summary,
    facts: item.facts.map(({ label, value, aboutModel }) => ({ label, value, about_model: aboutModel })),
    price_facts: facts,
    questions: item.questions.map(({ label, question }) => ({ key: keyOf(label), label, question })),
    new_price: dollarsOrNull(newCents),
  }
}

const spanOf = ({ lowCents, highCents }: PriceSpan) => ({ low: dollarsFromCents(lowCents), high: dollarsFromCents(highCents) })

/** Returns the part of the research result that is shown with the listing (spec: interface, listing `research`). */
const shownOnListing = ({ identified, category, confidence, suggested_price, price_range, summary }: ResearchResult) => ({
  identified,
  category,
  confidence,
  suggested_price,
  price_range,
  summary,
})
