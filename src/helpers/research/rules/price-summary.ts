import { counted } from '#core/format/count.ts'
import { priceText, writtenCents } from '#core/format/money.ts'
import { normalForm } from '#core/normal-form.ts'
import type { PriceVerdict } from './pricing/index.ts'
import type { UsedPrice } from './pricing/comparables.ts'

type Priced = Pick<PriceVerdict<UsedPrice & { source: string }>, 'suggestedCents' | 'band' | 'range' | 'from' | 'used'>

export type PriceFacts = Priced & { name: string; newCents: number | null }

/** Returns three or four facts that explain a suggested price (spec: interface, helper 2). */
export function priceFacts(facts: PriceFacts): string[] {
  const { suggestedCents, band, used, newCents } = facts
  if (used.length === 0) return ruleOfThumb(facts)
  const prices = used.map(({ cents }) => cents)
  const compared = counted(used.length, 'second-hand price')
  const sources = [...new Set(used.map(({ source }) => SOURCES[source] ?? source))].slice(0, 3).join(', ')
  return [
    `${compared} compared, ${kindOf(used)}${sources && `, from ${sources}`}.`,
    `${priceBandText(used, band)} ${spanText(band)}.`,
    newCents === null ? 'No price for a new item was found.' : `A new item costs ${priceText(newCents)}.`,
    used.length > 1
      ? `Prices range from ${priceText(Math.min(...prices))} to ${priceText(Math.max(...prices))}.`
      : `${priceText(suggestedCents)} is a starting point; you know the item best.`,
  ]
}

/** Explains a price estimate. Does not claim to know the prices that other sellers get. */
function ruleOfThumb({ suggestedCents, band, newCents }: PriceFacts): string[] {
  return [
    'No second-hand prices were found to compare with.',
    newCents === null ? 'No price for a new item was found.' : `A new item costs ${priceText(newCents)}.`,
    `${priceBandText([], band)} ${spanText(band)}.`,
    `${priceText(suggestedCents)} is a starting point; you know the item best.`,
  ]
}

export const RULE_OF_THUMB = 'A rule of thumb'
export const NO_SALES = 'No sales to compare with.'

/**
 * Introduces a price band. Says "most" only when at least half of the prices are in the band. Calls asking prices by this name, because
 * they may not be what buyers paid.
 */
export function priceBandText(used: readonly Pick<UsedPrice, 'cents' | 'sold'>[], { lowCents, highCents }: PriceFacts['band']): string {
  if (used.length === 0) return `${RULE_OF_THUMB}:`
  if (used.length === 1) return 'Around the only price found:'
  const within = used.filter(({ cents }) => cents >= lowCents && cents <= highCents).length
  if (within * 2 < used.length) return 'Around the middle of the prices:'
  return used.every(({ sold }) => sold)
    ? 'Most sold for'
    : used.some(({ sold }) => sold)
      ? 'Most asking and sale prices are'
      : 'Most asking prices are'
}

const spanText = ({ lowCents, highCents }: PriceFacts['band']): string => `${priceText(lowCents)} to ${priceText(highCents)}`

const SOURCES: Readonly<Record<string, string>> = { ebay: 'eBay' }

const kindOf = (used: readonly UsedPrice[]): string =>
  used.every(({ sold }) => sold) ? 'all sold' : used.some(({ sold }) => sold) ? 'asked and sold' : 'asking prices'

/** Returns the fixed summary, for use without a model or if the model's text is rejected. */
export function stockSummary({ suggestedCents, band, used, newCents }: PriceFacts): string {
  const suggested = priceText(suggestedCents)
  if (used.length === 1) return `Based on one second-hand price, ${suggested} is a starting point.`
  if (used.length === 0) {
    const from = newCents === null ? '' : `, based on ${priceText(newCents)} for a new item`
    return `${NO_SALES} ${RULE_OF_THUMB}${from}: ${suggested}. Choose your own price.`
  }
  return `Based on ${counted(used.length, 'second-hand price')}: ${priceBandText(used, band).toLowerCase()} ${spanText(band)}. ${suggested} is a fair price.`
}

const MAX_SUMMARY = 300

/** Returns true if there are at least two prices to compare. With fewer, a model would invent prices. */
export const canBeSummarized = ({ used }: Pick<PriceFacts, 'used'>): boolean => used.length > 1

/**
 * Returns the model's summary if it contains no numbers except amounts that the rules computed. Otherwise returns the fixed summary,
 * because a model's text must not affect money (spec: interface).
 */
export function summaryOf(proposal: string | null, facts: PriceFacts): string {
  const text = normalForm(proposal ?? '', 'NFKC').trim()
  return canBeSummarized(facts) && statesOnlyKnownFacts(text, facts) ? text : stockSummary(facts)
}

export function statesOnlyKnownFacts(text: string, { suggestedCents, band, range, newCents, used, name }: PriceFacts): boolean {
  if (text === '' || [...text].length > MAX_SUMMARY || !PLAIN.test(text) || UNSURE.test(text)) return false
  const known = new Set([suggestedCents, band.lowCents, band.highCents, range.lowCents, range.highCents, newCents])
  for (const match of withoutName(text, name).matchAll(/(\$ ?)?(?<![\p{L}\d])\d[\d.,]*/gu)) {
    const [whole, sign] = match
    const digits = whole.replace(/^\$ ?/, '').replace(/[.,]+$/, '')
    const after = match.input.slice(match.index + whole.replace(/[.,]+$/, '').length)
    if (/^[\p{L}\d]/u.test(after)) return false
    const counts =
      !sign && digits === String(used.length) && /^ (?:second-hand|used|comparable|similar|listings?|prices?|sales?|others?)/.test(after)
    if (counts) continue
    const cents = writtenCents(digits)
    if (!sign || cents === null || !known.has(cents)) return false
  }
  return !/\$(?! ?\d)|\d\$/.test(text)
}

/** Allows only Latin letters, ASCII digits, common punctuation and, as the only currency sign, `$`. */
const PLAIN = /^[\p{Script=Latin}0-9 .,:;!?'"“”‘’()$&/–—-]*$/u

/** Matches URLs, amounts that are in words or in other currencies, and promises such as guarantees. */
const UNSURE =
  /:\/\/|\bwww\b|\p{L}\.\p{L}{2,}|\b(?:percent|per cent|hundred|thousand|grand|twenty|thirty|fou?rty|fifty|sixty|seventy|eighty|ninety|half|halves|third|quarter|double|twice|triple|dozen|euros?|eur|pounds|gbp|yen|cents?|guarantee\w*|authentic\w*)\b|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|few) (?:dollars?|bucks?)/iu

const withoutName = (text: string, name: string): string => (/\p{L}/u.test(name) ? text.replaceAll(normalForm(name, 'NFKC'), 'it') : text)
