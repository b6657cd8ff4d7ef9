import { normalForm } from '#core/normal-form.ts'
import { keyOf, MAX_FIELD_LABEL, MAX_FIELD_VALUE, attributeOf } from '#catalog/listings/rules/fields.ts'
import { RESEARCH_CATEGORIES, UNKNOWN_CATEGORY } from '#catalog/browse/rules/market.ts'
import { CONDITIONS, type Condition } from './conditions.ts'
import { clipAtWord, oneLine } from '#core/text.ts'

export type ResearchCategory = (typeof RESEARCH_CATEGORIES)[number]
/** If `aboutModel` is true, the fact applies to all items of this product model. */
export type Fact = { label: string; value: string; aboutModel: boolean }
export type Question = { label: string; question: string }

/** An identified item. It consists only of text, and never contains a price (spec: interface, helper 2, identify). */
export type Identification = {
  name: string
  brand: string | null
  category: ResearchCategory
  color: string | null
  size: string | null
  condition: Condition
  facts: Fact[]
  questions: Question[]
}

/** Output of the model. Its structure was validated, but its content is untrusted. */
export type RawIdentification = Omit<Identification, 'category' | 'condition' | 'facts' | 'questions'> & {
  category: string
  condition: string
  facts: readonly { label: string; value: string; about_model: boolean }[]
  questions: readonly { label: string; question: string }[]
}

export const CONDITION_QUESTION: Question = { label: 'Condition', question: 'What condition is it in?' }
const BOUGHT_QUESTION: Question = { label: 'When bought', question: 'When was it bought?' }

const UNKNOWN = 'Unknown item'

/** Returns true if the item has a name to search for. */
export const isNamed = ({ name }: Pick<Identification, 'name'>): boolean => name !== UNKNOWN

const MAX_NAME = 80
const MAX_WORD = 60
const MAX_QUESTION = 160
const [LEAST_FACTS, MOST_FACTS] = [3, 6]
const MOST_QUESTIONS = 4

/**
 * Identifies an item without a model (spec: interface, helper 4). Uses the seller's text as the name and `Other` as the category. Adds one
 * detail line, `Item`, and two standard questions.
 */
export function identifyFromText(words: string): Identification {
  const text = plain(words, MAX_FIELD_VALUE)
  return {
    name: clipAtWord(text, MAX_NAME) || UNKNOWN,
    brand: null,
    category: UNKNOWN_CATEGORY,
    color: null,
    size: null,
    condition: 'unknown',
    facts: text === '' ? [] : [{ label: 'Item', value: text, aboutModel: false }],
    questions: [CONDITION_QUESTION, BOUGHT_QUESTION],
  }
}

/**
 * Cleans a model's output (spec: interface, helper 2): keeps only known enum values, and plain text without markup, URLs or amounts of
 * money. Returns 3 to 6 facts, and 1 to 4 questions, starting with the question about the condition.
 */
export function trimIdentification(raw: RawIdentification, words: string): Identification {
  const [brand, color, size] = [raw.brand, raw.color, raw.size].map((text) => plain(text ?? '', MAX_WORD) || null) as [
    string | null,
    string | null,
    string | null,
  ]
  const fallback = identifyFromText(words)
  const category = RESEARCH_CATEGORIES.find((name) => name.toLowerCase() === raw.category.trim().toLowerCase()) ?? UNKNOWN_CATEGORY
  const name = plain(raw.name, MAX_NAME) || fallback.name
  const more = topUp({
    Item: name === UNKNOWN ? null : name,
    Brand: brand,
    Color: color,
    Size: size,
    Category: category === UNKNOWN_CATEGORY ? null : category,
  })
  return {
    name,
    brand,
    category,
    color,
    size,
    condition: CONDITIONS.find((one) => one === raw.condition.trim().toLowerCase().replaceAll(/[ -]/g, '_')) ?? 'unknown',
    facts: trimFacts(raw.facts, more),
    questions: trimQuestions(raw.questions),
  }
}

/** Returns the search query: the item's name, with the brand in front unless the name already contains it. */
export const searchedBy = ({ name, brand }: Pick<Identification, 'name' | 'brand'>): string =>
  brand === null || name.toLowerCase().includes(brand.toLowerCase()) ? name : `${brand} ${name}`

/** Returns the brand, color and size, followed by the remaining facts, without duplicates. */
export function detailFacts({ brand, color, size, facts }: Identification): { label: string; value: string }[] {
  const known = topUp({ Brand: brand, Color: color, Size: size })
  return byAttribute([...known, ...facts]).map(({ label, value }) => ({ label, value }))
}

const topUp = (lines: Record<string, string | null>): Fact[] =>
  Object.entries(lines).flatMap(([label, value]) => (value === null ? [] : [{ label, value, aboutModel: false }]))

function trimFacts(raw: RawIdentification['facts'], more: readonly Fact[]): Fact[] {
  const cleaned = raw.flatMap(({ label, value, about_model }) => {
    const fact = { label: plain(label, MAX_FIELD_LABEL), value: plain(value, MAX_FIELD_VALUE), aboutModel: about_model }
    return fact.label === '' || fact.value === '' || isMoney(fact) || NOT_FACTS.has(attributeOf(keyOf(fact.label))) ? [] : [fact]
  })
  const facts = byAttribute(cleaned).slice(0, MOST_FACTS)
  return facts.length >= LEAST_FACTS ? facts : byAttribute([...facts, ...more]).slice(0, LEAST_FACTS)
}

/** Keys for questions that only the seller can answer. */
const NOT_FACTS = new Set(['condition', 'when_bought'])

/** Returns true if a fact is about money. Amounts must come from the pricing rules, never from a model. */
const isMoney = ({ label, value }: Fact): boolean =>
  /\b(?:price|prices|cost|worth|msrp|rrp|value|discount)\b/i.test(label) ||
  /\p{Sc}|\b(?:usd|eur|gbp|dollars?|bucks?|euros?|pounds? sterling)\b/iu.test(value)

function trimQuestions(raw: RawIdentification['questions']): Question[] {
  const cleaned = raw.flatMap(({ label, question }) => {
    const one = { label: plain(label, MAX_FIELD_LABEL), question: plain(question, MAX_QUESTION) }
    return one.label === '' || one.question === '' ? [] : [one]
  })
  const condition = cleaned.find(({ label }) => attributeOf(keyOf(label)) === 'condition') ?? CONDITION_QUESTION
  return byAttribute([{ ...condition, label: CONDITION_QUESTION.label }, ...cleaned]).slice(0, MOST_QUESTIONS)
}

const byAttribute = <T extends { label: string }>(lines: readonly T[]): T[] => {
  const first = new Map<string, T>()
  for (const line of lines) {
    const attribute = attributeOf(keyOf(line.label))
    if (!first.has(attribute)) first.set(attribute, line)
  }
  return [...first.values()]
}

/** Converts text to one line of plain text, without markup, URLs or invisible characters. */
export function plain(raw: string, max: number): string {
  const text = normalForm(raw.toWellFormed(), 'NFC')
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/\b(?:https?:\/\/|www\.)\S+/gi, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}<>]/gu, ' ')
  return clipAtWord(oneLine(text), max)
}
