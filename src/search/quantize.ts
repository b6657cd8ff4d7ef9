/**
 * A vector of meaning in eighths of its memory: a byte for each number, in parts of its largest. Only its direction counts,
 * and that moves by less than a hundredth. Null for what has no direction.
 */
export function quantised(vector: readonly number[]): Int8Array | null {
  const largest = vector.reduce((most, one) => Math.max(most, Math.abs(one)), 0)
  return largest > 0 && Number.isFinite(largest) ? Int8Array.from(vector, (one) => Math.round((one / largest) * 127)) : null
}
