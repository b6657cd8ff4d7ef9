import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sha256 } from './digest.ts'

test('the hash of a stored secret is plain SHA-256, so that keys and sessions of earlier releases remain valid', () => {
  // the first example of FIPS 180-2, appendix B.1
  assert.equal(sha256('abc').toString('hex'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  assert.equal(sha256('é').toString('hex'), '4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c', 'as UTF-8')
})
