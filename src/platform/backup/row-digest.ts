import { hash } from 'node:crypto'

const LINE_END = 10
const MODULUS = 1n << 64n

export type RowSum = { rows: number; bytes: number; digest: string }

/**
 * Digest of a table's rows: the number of lines and the sum of their hashes. It does not depend on the order of the lines, so a backed-up
 * table can be compared with the restored table.
 */
export class RowDigest {
  #rest: Uint8Array[] = []
  #rows = 0
  #bytes = 0
  #sum = 0n

  add(chunk: Uint8Array): void {
    this.#bytes += chunk.length
    let from = 0
    for (let end = chunk.indexOf(LINE_END); end >= 0; end = chunk.indexOf(LINE_END, from)) {
      this.#line(chunk.subarray(from, end))
      from = end + 1
    }
    if (from < chunk.length) this.#rest.push(Buffer.from(chunk.subarray(from)))
  }

  sum(): RowSum {
    return { rows: this.#rows, bytes: this.#bytes, digest: this.#sum.toString(16).padStart(16, '0') }
  }

  #line(end: Uint8Array): void {
    const line = this.#rest.length === 0 ? end : Buffer.concat([...this.#rest, end])
    this.#rest = []
    this.#rows++
    this.#sum = (this.#sum + hash('sha256', line, 'buffer').readBigUInt64BE(0)) % MODULUS
  }
}

export const isSameSum = (a: RowSum, b: RowSum): boolean => a.rows === b.rows && a.digest === b.digest && a.bytes === b.bytes
