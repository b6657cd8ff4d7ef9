/**
 * Returns the index of the first number that is at least `value`, or `to` when there is none. The search starts at `from`. `numbers` must
 * be ascending. The step size doubles with each step, because the result is usually near `from`.
 */
export function firstFrom(numbers: Uint32Array | Int32Array, from: number, to: number, value: number): number {
  if (from >= to || numbers[from]! >= value) return from
  if (numbers[to - 1]! < value) return to
  let low = from
  let step = 1
  while (low + step < to && numbers[low + step]! < value) {
    low += step
    step *= 2
  }
  let high = Math.min(low + step, to - 1)
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if (numbers[middle]! < value) low = middle
    else high = middle
  }
  return high
}
