import { normalForm } from './normal-form.ts'
import { priceText } from './money.ts'
import type { PriceVerdict } from './pricing.ts'
import type { UsedPrice } from './pricing/comparables.ts'

type Priced = Pick<PriceVerdict<UsedPrice & { source: string }>, 'suggestedCents' | 'band' | 'range' | 'from' | 'used'>

/** What the words about a price may speak of. */
export type PriceFacts = Priced & { name: string; newCents: number | null }

/** Three or four facts that a price stands on, from the sums themselves (interface, helper 2). */
export function priceFacts({ suggestedCents, band, range, from, used, newCents }: PriceFacts): string[] {
  const sold = used.length > 0 && used.every((row) => row.sold)
  const counted = used.length === 1 ? '1 second-hand price' : `${used.length} second-hand prices`
  const sources = [...new Set(used.map(({ source }) => SOURCES[source] ?? source))].slice(0, 3).join(', ')
  return [
    used.length === 0 ? 'No second-hand prices were found.' : `${counted} compared, ${kindOf(used)}${sources && `, from ${sources}`}.`,
    `Most ${sold ? 'sold for' : 'sell for'} ${priceText(band.lowCents)} to ${priceText(band.highCents)}${from === 'used prices' ? '' : ', by estimate'}.`,
    newCents === null ? 'No price of a new one was found.' : `A new one costs ${priceText(newCents)}.`,
    used.length > 1
      ? `The cheapest is ${priceText(range.lowCents)}, the dearest ${priceText(range.highCents)}.`
      : `${priceText(suggestedCents)} is a start: you know it better.`,
  ]
}

/** How sources write their own names. */
const SOURCES: Readonly<Record<string, string>> = { ebay: 'eBay' }

const kindOf = (used: readonly UsedPrice[]): string =>
  used.every(({ sold }) => sold) ? 'all sold' : used.some(({ sold }) => sold) ? 'asked and sold' : 'asking prices'

/** The summary where no model words it, or its words are not used. */
export function stockSummary({ suggestedCents, band, from, used, newCents }: PriceFacts): string {
  const [suggested, low, high] = [suggestedCents, band.lowCents, band.highCents].map(priceText)
  if (from === 'used prices')
    return `Going by ${used.length} second-hand ${used.length === 1 ? 'price' : 'prices'}, most sell for ${low} to ${high}. ${suggested} is a fair price.`
  if (from === 'new price' && newCents !== null)
    return `A new one costs ${priceText(newCents)}. Used, ${low} to ${high} is usual; ${suggested} is a fair start.`
  return `Nothing was found to compare it with. ${suggested} is only a start: set a price of your own.`
}

const MAX_SUMMARY = 300

/**
 * A model's summary if every number in it is an amount that the rules worked out, else the stock one (interface: no decision
 * about money from free text). What is not surely right is not used.
 */
export function summaryOf(proposal: string | null, facts: PriceFacts): string {
  const text = normalForm(proposal ?? '', 'NFKC').trim()
  return saysOnlyKnown(text, facts) ? text : stockSummary(facts)
}

export function saysOnlyKnown(text: string, { suggestedCents, band, range, newCents, used, name }: PriceFacts): boolean {
  if (text === '' || [...text].length > MAX_SUMMARY || !PLAIN.test(text) || UNSURE.test(text)) return false
  const known = new Set(
    [suggestedCents, band.lowCents, band.highCents, range.lowCents, range.highCents, newCents].map((cents) => cents ?? -1),
  )
  for (const match of withoutName(text, name).matchAll(/(\$ ?)?(?<![\p{L}\d])\d[\d.,]*/gu)) {
    const [whole, sign] = match
    const digits = whole.replace(/^\$ ?/, '').replace(/[.,]+$/, '')
    const after = match.input.slice(match.index + whole.replace(/[.,]+$/, '').length)
    if (/^[\p{L}\d]/u.test(after)) return false
    const counts =
      !sign && digits === String(used.length) && /^ (?:second-hand|used|comparable|similar|listings?|prices?|sales?|others?)/.test(after)
    if (counts) continue
    if (!sign || !WRITTEN.test(digits) || !known.has(Math.round(Number(digits.replaceAll(',', '')) * 100))) return false
  }
  return !/\$(?! ?\d)|\d\$/.test(text)
}

/** Latin letters, ASCII digits, everyday punctuation, and `$` as the one sign of money. */
const PLAIN = /^[\p{Script=Latin}0-9 .,:;!?'"“”‘’()$&/–—-]*$/u
const WRITTEN = /^(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d{2})?$/

/** Addresses; amounts in words or in other money; promises. */
const UNSURE =
  /:\/\/|\bwww\b|\p{L}\.\p{L}{2,}|\b(?:percent|per cent|hundred|thousand|grand|twenty|thirty|fou?rty|fifty|sixty|seventy|eighty|ninety|half|halves|third|quarter|double|twice|triple|dozen|euros?|eur|pounds|gbp|yen|cents?|guarantee\w*|authentic\w*)\b|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|few) (?:dollars?|bucks?)/iu

const withoutName = (text: string, name: string): string => (/\p{L}/u.test(name) ? text.replaceAll(normalForm(name, 'NFKC'), 'it') : text)
