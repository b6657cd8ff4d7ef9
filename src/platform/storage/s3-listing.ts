import { readXml } from '#platform/encoding/xml.ts'
import type { StoredEntry } from './index.ts'

type Listing = { ListBucketResult?: { Contents?: Contents[]; NextContinuationToken?: string } }
type Contents = { Key: string; Size: string; LastModified: string }

/** Parses a ListObjectsV2 response. Throws when the XML is anything else. */
export function parseListing(xml: string): { entries: StoredEntry[]; nextToken: string | null } {
  const { ListBucketResult: result } = readXml(xml, ['Contents']) as Listing
  if (result === undefined) throw new Error('The storage did not return a list of files.')
  const entries = (result.Contents ?? []).map(({ Key, Size, LastModified }) => ({
    key: Key,
    size: Number(Size),
    modifiedAt: new Date(LastModified),
  }))
  return { entries, nextToken: result.NextContinuationToken ?? null }
}
