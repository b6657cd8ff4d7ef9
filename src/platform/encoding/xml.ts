import { XMLBuilder, XMLParser } from 'fast-xml-parser'

/**
 * XML document as an object. Elements are keys, repeated elements are lists, and attributes start with `@`. Undefined values are omitted.
 */
export type XmlNode = { readonly [name: string]: XmlValue }
type XmlValue = string | undefined | XmlNode | readonly (string | XmlNode)[]

/** Formats an XML document. Escapes markup and removes characters that XML forbids. */
export const writeXml = (document: XmlNode): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n${BUILDER.build(document).replaceAll(FORBIDDEN, '')}`

const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

const BUILDER = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@', suppressEmptyNode: true, format: false })

/**
 * Parses elements and text. Elements in `lists` are always lists, and text stays unchanged. Throws if the input is not XML or declares a
 * document type.
 */
export function readXml(xml: string, lists: readonly string[] = []): unknown {
  if (/<!DOCTYPE/i.test(xml)) throw new Error('XML with a document type is not accepted: it could define unlimited entities.')
  return new XMLParser({
    parseTagValue: false,
    trimValues: false,
    ignoreDeclaration: true,
    htmlEntities: true,
    isArray: (name) => lists.includes(name),
    // the limits are high, because one page of a bucket's file list contains several thousand entities
    processEntities: { enabled: true, maxTotalExpansions: 100_000, maxExpandedLength: 10_000_000 },
  }).parse(xml, true)
}
