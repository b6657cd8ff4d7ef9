import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { heic, hostilePictures, jpegWithMetadata, pngWithMetadata, webpWithMetadata, avifWithMetadata } from '#test/fixtures/media.ts'
import { sniff } from './sniff.ts'

test('each accepted image type is recognized by its bytes', async () => {
  assert.equal(sniff(await jpegWithMetadata()), 'jpeg')
  assert.equal(sniff(await pngWithMetadata()), 'png')
  assert.equal(sniff(await webpWithMetadata()), 'webp')
  assert.equal(sniff(await avifWithMetadata()), 'avif')
})

test('HEIC, MP4 and MOV files are recognized by their brand', () => {
  for (const brand of ['heic', 'heix', 'mif1', 'msf1', 'hevc']) assert.equal(sniff(heic(brand)), 'heic', brand)
  const brands: [string, string][] = [
    ['isom', 'mp4'],
    ['mp42', 'mp4'],
    ['M4V ', 'mp4'],
    ['3gp5', 'mp4'],
    ['qt  ', 'mov'],
    ['jp2 ', 'unknown'],
  ]
  for (const [brand, type] of brands) assert.equal(sniff(Buffer.from(`\0\0\0\x10ftyp${brand}\0\0\0\0`, 'latin1')), type, brand)
})

test('the media type of an unsupported file is recognized', async () => {
  const expected: Record<string, string> = {
    svg: 'svg',
    'svg with prologue': 'svg',
    'svg in UTF-16': 'svg',
    'svg with entities': 'svg',
    html: 'html',
    'html after blanks': 'html',
    gif: 'gif',
    tiff: 'tiff',
    'big tiff': 'tiff',
    pdf: 'pdf',
    zip: 'zip',
    text: 'unknown',
    nothing: 'unknown',
  }
  for (const { name, bytes } of await hostilePictures()) {
    if (expected[name]) assert.equal(sniff(bytes), expected[name], name)
  }
})

test('media type detection returns a type for any bytes, and never throws', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => typeof sniff(bytes) === 'string'))
})
