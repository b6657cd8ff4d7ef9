import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { BackupError } from './backup-error.ts'
import { newSeal, sealOf, type Seal, type SealRecord } from './seal.ts'

const BYTES = Buffer.from('a photo of a lamp')
const PASSPHRASE = 'correct horse battery staple'
const isDamaged = new BackupError('it is damaged or was changed')

/** Returns `bytes` with one changed bit at `index`. A negative index counts from the end. */
function changed(bytes: Buffer, index: number): Buffer {
  const copy = Buffer.from(bytes)
  const at = index < 0 ? bytes.length + index : index
  copy[at]! ^= 1
  return copy
}

describe('without a passphrase', () => {
  test('a piece has the name of its SHA-256 sum, and opens only if it is unchanged', async () => {
    const { record, seal } = await newSeal(null)
    assert.deepEqual(record, { kind: 'plain' })
    assert.equal(seal.nameOf(BYTES), createHash('sha256').update(BYTES).digest('hex'))
    const closed = seal.close('lamp', BYTES)
    assert.equal(closed.length, BYTES.length + 32)
    assert.deepEqual(seal.open('lamp', closed), BYTES)
    for (const index of [0, BYTES.length - 1, BYTES.length, -1])
      assert.throws(() => seal.open('lamp', changed(closed, index)), isDamaged, `the byte at ${index} is changed`)
  })

  test('empty content has a checksum, and anything shorter is damaged', async () => {
    const { seal } = await newSeal(null)
    const closed = seal.close('empty', Buffer.alloc(0))
    assert.equal(seal.open('empty', closed).length, 0)
    for (const length of [0, 1, 31]) assert.throws(() => seal.open('empty', closed.subarray(0, length)), isDamaged)
  })
})

describe('with a passphrase', () => {
  let record: SealRecord
  let seal: Seal
  before(async () => {
    ;({ record, seal } = await newSeal(PASSPHRASE))
  })

  test('each file is encrypted with a new nonce, and opens only if it is unchanged', () => {
    const [closed, again] = [seal.close('lamp', BYTES), seal.close('lamp', BYTES)]
    assert.equal(closed.length, 12 + BYTES.length + 16)
    assert.notDeepEqual(closed.subarray(0, 12), again.subarray(0, 12))
    assert.ok(!closed.includes(BYTES.subarray(0, 8)))
    assert.deepEqual(seal.open('lamp', closed), BYTES)
    for (const index of [0, 11, 12, 11 + BYTES.length, -16, -1])
      assert.throws(() => seal.open('lamp', changed(closed, index)), isDamaged, `the byte at ${index} is changed`)
  })

  test('a file does not open under the label of another file', () => {
    assert.throws(() => seal.open('chair', seal.close('lamp', BYTES)), isDamaged)
  })

  test('empty content has a nonce and a tag, and anything shorter is damaged', () => {
    const closed = seal.close('empty', Buffer.alloc(0))
    assert.equal(closed.length, 28)
    assert.equal(seal.open('empty', closed).length, 0)
    for (const length of [0, 12, 16, 27]) assert.throws(() => seal.open('empty', closed.subarray(0, length)), isDamaged)
  })

  test('the name of a piece depends on the passphrase and the salt, and another process derives the same name', async () => {
    const [other, plain, same] = await Promise.all([newSeal(PASSPHRASE), newSeal(null), sealOf(record, PASSPHRASE)])
    assert.match(seal.nameOf(BYTES), /^[0-9a-f]{64}$/)
    assert.notEqual(seal.nameOf(BYTES), other.seal.nameOf(BYTES))
    assert.notEqual(seal.nameOf(BYTES), plain.seal.nameOf(BYTES))
    assert.equal(same.nameOf(BYTES), seal.nameOf(BYTES))
    assert.deepEqual(same.open('lamp', seal.close('lamp', BYTES)), BYTES)
  })

  test('the record of a seal contains neither the passphrase nor a key', () => {
    assert.ok(record.kind === 'scrypt')
    const { kind, cost, salt, proof, ...rest } = record
    assert.deepEqual([kind, cost, rest], ['scrypt', 2 ** 17, {}])
    assert.match(salt, /^[0-9a-f]{32}$/)
    assert.equal(proof.length, 2 * (12 + 16 + 16))
  })

  test('a wrong, missing or unexpected passphrase fails with an error that says so', async () => {
    await assert.rejects(sealOf(record, 'another passphrase'), /^BackupError: BACKUP_PASSPHRASE is not the passphrase/)
    await assert.rejects(sealOf(record, null), /^BackupError: .*need the passphrase/)
    await assert.rejects(sealOf({ kind: 'plain' }, PASSPHRASE), /^BackupError: .*without a passphrase/)
    assert.deepEqual((await sealOf({ kind: 'plain' }, null)).nameOf(BYTES), (await newSeal(null)).seal.nameOf(BYTES))
  })
})

test('every release derives the same keys from a passphrase, so that it can open the backups of earlier releases', async () => {
  // computed with Python: scrypt and HMAC from hashlib, HKDF by RFC 5869, and AES-256-GCM
  const proof = '000000000000000000000001fabcfacd67c184ffa43101e6adaa6579bbbd9526b66504290bf0495cab6cc69d'
  const closed = '000000000000000000000002eb1da031f039c0be5c0c778ee26ee8cf8a5693f9341682e7a823549f8f535dbef6'
  const seal = await sealOf({ kind: 'scrypt', cost: 2 ** 14, salt: '00112233445566778899aabbccddeeff', proof }, PASSPHRASE)
  assert.equal(seal.nameOf(BYTES), '8a27f9fe03d4e0f1d40644b25ced3a2aa1c8f35f1b75d14f17ae43ae15f53b16')
  assert.deepEqual(seal.open('lamp', Buffer.from(closed, 'hex')), BYTES)
})

test('a record whose kind is unknown or whose cost is not in the safe range is damaged', async () => {
  const recordAt = (cost: unknown) => ({ kind: 'scrypt', cost, salt: '00', proof: '00' }) as SealRecord
  for (const cost of [2 ** 14, 2 ** 20]) await assert.rejects(sealOf(recordAt(cost), null), /need the passphrase/, `cost ${cost}`)
  for (const cost of [2 ** 14 - 1, 2 ** 20 + 1, 2 ** 14 + 0.5, '16384', null, undefined])
    await assert.rejects(sealOf(recordAt(cost), null), /seal\.json of this backup target is damaged/, `cost ${String(cost)}`)
  await assert.rejects(sealOf({ ...recordAt(2 ** 14), kind: 'rot13' } as unknown as SealRecord, null), /seal\.json .* is damaged/)
})
