import { writtenCents } from '#core/format/money.ts'
import { normalForm } from '#core/normal-form.ts'

/** Normalizes text for matching: NFKC, no invisible characters, plain quotes. */
export const readable = (text: string): string =>
  normalForm(text, 'NFKC')
    .replaceAll(/\p{Cf}|\ufe0f/gu, '')
    .replaceAll(/[’‘`´]/g, "'")
    .replaceAll(/[“”]/g, '"')

/** Returns the words and numbers in a string, in lower case: `Size: 10 US.` becomes `size`, `10`, `us`. */
export const tokensOf = (text: string): string[] =>
  (
    readable(text)
      .toLowerCase()
      .match(/\d+(?:[.,]\d+)*|[\p{L}\p{M}]+(?:'[\p{L}\p{M}]+)*/gu) ?? []
  ).map(canonical)

export const isNumber = (token: string): boolean => /^\d/.test(token)

/** Normalizes a number, so that 1,250 and 1250.00 compare as equal. Returns other words unchanged. */
function canonical(token: string): string {
  const plain = token.replaceAll(/,(?=\d{3}(?:\D|$))/g, '')
  return /^\d+(?:\.\d+)?$/.test(plain) ? String(Number(plain)) : plain
}

/** Splits text into sentences. A period inside a number or a word does not end a sentence. */
export const sentencesOf = (text: string): string[] =>
  text
    .split(/(?<=[.!?;])\s+|\n+/u)
    .map((one) => one.trim())
    .filter((one) => /[\p{L}\p{N}]/u.test(one))

/** Returns the amounts of money in a string, in cents. Amounts that are unreadable or in another currency become NaN. */
export function amountsIn(text: string): number[] {
  const clean = readable(text)
  const found = [...clean.matchAll(MONEY)].map(({ groups }) => {
    return writtenCents(groups!['after'] ?? groups!['before']!) ?? Number.NaN
  })
  return OTHER_MONEY.test(clean) ? [...found, Number.NaN] : found
}

const MONEY =
  /(?:\$|\bUSD?\b\s?\$?)\s*(?<after>\d(?:[\d.,]*\d)?)|(?<before>\d(?:[\d.,]*\d)?)\s*(?:\$|dollars?\b|bucks?\b|usd\b|cents?\b)/giu
const OTHER_MONEY =
  /[\p{Sc}--$]\s*\d|\d\s*[\p{Sc}--$]|\d\s*(?:k|eur|euros?|gbp|pounds?|quid|yen|pesos?)\b|\b(?:dollars|bucks|grand)\b(?<!\d\s*(?:dollars|bucks))/iv

/** Returns true if the text contains a URL, an email address, a handle or a phone number. */
export const hasContact = (text: string): boolean => CONTACT.test(readable(text))

const CONTACT =
  /:\/\/|\bwww\b|@|[\p{L}\d]\.(?:com|net|org|io|me|co|de|uk|shop|app|info|ru|cn|fr|es|it|test|example)\b|\b(?:dot|at) (?:com|net|org|gmail)\b|(?:\+|\b)\d[\d\s().-]{6,}\d|\b(?:whats ?app|telegram|instagram|snapchat|wechat|facebook|gmail|e-?mail|phone|text me|call me|dm me)\b/iu
