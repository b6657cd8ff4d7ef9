import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

export type Packing = 'br' | 'gzip'

/** Below this a packed answer is no smaller on the wire: it is one packet either way. */
export const LEAST_BYTES = 1_400

/** The packing that a caller takes, brotli before gzip; null for none (RFC 9110, 12.5.3). */
export function packingFor(acceptEncoding: string | undefined): Packing | null {
  const accepted = new Map(
    (acceptEncoding ?? '').split(',').map((part) => {
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

/** Packed while somebody waits: the levels at which one more costs more time than its bytes save. */
export const packed = (text: string, packing: Packing): Buffer => (packing === 'gzip' ? gzipSync(text, { level: 6 }) : brotli(text, 4))

/** Packed once for all: what is kept for ever. */
export const packedWell = (text: string, packing: Packing): Buffer => (packing === 'gzip' ? gzipSync(text, { level: 9 }) : brotli(text, 9))

const brotli = (text: string, quality: number): Buffer =>
  brotliCompressSync(text, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text),
    },
  })
