import { priceText, writtenCents } from '#core/format/money.ts'
import { normalForm } from '#core/normal-form.ts'

/** The facts for a counteroffer message. They never include the minimum price. */
export type CounterWording = { counterCents: number; offerCents: number; priceCents: number; title: string }

const MAX_LENGTH = 500

/**
 * Returns the standard message for a counteroffer, for use without a model, or if the model's message is rejected (spec: interface, helper
 * 8, rule 7).
 */
export const counterTemplate = ({ counterCents, offerCents }: Pick<CounterWording, 'counterCents' | 'offerCents'>): string =>
  `Thanks for your offer of ${priceText(offerCents)}. I could do ${priceText(counterCents)}. It's good for 48 hours.`

/**
 * Returns the model's message if every amount in it is allowed, otherwise the standard message (spec: interface, helper 8, rule 7). Prefers
 * the standard message in case of doubt, because a wrong amount is worse than a plain message.
 */
export function wordingOf(proposal: string | null, facts: CounterWording): { text: string; by: 'model' | 'template' } {
  const text = proposal?.trim() ?? ''
  return isTrue(text, facts) ? { text, by: 'model' } : { text: counterTemplate(facts), by: 'template' }
}

/**
 * Returns true if the model's message states the counteroffer as a dollar amount, and contains no numbers except the counteroffer, the
 * offer and the price.
 */
