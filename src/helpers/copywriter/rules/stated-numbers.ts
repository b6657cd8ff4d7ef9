import { normalForm } from '#core/normal-form.ts'

/**
 * Returns the numbers in `text`, normalized: `1,250`, `1250.0` and `１２５０` are `1250`, `twelve` is `12`. Amounts of money keep the currency
 * sign: `$40` is `$40`. "One" does not count as a number.
 */
export function numbersOf(text: string): Set<string> {
  const found = new Set<string>()
  const plain = normalForm(text, 'NFKC').replace(INVISIBLE, '').toLowerCase()
  for (const { groups } of plain.matchAll(NUMBER)) {
    const { sign, digits, word } = groups as { sign?: string; digits: string; word?: string }
    found.add(`${sign || word ? '$' : ''}${valueOf(digits)}`)
  }
  for (const [word] of plain.matchAll(/\p{L}+/gu)) if (WORDS.has(word)) found.add(WORDS.get(word)!)
  return found
}

const INVISIBLE = /[\u00ad\u200b-\u200f\u2060\ufeff]/g
const NUMBER = /(?<sign>(?:us ?)?[$€£¥] ?|usd ?)?(?<digits>\p{Nd}+(?:[.,]\p{Nd}+)*)(?<word> ?(?:dollars?|bucks?|usd|euros?|pounds?)\b)?/gu

function valueOf(digits: string): string {
  const plain = digits.replace(/,(?=\p{Nd}{3}(?!\p{Nd}))/gu, '').replaceAll(',', '.')
  const number = Number(plain)
  return Number.isFinite(number) ? String(number) : plain
}

const SMALL =
  'two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ')
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const WORDS: ReadonlyMap<string, string> = new Map([
  ...SMALL.map((word, index): [string, string] => [word, String(index + 2)]),
  ...TENS.map((word, index): [string, string] => [word, String((index + 2) * 10)]),
  ['twice', '2'],
  ['dozen', '12'],
  ['hundred', '100'],
  ['hundreds', '100'],
  ['thousand', '1000'],
  ['thousands', '1000'],
])
