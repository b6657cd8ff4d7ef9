/** Returns `array` if it has at least `length` entries. Otherwise returns a copy that is at least 1.5 times as long. */
export function grown<T extends Grows>(array: T, length: number): T {
  if (length <= array.length) return array
  const Kind = array.constructor as new (length: number) => T
  const larger = new Kind(Math.max(length, Math.ceil(array.length * 1.5)))
  larger.set(array)
  return larger
}

type Grows = Int8Array | Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array | Float64Array
