import type { StoredEntry } from './index.ts'

/**
 * Reads an answer of ListObjectsV2. The document is flat, comes from the operator's own storage, and holds our
 * own plain keys, so a full XML parser would read nothing more.
 */
export function parseListing(xml: string): { entries: StoredEntry[]; nextToken: string | null } {
  const entries = [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, content = '']) => ({
    key: textOf(content, 'Key') ?? '',
    size: Number(textOf(content, 'Size')),
    modifiedAt: new Date(textOf(content, 'LastModified') ?? 0),
  }))
  return { entries, nextToken: textOf(xml, 'NextContinuationToken') }
}

function textOf(xml: string, name: string): string | null {
  const found = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)
  return found ? unescapeXml(found[1]!) : null
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescapeXml(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([0-9a-fA-F]+)|(\w+));/g, (whole, decimal, hex, name) => {
    if (decimal) return String.fromCodePoint(Number(decimal))
    if (hex) return String.fromCodePoint(parseInt(hex, 16))
    return ENTITIES[name] ?? whole
  })
}