export function isTrue(proposal: string, facts: CounterWording): boolean {
  if ([...proposal].length > MAX_LENGTH) return false
  const text = normalForm(proposal, 'NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll('’', "'")
  if (!isPlain(text) || CONTACT.test(text)) return false
  const words = withoutTitle(text, facts.title)
  const bare = normalForm(words, 'NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  if (NUMBER_WORDS.test(bare) || GLUED_NUMBER_WORDS.test(bare) || FORBIDDEN.test(bare) || OTHER_MONEY.test(bare)) return false
  if (ROMAN.test(words) || SPELLED_OUT.test(words)) return false
  return numbersAreTrue(words.replaceAll(/(?<![\w$.,])48(?= ?(?:hours|hrs)\b)/gi, ' '), facts)
}

/**
 * Returns true if the text contains only Latin letters, ASCII digits, common punctuation and `$`. Any other character, such as a fraction,
 * a circled number, an emoji or a combining mark, could represent a number.
 */
const isPlain = (text: string): boolean => /^[\p{Script=Latin}0-9 \n.,:;!?'"“”‘()$–—-]*$/u.test(text)

/**
 * Matches links, addresses and handles. Any word with a dot inside counts as a link, such as "example.com", so no list of top-level domains
 * is needed.
 */
const CONTACT =
  /:\/\/|\bwww\b|@|\p{L}\.\p{L}{2,}|\b(?:dot|at) (?:com|net|org|gmail)\b|\b(?:whats ?app|telegram|instagram|paypal|venmo|zelle|cash ?app|gmail|e-?mail|phone|text me|call me)\b/iu

/**
 * Removes the complete title from a message, because a title may contain numbers ("Air Max 90"). Does not remove a title that mentions
 * money or starts with a number: with the title "90 lamp", the message "I could do 90 lamp" reads like an amount.
 */
function withoutTitle(text: string, title: string): string {
  const clean = normalForm(title, 'NFKC').trim()
  if (!/^\p{L}.*\p{L}{2}/u.test(clean) || /[$%]|dollar|buck|usd/i.test(clean)) return text
  return text.replaceAll(new RegExp(`(?<![\\p{L}\\d$.,])${escaped(clean)}(?![\\p{L}\\d$.,]\\S|[\\p{L}\\d])`, 'giu'), 'it')
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)

// number words in English, Spanish, French, German, Italian, Portuguese and Dutch, without accents; matches only whole words
const NUMBER_WORDS =
  /\b(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|grand|dozen|dozens|score|couple|half|halves|halfway|third|thirds|quarter|quarters|double|twice|triple|thrice|once|cero|uno|una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|trece|catorce|quince|veinte|cien|ciento|cientos|mil|mitad|un|une|deux|trois|quatre|cinq|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize|vingt|vingts|trente|cent|cents|mille|moitie|eins|ein|eine|zwei|drei|vier|funf|fuenf|sechs|sieben|acht|neun|zehn|elf|zwolf|zwoelf|hundert|tausend|halfte|haelfte|due|tre|quattro|cinque|sei|sette|otto|nove|dieci|venti|cento|meta|um|uma|dois|duas|quatro|oito|dez|vinte|metade|een|twee|drie|vijf|zes|zeven|negen|tien|honderd|duizend|helft)\b/

/** Number words so distinctive that they are also matched inside longer words, such as "eightyfive". */
const GLUED_NUMBER_WORDS =
  /eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|fou?rty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|billion|fiver|tenner|treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa|quarante|cinquante|soixante|septante|octante|nonante|zwanzig|dreissig|vierzig|funfzig|sechzig|siebzig|achtzig|neunzig|hundert|tausend|trenta|quaranta|cinquanta|sessanta|settanta|ottanta|novanta|trinta|quarenta|cinquenta|oitenta|noventa|twintig|dertig|veertig|vijftig|zestig|zeventig|tachtig|negentig/

/** Statements that a counteroffer message must not contain: a minimum price, an agreement, or an amount relative to a different amount. */
const FORBIDDEN =
  /lowest|\bfloor\b|minimum|bottom line|\bfinal|\blimits?\b|could go|can go|go as low|accept|\bdeal\b|\bpercent|per cent|discount|rebate|\bless\b|\boff\b|knock|split|meet you|in between|middle|\bfree\b|refund/

const OTHER_MONEY =
  /\b(?:euros?|eur|pounds?|gbp|quid|sterling|yen|jpy|yuan|rmb|cny|rupees?|inr|rupiah|pesos?|mxn|reais|brl|francs?|chf|kron(?:a|or|er)|sek|nok|dkk|zloty|pln|rubles?|rub|lira|dirhams?|won|krw|cad|aud|nzd|hkd|sgd|cents?|pennies|penny|nickels?|dimes?|bitcoins?|btc|eth|usdt|crypto|canadian|australian|loonies?|large|stacks?)\b/

/** Roman numerals in capitals, such as LXXXV. A single "I" is not included, because it is usually the pronoun. */
const ROMAN = /\b(?=[IVXLCDM]{2})[IVXLCDM]+\b/

/** Words that are spelled letter by letter, such as "e i g h t y" or "e-i-g-h-t-y". */
const SPELLED_OUT = /(?:\b\p{L}[ .\-–—]+){3,}\p{L}\b/u

/** An amount in the format of this service. A dollar sign before it and a word for dollars after it are optional. */
const AMOUNT = /(?:(?<sign>\bUS ?\$|\bUSD ?\$?|\$) ?)?(?<digits>\d[\d.,]*\d|\d)(?<word> ?(?:dollars?|bucks?|usd))?/giu

function numbersAreTrue(text: string, { counterCents, offerCents, priceCents }: CounterWording): boolean {
  const allowed: readonly (number | null)[] = [counterCents, offerCents, priceCents]
  let named = false
  let numberEnded: number | null = null
  for (const match of text.matchAll(AMOUNT)) {
    const { sign, digits, word } = match.groups as { sign?: string; digits: string; word?: string }
    const end = match.index + match[0].length
    const cents = writtenCents(digits)
    if (!isSeparate(text, match.index, end)) return false
    // rejects "8 5" and "8 - 5", which a buyer might read as one number or as a range
    if (numberEnded !== null && /^[\s.,:;'"–—-]*$/.test(text.slice(numberEnded, match.index))) return false
    if (!allowed.includes(cents)) return false
    if (cents === counterCents && (sign || word)) named = true
    numberEnded = end
  }
  // a currency symbol or word can express an amount even without a number: "$lOO", "a few bucks"
  return named && !/[$]|\b(?:us|usd|dollars?|bucks?)\b/i.test(text.replaceAll(AMOUNT, ' '))
}

/** Returns false if a letter, digit or sign next to the number makes it a different number: "5O", "85k", "A$85", "-85", "85-90". */
function isSeparate(text: string, start: number, end: number): boolean {
  const [before, after] = [text.charAt(start - 1), text.slice(end)]
  return !/[\p{L}\d$.,'\-–—:]/u.test(before) && !/^(?:[\p{L}\d$–—'-]|[.,:;]\S)/u.test(after)
}
