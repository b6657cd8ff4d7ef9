import type { Fact } from './facts.ts'
import { amountsIn, hasContact, isNumber, readable, sentencesOf, tokensOf } from './text.ts'
import { BARGAINING, CLAIMS, COURTESY, GLUE, NEGATIONS, NUMBER_WORDS, ORDERS } from './vocabulary.ts'

export const MOST_CHARACTERS = 600
export const MOST_FACTS = 5

/** What a model proposes: words, and the ids of the facts they are made of. */
export type Proposal = { text: string; factIds: readonly string[] }

/** What the words may draw on beside the facts they name. */
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
 * Whether an answer says what its facts say and nothing else. What is not surely right is refused: the same facts, said
 * by code, take its place (helper 7: it may state only these).
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
  const said = cited.map(({ label, value }) => `${label} ${value}`).join('\n')
  if (isBanned(text, cited, said)) return 'banned'
  if (!amountsTrue(text, cited, about)) return 'amount'
  if (NUMBER_WORDS.test(text)) return 'number_word'
  const known = new Set(tokensOf(said))
  const title = new Set(tokensOf(about.title))
  for (const token of tokensOf(text)) {
    if (isNumber(token) && !known.has(token) && !isAmount(token, about)) return 'number'
    if (!isNumber(token) && !known.has(token) && !GLUE.has(token) && !COURTESY.has(token) && !NEGATIONS.has(token) && !title.has(token))
      return 'word'
  }
  return statements(text, cited)
}

/** The facts of these ids, each once; null when one of them does not exist. */
export function citedFacts(ids: readonly string[], facts: readonly Fact[]): Fact[] | null {
  const wanted = [...new Set(ids)].map((id) => facts.find((fact) => fact.id === id))
  return wanted.every((fact) => fact !== undefined) ? wanted : null
}

/** Everyday letters, digits and marks; whatever else can pass for a digit or hide one is not there to be misread. */
const PLAIN = /^[\p{Script=Latin}\p{M}0-9\s.,:;!?'"()$%/&+–—°-]*$/u

function isBanned(text: string, cited: readonly Fact[], said: string): boolean {
  const known = new Set(tokensOf(said))
  if (tokensOf(text).some((token) => CLAIMS.has(token) && !known.has(token))) return true
  // the one offer that may be spoken of is the button
  const open = cited.some(({ kind }) => kind === 'offers') ? text.replaceAll(/\boffers?\b/gi, ' ') : text
  return BARGAINING.test(open) || ORDERS.test(text)
}

const isAmount = (number: string, { allowedCents }: About): boolean => allowedCents.includes(Math.round(Number(number) * 100))

/** Each amount is one that may be named, and what is said to be shipping is not the price, nor the other way round. */
function amountsTrue(text: string, cited: readonly Fact[], { allowedCents }: About): boolean {
  // a sign of money that belongs to no number has one in disguise
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
 * Each fact is stated in one sentence, beside its own label and no other's, with as many negations as it has itself; and
 * no sentence negates what no fact does.
 */
function statements(text: string, cited: readonly Fact[]): Refusal | null {
  const sentences = sentencesOf(text).map(tokensOf)
  const stated = new Set<Fact>()
  for (const sentence of sentences) {
    const here = cited.filter((fact) => statedAt(fact, sentence) !== null)
    for (const fact of here) stated.add(fact)
    if (isMixedUp(here, sentence)) return 'mixed_up'
    if (negations(sentence) !== here.reduce((sum, { label, value }) => sum + negations(tokensOf(`${label} ${value}`)), 0)) return 'negation'
    // a sentence that states nothing can still agree or promise: it may only be polite
    if (here.length === 0 && sentence.some((token) => !COURTESY.has(token))) return 'not_stated'
  }
  return stated.size === cited.length ? null : 'not_stated'
}

const negations = (tokens: readonly string[]): number => tokens.filter((token) => NEGATIONS.has(token)).length

/** Where the value's own words stand in a sentence, in their order; null where they do not. */
function statedAt({ value }: Fact, sentence: readonly string[]): { from: number; to: number } | null {
  const all = tokensOf(value)
  const own = all.filter((token) => !GLUE.has(token))
  const wanted = own.length > 0 ? own : all
  let from = -1
  let at = -1
  for (const token of wanted) {
    at = sentence.indexOf(token, at + 1)
    if (at < 0) return null
    if (from < 0) from = at
  }
  return wanted.length === 0 ? null : { from, to: at }
}

/** Between a fact's label and its value stands no value of another fact: "the size is 5, the width is 10". */
function isMixedUp(facts: readonly Fact[], sentence: readonly string[]): boolean {
  const places = facts.map((fact) => ({ fact, value: statedAt(fact, sentence)! }))
  return places.some(({ fact, value }) => {
    const label = sentence.indexOf(tokensOf(fact.label).at(-1) ?? '')
    if (label < 0) return false
    const [low, high] = label < value.from ? [label, value.from] : [value.to, label]
    return places.some((other) => other.fact !== fact && other.value.from > low && other.value.to < high)
  })
}
