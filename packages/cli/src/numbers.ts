import { InvalidArgumentError } from 'commander'

/** Parses dollars with at most two decimals: `48`, `19.99`, `$19.99`. */
export function amountOf(text: string): number {
  if (!/^\$?\d+(\.\d{1,2})?$/.test(text)) throw new InvalidArgumentError('Use an amount in dollars, such as 48 or 19.99.')
  return Number(text.replace('$', ''))
}

export const limitOf = (text: string): number => whole(text, 1, 10_000)
export const pollOf = (text: string): number => whole(text, 50, 3_600_000)

function whole(text: string, least: number, most: number): number {
  const number = Number(text)
  if (!/^\d+$/.test(text) || number < least || number > most) throw new InvalidArgumentError(`Use a whole number from ${least} to ${most}.`)
  return number
}
