import { FINE, neighbours, quartile } from './fine.ts'

/**
 * Returns a filter that rejects outliers. `prices` must be sorted, in cents. With at most 2 prices, the filter accepts all of them. With 3
 * or 4, it accepts prices from a third of the median to three times the median. With 5 or more, it accepts prices within 1.5 interquartile
 * ranges of the quartiles, computed on logarithms, because price errors are proportional. If the quartiles are equal, it accepts prices
 * from half the median to twice the median.
 */
export function withoutOutliers(sorted: readonly number[]): (cents: number) => boolean {
  if (sorted.length < 3) return () => true
  const median = quartile(sorted, 2)
  if (sorted.length < 5) return (cents) => cents * FINE * 3 >= median && cents * FINE <= median * 3
  const [low, high] = [geometric(sorted, 1), geometric(sorted, 3)]
  if (low === high) return (cents) => cents * FINE * 2 >= median && cents * FINE <= median * 2
  // the lower bound is ln p ≥ q1 − 1.5·(q3 − q1), multiplied by 8 and exponentiated on both sides; the upper bound is symmetric
  const [low3, low5, high3, high5] = [low ** 3n, low ** 5n, high ** 3n, high ** 5n]
  return (cents) => {
    const price = BigInt(cents) ** 8n
    return price * high3 >= low5 && price * low3 <= high5
  }
}

/** Returns exp(4 × q) exactly, as a product of integer powers of prices. `q` is a quartile of the logarithms of these prices. */
function geometric(sorted: readonly number[], quarter: 1 | 3): bigint {
  const { below, above, parts } = neighbours(sorted, quarter)
  return BigInt(below) ** BigInt(4 - parts) * BigInt(above) ** BigInt(parts)
}
