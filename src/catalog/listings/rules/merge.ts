import { keyOf, MAX_FIELD_LABEL, MAX_FIELD_VALUE, MAX_FIELDS, thingOf, type DetailLine, type FieldInput } from './fields.ts'
import { UNKNOWN_CATEGORY } from '#catalog/browse/rules/market.ts'
import { cleanText, clipAtWord, oneLine } from '#core/text.ts'

/** What research may write into; money in cents. */
export type Mergeable = {
  category: string | null
  priceCents: number | null
  lowestPriceCents: number | null
  /** Null for a price of the seller's own. */
  priceBasis: ResearchPriceBasis | null
  fields: readonly DetailLine[]
}

/** The evidence of a price that research filled in; `default`: there was none. */
export const RESEARCH_PRICE_BASES = ['comparables', 'new_price', 'default'] as const
export type ResearchPriceBasis = (typeof RESEARCH_PRICE_BASES)[number]
/** Values of `price_basis` of a listing (completions 13.1). */
export const PRICE_BASES = [...RESEARCH_PRICE_BASES, 'seller'] as const

/** What research found for it. `questions`: labels of what only the seller knows, condition first. */
export type Findings = {
  category: string
  suggestedCents: number
  basis: ResearchPriceBasis
  bandLowCents: number
  facts: readonly FieldInput[]
  questions: readonly string[]
}

/**
 * A listing after research (interface, helper 3): the seller's lines win, each question becomes an empty line to fill in,
 * category, price and lowest price are filled only where they are empty. Zero is a price; only null is empty. A category
 * that nobody knows stays empty, so that the seller is asked.
 */
export function mergeFindings(listing: Mergeable, found: Findings): Omit<Mergeable, 'fields'> & { fields: DetailLine[] } {
  const priceCents = listing.priceCents ?? atLeast(found.suggestedCents, listing.lowestPriceCents)
  return {
    category: listing.category ?? (found.category === UNKNOWN_CATEGORY ? null : found.category),
    priceCents,
    priceBasis: listing.priceCents === null ? basisOf(priceCents, found) : listing.priceBasis,
    lowestPriceCents: listing.lowestPriceCents ?? Math.min(found.bandLowCents, priceCents),
    fields: mergeLines(listing.fields, found),
  }
}

/** Returns null for a price that the seller's own floor decided. */
const basisOf = (priceCents: number, found: Findings): ResearchPriceBasis | null =>
  priceCents === found.suggestedCents ? found.basis : null

/** A seller who wants 50 at least is not put up for 40: their floor wins over the suggestion. */
const atLeast = (cents: number, floorCents: number | null): number => Math.max(cents, floorCents ?? 0)

/**
 * Lines of the seller and of imports stay as they are and where they are. What earlier research wrote and nobody made
 * their own gives way to what this one found, so that a corrected name leaves no wrong facts behind. Questions get their
 * places before facts where not all fit.
 */
function mergeLines(existing: readonly DetailLine[], { facts, questions }: Findings): DetailLine[] {
  const kept = existing.filter(({ source }) => source !== 'agent')
  const taken = new Set(kept.map(({ key }) => thingOf(key)))
  const asked = fresh(
    questions.map((label) => ({ label, value: '' })),
    taken,
  ).slice(0, MAX_FIELDS - kept.length)
  const known = fresh(
    facts.filter(({ value }) => value.trim() !== ''),
    taken,
  )
  return [...kept, ...known.slice(0, MAX_FIELDS - kept.length - asked.length), ...asked]
}

/** Lines of research about things that no line speaks of yet; takes them. What cannot be kept as text is left out. */
function fresh(inputs: readonly FieldInput[], taken: Set<string>): DetailLine[] {
  const lines: DetailLine[] = []
  for (const input of inputs) {
    const [label, value] = [lineOf(input.label, MAX_FIELD_LABEL), lineOf(input.value, MAX_FIELD_VALUE)]
    if (!label || value === null) continue
    const key = keyOf(label)
    if (taken.has(thingOf(key))) continue
    taken.add(thingOf(key))
    lines.push({ key, label, value, source: 'agent' })
  }
  return lines
}

function lineOf(raw: string, max: number): string | null {
  const text = cleanText(raw)
  return text.ok ? clipAtWord(oneLine(text.text), max) : null
}
