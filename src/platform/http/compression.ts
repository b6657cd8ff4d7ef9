import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib'
import { promisify } from 'node:util'
import { memoized } from '#core/memo.ts'

export type Packing = 'br' | 'gzip'

/** Minimum size in bytes of a response to compress. A smaller response fits into one network packet anyway. */
export const LEAST_BYTES = 1_400

/** Returns the better encoding that the client accepts: brotli, otherwise gzip. Returns null if it accepts neither (RFC 9110, 12.5.3). */
export function packingFor(acceptEncoding: string | undefined): Packing | null {
  if (acceptEncoding === undefined) return null
  return acceptEncoding.length < 200 ? knownPacking(acceptEncoding) : readPacking(acceptEncoding)
}

/** Caches parsed header values, because browsers send few different values. */
const knownPacking = memoized(readPacking, 100)

function readPacking(acceptEncoding: string): Packing | null {
  const accepted = new Map(
    acceptEncoding.split(',').map((part) => {
      const [name = '', ...params] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/)
      const weight = params.find((param) => param.startsWith('q='))
      return [name, weight === undefined ? 1 : Number(weight.slice(2))] as const
    }),
  )
  const takes = (name: Packing) => (accepted.get(name) ?? accepted.get('*') ?? 0) > 0
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : null
}

/**
 * Compresses bytes outside the main thread. The default level balances time and size. `well` selects a higher level, which pays off only
 * for content that never changes.
 */
export function pack(bytes: Uint8Array, packing: Packing, well = false): Promise<Buffer> {
  if (packing === 'gzip') return gzipped(bytes, { level: well ? 9 : 6 })
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_MODE, BROTLI_PARAM_SIZE_HINT, BROTLI_MODE_TEXT } = constants
  return brotlied(bytes, {
    params: {
      [BROTLI_PARAM_QUALITY]: well ? 9 : 4,
      [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT,
      [BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  })
}

/** Decompresses bytes from `pack`. */
export const unpack = (bytes: Uint8Array, packing: Packing): Promise<Buffer> => (packing === 'gzip' ? gunzipped(bytes) : unbrotlied(bytes))

const gzipped = promisify(gzip)
const gunzipped = promisify(gunzip)
const brotlied = promisify(brotliCompress)
const unbrotlied = promisify(brotliDecompress)
