export type ImageType = 'jpeg' | 'png' | 'webp' | 'avif' | 'heic' | 'gif' | 'tiff' | 'svg'
export type VideoType = 'mp4' | 'mov' | 'webm'
export type MediaType = ImageType | VideoType | 'html' | 'pdf' | 'zip' | 'unknown'

/** Number of bytes that `sniff` reads from the start of a file. */
export const SNIFF_BYTES = 4_096

/**
 * Detects the type from the first bytes, not from the file name or the declared type (spec: completions 4, Photo pipeline). The decoder can
 * still reject the file.
 */
export function sniff(head: Uint8Array): MediaType {
  const bytes = Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, SNIFF_BYTES))
  const ascii = (start: number, end: number) => bytes.toString('latin1', start, end)

  if (ascii(0, 3) === '\xff\xd8\xff') return 'jpeg'
  if (ascii(0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WEBP') return 'webp'
  if (ascii(4, 8) === 'ftyp') return fromBrands(bytes)
  if (ascii(0, 4) === '\x1aE\xdf\xa3') return bytes.includes('\x42\x82\x84webm', 0, 'latin1') ? 'webm' : 'unknown'
  if (/^GIF8[79]a/.test(ascii(0, 6))) return 'gif'
  if (['II*\0', 'MM\0*', 'II+\0', 'MM\0+'].includes(ascii(0, 4))) return 'tiff'
  if (ascii(0, 5) === '%PDF-') return 'pdf'
  if (ascii(0, 4) === 'PK\x03\x04') return 'zip'
  // QuickTime files that predate the `ftyp` box
  if (/^(moov|mdat|wide|free|skip|pnot)$/.test(ascii(4, 8)) && bytes.readUInt32BE(0) < 0x1000_0000) return 'mov'
  return fromText(bytes)
}

export function isVideoType(type: MediaType): type is VideoType {
  return type === 'mp4' || type === 'mov' || type === 'webm'
}

const AVIF_BRANDS = ['avif', 'avis']
const HEIC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs', 'mif1', 'mif2', 'msf1']
const MP4_BRAND = /^(iso[m2-9a]|mp4[12]|mp71|avc1|dash|M4V |M4VH|M4VP|MSNV|f4v |3gp.|3g2.|mmp4|cmfc|XAVC)$/

function fromBrands(bytes: Buffer): MediaType {
  const end = Math.min(bytes.length, bytes.readUInt32BE(0), 256)
  const brands = [bytes.toString('latin1', 8, 12)]
  for (let at = 16; at + 4 <= end; at += 4) brands.push(bytes.toString('latin1', at, at + 4))
  // AVIF and HEIC images share the structural brand `mif1`. The type is AVIF if any brand is an AVIF brand, otherwise HEIC.
  if (brands.some((brand) => AVIF_BRANDS.includes(brand))) return 'avif'
  if (brands.some((brand) => HEIC_BRANDS.includes(brand))) return 'heic'
  if (brands[0] === 'qt  ') return 'mov'
  if (brands.some((brand) => MP4_BRAND.test(brand))) return 'mp4'
  return brands.includes('qt  ') ? 'mov' : 'unknown'
}

function fromText(bytes: Buffer): MediaType {
  const utf16 = bytes[0] === 0xff && bytes[1] === 0xfe
  const text = bytes
    .toString(utf16 ? 'utf16le' : 'utf8')
    .replace(/^\ufeff/, '')
    .trimStart()
    .toLowerCase()
  if (!text.startsWith('<')) return 'unknown'
  if (/<svg[\s>:]|<\w+:svg[\s>]/.test(text)) return 'svg'
  return /^<(!doctype html|!--|html|head|body|script|iframe|style|title|meta|a|p|b|h1|div|br|table|img)\b/.test(text) ? 'html' : 'unknown'
}
