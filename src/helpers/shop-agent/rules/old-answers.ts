import { isSayable } from './sayable.ts'
import { isNumber, readable, sentencesOf, tokensOf } from './text.ts'
import { CLAIMS, NUMBER_WORDS } from './vocabulary.ts'

const MOST_CHARACTERS = 400

/**
 * Returns true if a helper can reuse an answer that the owner gave to a different buyer. The answer must not contain promises, contact
 * details, names, or numbers other than the price, the shipping and measurements. `known` contains the words in the listing. In case of
 * doubt, returns false, because the owner can answer again.
 */
export function isTellable(raw: string, { allowedCents, known }: { allowedCents: readonly number[]; known: ReadonlySet<string> }): boolean {
  const text = readable(raw)
  const tokens = tokensOf(text)
  if (tokens.length < 3 || raw.length > MOST_CHARACTERS || !PLAIN.test(text) || !isSayable(text, allowedCents)) return false
  if (NUMBER_WORDS.test(text) || MORE_NUMBERS.test(text) || ROMAN.test(text)) return false
  if (GREETED.test(text) || FOR_THEM.test(text) || ELSEWHERE.test(text) || tokens.some((token) => CLAIMS.has(token))) return false
  if (namesPerson(text, known)) return false
  const rest = text.replaceAll(MEASURED, ' ')
  return tokensOf(rest)
    .filter(isNumber)
    .every((number) => allowedCents.includes(Math.round(Number(number) * 100)))
}

/** Matches text that is entirely in Latin script. Other scripts have different digits and number words. */
const PLAIN = /^[\p{Script=Latin}\p{M}0-9\s.,:;!?'"()$/&…–—-]*$/u

const GREETED = /^\s*(?:hi|hello|hey|dear|sorry|thanks|thank you|yes|no|sure|ok)[\s,]+\p{Lu}\p{L}+/iu
const FOR_THEM = /(?<!\p{L})(?:for you|you can have|yours|until (?:mon|tue|wed|thu|fri|sat|sun)|pick ?up at|my (?:address|number|name))/iu

/** Matches URLs with any top-level domain, spelled-out URLs, and the names of other messaging services. */
const ELSEWHERE =
  /[\p{L}\d]\.\p{L}{2,}|(?<!\p{L})(?:dot|\(at\)|insta|ig|sms|text|ring|discord|viber|skype|signal|tiktok|messenger|hotmail|outlook|linkedin|website|street|avenue|apartment)(?!\p{L})/iu

/** Matches fraction characters, and words for tens and hundreds in languages other than English. */
const MORE_NUMBERS =
  /(?<!\p{L})(?:(?:four|fif|six|seven|eigh|nin|ten)ths?|fort?ieth|score|soixante|quatre|cinquante|quarante|trente|vingt|cent|cien(?:to)?|setenta|sesenta|sessenta|cincuenta|cinquenta|cuarenta|quarenta|treinta|trinta|veinte|vinte|ochenta|oitenta|noventa|settanta|sessanta|cinquanta|quaranta|trenta|venti|ottanta|novanta|(?:\p{L}+und)?(?:zwanzig|drei(?:ß|ss)ig|vierzig|fünfzig|sechzig|siebzig|achtzig|neunzig|hundert)|(?:\p{L}+en)?(?:twintig|dertig|veertig|vijftig|zestig|zeventig|tachtig|negentig|honderd))(?!\p{L})/iu

/** Matches Roman numerals with at least two letters, except the size XL. */
const ROMAN = /(?<!\p{L})(?!XL\b)(?=[MDCLXVI]{2})M{0,3}(?:C[MD]|D?C{0,3})(?:X[CL]|L?X{0,3})(?:I[XV]|V?I{0,3})(?!\p{L})/u

const MEASURED =
  /\d+(?:[.,]\d+)?\s*(?:mm|cm|km|inch(?:es)?|ft|feet|kg|lbs?|oz|ml|gb|tb|mp|hz|mah|years?|months?|weeks?|days?)(?!\p{L})|\d+(?:[.,]\d+)?\s*(?:m|g|l|v|w|in|")(?=\s*(?:[.,;!?)]|$|(?:x|by|wide|long|tall|high|deep|thick|across)(?!\p{L})))/giu

/** Returns true if a capitalized word in the middle of a sentence could be a name. Words that occur in the listing do not count. */
const namesPerson = (text: string, known: ReadonlySet<string>): boolean =>
  sentencesOf(text).some((sentence) =>
    [...sentence.matchAll(/\p{Lu}\p{Ll}\p{L}*/gu)].some(
      ({ 0: word, index }) => index > 0 && !tokensOf(word).every((token) => known.has(token)),
    ),
  )
