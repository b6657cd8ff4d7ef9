import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseListing } from '#platform/storage/s3-listing.ts'
import { readXml, writeXml } from './xml.ts'

test('the encoder writes well-formed XML that parses back to the original strings', () => {
  const title = `a < b & "c" 'd' ]]> <x/> &amp; ä 😀`
  const xml = writeXml({ feed: { '@lang': `"<&'`, title, none: undefined, link: [{ '@href': 'a' }, { '@href': 'b' }] } })
  assert.ok(xml.startsWith('<?xml version="1.0" encoding="utf-8"?>\n<feed lang="'))
  assert.deepEqual(readXml(xml), { feed: { title, link: ['', ''] } })
  assert.equal(xml.includes('none'), false)
  assert.match(writeXml({ a: 'x\u{1}\u{ffff}\u{d800}y' }), /<a>xy<\/a>$/)
})

test('invalid XML and entity definitions are rejected', () => {
  for (const text of ['', 'not xml', '<a><b></a>', '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>'])
    assert.throws(() => readXml(text), /expected|document/i)
})

test('the XML parser reads an S3 listing with entities, a continuation token, and one or no entries', () => {
  const contents = Array.from(
    { length: 1_000 },
    (_, at) =>
      `<Contents><Key>${at}&amp;é&#x20;a</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified><ETag>&quot;${at}&#34;</ETag><Size>12</Size></Contents>`,
  )
  const page = (inside: string) =>
    `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${inside}</ListBucketResult>`
  const { entries, nextToken } = parseListing(page(`<NextContinuationToken>1/&lt;2=</NextContinuationToken>${contents.join('\n')}`))
  assert.equal(entries.length, 1_000)
  assert.deepEqual(entries[7], { key: '7&é a', size: 12, modifiedAt: new Date('2026-01-02T03:04:05.000Z') })
  assert.equal(nextToken, '1/<2=')
  assert.deepEqual(parseListing(page('<KeyCount>0</KeyCount>')), { entries: [], nextToken: null })
  assert.deepEqual(parseListing(page(contents[0]!)).entries.length, 1, 'a single entry is a list')
  assert.throws(() => parseListing('<html><body>Sign in</body></html>'), /did not return a list of files/)
})
