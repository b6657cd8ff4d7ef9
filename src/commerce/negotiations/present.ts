import { dollarsFromCents, dollarsOrNull } from '#core/money.ts'
import type { NegotiationInput } from '#commerce/negotiations/rules/negotiation.ts'
import type { Reasoning } from '#commerce/negotiations/rules/explanation.ts'
import type { NegotiationRow } from './queries.ts'

/** Format of `negotiations.reasoning`. */
export type StoredReasoning = Reasoning & { input: NegotiationInput }

/**
 * Builds the explanation of a decision (spec: completions 6, `/explain`). The explanation includes the minimum price, so only the listing's
 * owner may see it.
 */
export function presentExplanation(offerId: string, row: NegotiationRow | null) {
  if (row === null) return { ...NOTHING, offer: offerId }
  const { input, rule, arithmetic, note, tellsBuyer } = row.reasoning as StoredReasoning
  return {
    object: 'explanation' as const,
    offer: offerId,
    outcome: row.outcome,
    counter: dollarsOrNull(row.counter_cents),
    rule: { number: rule.number, text: rule.text },
    inputs: {
      offer: dollarsFromCents(input.offerCents),
      price: dollarsFromCents(input.priceCents),
      lowest_price: dollarsOrNull(input.lowestPriceCents),
      lowest_percent: input.lowestPercent,
      last_counter: dollarsOrNull(input.lastCounterCents),
    },
    arithmetic,
    note,
    tells_buyer: tellsBuyer,
    worded_by: row.worded_by,
    created_at: row.created_at.toISOString(),
  }
}

const NOTHING = {
  object: 'explanation' as const,
  outcome: null,
  counter: null,
  rule: null,
  inputs: null,
  arithmetic: [],
  note: 'The negotiator did not handle this offer: haggling is off, the helpers are paused, or the offer was already answered.',
  tells_buyer: null,
  worded_by: null,
  created_at: null,
}
