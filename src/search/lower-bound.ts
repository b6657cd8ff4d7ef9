/** In an ascending list: the first index from `from` on whose value is `value` or more, else `to`. Steps double, since it is often near. */
export function firstFrom(numbers: Uint32Array | Int32Array, from: number, to: number, value: number): number {
  if (from >= to || numbers[from]! >= value) return from
  // a run that ends before it is passed over whole
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
