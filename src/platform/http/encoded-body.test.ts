import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { EncodedBody, type BodyVariant } from './encoded-body.ts'

const TEXT = '<p>zażółć</p>'.repeat(500)
const bytesOf = async (form: BodyVariant | Promise<BodyVariant>): Promise<Buffer> => (await form).bytes

test('an encoded body is correct in each encoding, regardless of the order of requests', async () => {
  for (const order of [
    ['br', 'gzip', 'identity', 'br', 'gzip'],
    ['identity', 'gzip', 'br', 'identity'],
    ['gzip', 'identity', 'identity', 'br'],
  ]) {
    const text = new EncodedBody(TEXT)
    for (const packing of order) {
      const form = await text.form(packing)
      const unpacked = packing === 'br' ? brotliDecompressSync(form.bytes) : packing === 'gzip' ? gunzipSync(form.bytes) : form.bytes
      assert.equal(unpacked.toString(), TEXT, `${packing} of ${order.join()}`)
      assert.equal(Buffer.from(form.body, 'latin1').compare(form.bytes), 0)
      assert.equal(form.headers['Content-Length'], String(form.bytes.length))
      assert.equal(form.etag, packing === 'identity' ? text.etag : text.etag.replace(/"$/, `-${packing}"`))
    }
  }
})

test('a body is stored only in compressed form until the plain form is requested', async () => {
  const text = new EncodedBody(TEXT)
  const held: number[] = []
  text.onHeld = () => held.push(text.held)
  const plain = Buffer.byteLength(TEXT)
  const packed = (await bytesOf(text.form('br'))).length
  assert.deepEqual([text.held, held], [packed, [packed]])
  const both = await Promise.all([text.form('identity'), text.form('identity')])
  assert.equal(both[0], both[1], 'concurrent requests share one decompression')
  assert.deepEqual([text.held, held], [packed + plain, [packed, packed + plain]])
  const gzip = await bytesOf(text.form('gzip'))
  assert.equal(text.held, packed + plain + gzip.length, 'stores the plain form and both encodings')
})

test('the uncompressed body is still stored after the compressed body is requested', async () => {
  const text = new EncodedBody(TEXT)
  const plain = text.form(undefined)
  await text.form('br')
  assert.equal(text.form(undefined), plain)
})

test('every occurrence of a marker is removed from a string of any size', async () => {
  for (const size of [0, 1, 7, 40_000]) {
    const pieces = ['', 'ą', '<p>zażółć</p>'.repeat(size), '', 'b']
    for (const text of [pieces.join(''), pieces.join('MARK'), `MARK${pieces.join('MARKMARK')}MARK`]) {
      const form = await new EncodedBody(text, { without: 'MARK' }).form(undefined)
      assert.equal(form.bytes.toString(), text.replaceAll('MARK', ''))
    }
  }
})
