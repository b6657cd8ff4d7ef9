import { keyOf, MAX_FIELD_LABEL, MAX_FIELD_VALUE, MAX_FIELDS, attributeOf, type DetailLine, type FieldInput } from './fields.ts'
import { UNKNOWN_CATEGORY } from '#catalog/browse/rules/market.ts'
import { cleanText, clipAtWord, oneLine } from '#core/text.ts'

/** The listing fields that research can fill. Amounts are in cents. */
export type Mergeable = {
  category: string | null
  priceCents: number | null
  lowestPriceCents: number | null
  /** Basis of the price. Null if the seller set the price. */
  priceBasis: ResearchPriceBasis | null
  fields: readonly DetailLine[]
}

/** Evidence for a price from research. `default` means that there is none. */
export const RESEARCH_PRICE_BASES = ['comparables', 'new_price', 'default'] as const
export type ResearchPriceBasis = (typeof RESEARCH_PRICE_BASES)[number]
/** Possible values of a listing's `price_basis` (spec: completions 13.1). */
export const PRICE_BASES = [...RESEARCH_PRICE_BASES, 'seller'] as const

/** Research results. `questions` contains the labels of details that only the seller knows, with the condition first. */
export type Findings = {
  category: string
  suggestedCents: number
  basis: ResearchPriceBasis
  bandLowCents: number
  facts: readonly FieldInput[]
  questions: readonly string[]
}

/**
 * Merges findings (spec: interface, helper 3). The seller's lines take priority. Each question becomes a line without a value. Sets the
 * category, price and minimum price only if they are null; zero counts as a price. Ignores an unknown category, so that the seller chooses
 * one.
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

/** Returns the basis of the price. There is none if the seller's own minimum price determined the price. */
const basisOf = (priceCents: number, found: Findings): ResearchPriceBasis | null =>
  priceCents === found.suggestedCents ? found.basis : null

const atLeast = (...cents: readonly (number | null)[]): number => Math.max(...cents.filter((one) => one !== null))

/**
 * Retains the lines from the seller and from imports. Replaces unedited lines from earlier research, so that no facts about a wrongly
 * identified item remain. If not all lines fit, questions take priority over facts.
 */
function mergeLines(existing: readonly DetailLine[], { facts, questions }: Findings): DetailLine[] {
  const remaining = existing.filter(({ source }) => source !== 'agent')
  const taken = new Set(remaining.map(({ key }) => attributeOf(key)))
  const openQuestions = fresh(
    questions.map((label) => ({ label, value: '' })),
    taken,
  ).slice(0, MAX_FIELDS - remaining.length)
  const known = fresh(
    facts.filter(({ value }) => value.trim() !== ''),
    taken,
  )
  return [...remaining, ...known.slice(0, MAX_FIELDS - remaining.length - openQuestions.length), ...openQuestions]
}

/** Returns the lines whose attributes are not in `taken`, and adds these attributes to `taken`. Omits lines with invalid text. */
function fresh(inputs: readonly FieldInput[], taken: Set<string>): DetailLine[] {
  const lines: DetailLine[] = []
  for (const input of inputs) {
    const [label, value] = [lineOf(input.label, MAX_FIELD_LABEL), lineOf(input.value, MAX_FIELD_VALUE)]
    if (!label || value === null) continue
    const key = keyOf(label)
    if (taken.has(attributeOf(key))) continue
    taken.add(attributeOf(key))
    lines.push({ key, label, value, source: 'agent' })
  }
  return lines
}

function lineOf(raw: string, max: number): string | null {
  const text = cleanText(raw)
  return text.ok ? clipAtWord(oneLine(text.text), max) : null
}
