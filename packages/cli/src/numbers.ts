import { InvalidArgumentError } from 'commander'

/** Parses an amount in dollars with at most two decimals, such as `48`, `19.99` or `$19.99`. */
export function amountOf(text: string): number {
  if (!/^\$?\d+(\.\d{1,2})?$/.test(text)) throw new InvalidArgumentError('Use an amount in dollars, such as 48 or 19.99.')
  return Number(text.replace('$', ''))
}

/** A change to an amount in dollars. Exactly one field is set. */
export type Adjustment = { percent?: number; add?: number; set?: number | null }

/** Parses a change to an amount, such as `-10%`, `+5`, `-5` or `48`. `none` removes the amount. */
export function adjustmentOf(text: string): Adjustment {
  if (text === 'none') return { set: null }
  const [, sign, amount, unit] = /^([+-]?)\$?(\d+(?:\.\d{1,2})?)(%?)$/.exec(text) ?? []
  if (amount === undefined || (unit === '%' && sign === ''))
    throw new InvalidArgumentError('Use a change such as -10%, +5 or -5, an amount such as 48, or none.')
  const number = sign === '-' ? -Number(amount) : Number(amount)
  return unit === '%' ? { percent: number } : sign === '' ? { set: number } : { add: number }
}

/** Parses an amount in dollars. `none` means no amount. */
export const optionalAmountOf = (text: string): number | null => (text === 'none' ? null : amountOf(text))

export const limitOf = (text: string): number => whole(text, 1, 10_000)
export const pollOf = (text: string): number => whole(text, 50, 3_600_000)

function whole(text: string, least: number, most: number): number {
  const number = Number(text)
  if (!/^\d+$/.test(text) || number < least || number > most) throw new InvalidArgumentError(`Use a whole number from ${least} to ${most}.`)
  return number
}
