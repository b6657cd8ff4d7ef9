import type { Fact } from './facts.ts'
import { amountsIn, hasContact, isNumber, readable, sentencesOf, tokensOf } from './text.ts'
import { BARGAINING, CLAIMS, COURTESY, GLUE, NEGATIONS, NUMBER_WORDS, ORDERS } from './vocabulary.ts'

export const MOST_CHARACTERS = 600
export const MOST_FACTS = 5

/** A sentence or reply, and the ids of the facts that it states. */
export type Proposal = { text: string; factIds: readonly string[] }

/** Title and amounts that a reply may mention in addition to the facts that it cites. */
export type About = { title: string; allowedCents: readonly number[] }

export type Checked = { ok: true; text: string } | { ok: false; because: Refusal }
export type Refusal =
  | 'ids'
  | 'length'
  | 'signs'
  | 'contact'
  | 'banned'
  | 'amount'
  | 'number'
  | 'number_word'
  | 'word'
  | 'not_stated'
  | 'mixed_up'
  | 'negation'

/**
 * Accepts an answer only if it states nothing but the facts that it cites (spec: interface, helper 7). In case of doubt, rejects it; the
 * reply then lists the cited facts in a fixed format.
 */
export function check({ text: raw, factIds }: Proposal, facts: readonly Fact[], about: About): Checked {
  const because = refusal(raw, factIds, facts, about)
  return because ? { ok: false, because } : { ok: true, text: raw.trim() }
}

function refusal(raw: string, factIds: readonly string[], facts: readonly Fact[], about: About): Refusal | null {
  const cited = citedFacts(factIds, facts)
  if (!cited || cited.length === 0 || cited.length > MOST_FACTS) return 'ids'
  const whole = readable(raw).trim()
  if (whole === '' || [...whole].length > MOST_CHARACTERS) return 'length'
  const text = cited.reduce((rest, { link }) => (link ? rest.replaceAll(link, ' ') : rest), whole)
  if (hasContact(text)) return 'contact'
  if (!PLAIN.test(text)) return 'signs'
  const citedText = cited.map(({ label, value }) => `${label} ${value}`).join('\n')
  if (isBanned(text, cited, citedText)) return 'banned'
  if (!amountsTrue(text, cited, about)) return 'amount'
  if (NUMBER_WORDS.test(text)) return 'number_word'
  const known = new Set(tokensOf(citedText))
  const title = new Set(tokensOf(about.title))
  for (const token of tokensOf(text)) {
    if (isNumber(token) && !known.has(token) && !isAmount(token, about)) return 'number'
    if (!isNumber(token) && !known.has(token) && !GLUE.has(token) && !COURTESY.has(token) && !NEGATIONS.has(token) && !title.has(token))
      return 'word'
  }
  return statements(text, cited)
}

/** Returns the cited facts without duplicates, or null if one of the facts does not exist. */
export function citedFacts(ids: readonly string[], facts: readonly Fact[]): Fact[] | null {
  const selected = [...new Set(ids)].map((id) => facts.find((fact) => fact.id === id))
  return selected.every((fact) => fact !== undefined) ? selected : null
}

/** Allows only Latin letters, common punctuation and ASCII digits, so that no other character can imitate or hide a digit. */
const PLAIN = /^[\p{Script=Latin}\p{M}0-9\s.,:;!?'"()$%/&+–—°-]*$/u

function isBanned(text: string, cited: readonly Fact[], citedText: string): boolean {
  const known = new Set(tokensOf(citedText))
  if (tokensOf(text).some((token) => CLAIMS.has(token) && !known.has(token))) return true
  // a reply must not mention offers, except for the offer button
  const open = cited.some(({ kind }) => kind === 'offers') ? text.replaceAll(/\boffers?\b/gi, ' ') : text
  return BARGAINING.test(open) || ORDERS.test(text)
}

const isAmount = (number: string, { allowedCents }: About): boolean => allowedCents.includes(Math.round(Number(number) * 100))

/** Returns true if every amount is allowed, and the price and the shipping cost are not confused. */
function amountsTrue(text: string, cited: readonly Fact[], { allowedCents }: About): boolean {
  // a `$` without a number after it can hide an amount
  if (/\$(?!\s?\d)/.test(text)) return false
  const own = cited.flatMap(({ cents }) => cents)
  if (!amountsIn(text).every((cents) => allowedCents.includes(cents) || own.includes(cents))) return false
  const [price, shipping] = ['price', 'shipping'].map((kind) => cited.find((fact) => fact.kind === kind))
  return text.split(/[.!?;,]\s|\b(?:and|plus|but)\b|\n/iu).every((clause) => {
    const amounts = amountsIn(clause)
    const [ofShipping, ofPrice] = [/\b(?:ship\w*|delivery|postage)\b/i.test(clause), /\b(?:price\w*|asking)\b/i.test(clause)]
    if (ofShipping === ofPrice || amounts.length === 0) return true
    const fact = ofShipping ? shipping : price
    return fact !== undefined && amounts.every((cents) => fact.cents.includes(cents))
  })
}

/**
 * Rejects a reply in three cases: a cited fact is not stated within one sentence or is confused with a different fact; a sentence and its
 * facts differ in their number of negations; or a sentence without facts contains more than courtesies.
 */
function statements(text: string, cited: readonly Fact[]): Refusal | null {
  const sentences = sentencesOf(text).map(tokensOf)
  const stated = new Set<Fact>()
  for (const sentence of sentences) {
    const inSentence = cited.filter((fact) => statedAt(fact, sentence) !== null)
    for (const fact of inSentence) stated.add(fact)
    if (isMixedUp(inSentence, sentence)) return 'mixed_up'
    if (negations(sentence) !== inSentence.reduce((sum, { label, value }) => sum + negations(tokensOf(`${label} ${value}`)), 0))
      return 'negation'
    // even without facts, a sentence can agree to something or promise something, so only courtesies are allowed
    if (inSentence.length === 0 && sentence.some((token) => !COURTESY.has(token))) return 'not_stated'
  }
  return stated.size === cited.length ? null : 'not_stated'
}

const negations = (tokens: readonly string[]): number => tokens.filter((token) => NEGATIONS.has(token)).length

/** Returns the part of the sentence that contains all words of a fact's value in order, or null. */
function statedAt({ value }: Fact, sentence: readonly string[]): { from: number; to: number } | null {
  const all = tokensOf(value)
  const own = all.filter((token) => !GLUE.has(token))
  const selected = own.length > 0 ? own : all
  const places: number[] = []
  let next = 0
  for (const token of selected) {
    const at = sentence.indexOf(token, next)
    if (at < 0) return null
    places.push(at)
    next = at + 1
  }
  return places.length === 0 ? null : { from: places[0]!, to: places.at(-1)! }
}

/**
 * Returns true if a sentence states the value of a different fact between a fact's label and value, as in "the size is 5, the width is 10".
 */
function isMixedUp(facts: readonly Fact[], sentence: readonly string[]): boolean {
  const candidates = facts.map((fact) => ({ fact, value: statedAt(fact, sentence)! }))
  return candidates.some(({ fact, value }) => {
    const label = sentence.indexOf(tokensOf(fact.label).at(-1) ?? '')
    if (label < 0) return false
    const [low, high] = label < value.from ? [label, value.from] : [value.to, label]
    return candidates.some((other) => other.value.from > low && other.value.to < high)
  })
}
