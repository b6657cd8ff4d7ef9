import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { HASH_BYTES, isCommon } from '#platform/passwords/common.ts'
import { formsOf, isOwn, isSimple, unitOf } from './rules.ts'
import { slack } from '#test/machine.ts'

const ANA = { email: 'ana.berg+shop@example.test', name: 'Ana Berg', host: 'resale.example' }
const common = (password: string) => isCommon(formsOf(password))

test('common passwords and their simple variations are rejected', async () => {
  for (const password of [
    '1234567890',
    'qwertyuiop',
    'QwertyUiop',
    'sunshine2024',
    '!!basketball!!',
    'P@ssw0rd123',
    'dragondragon',
    '12345678910',
    'monkeymonkey99',
  ])
    assert.ok(await common(password), password)
})

test('an uncommon password is accepted in any script', async () => {
  for (const password of [
    'a long enough password',
    'quite another one',
    'long enough it is',
    '4827104968',
    'Zß-ñ漢字かな🧥mx',
    'correct mule battery lamp',
    'xkqvz wprtj',
  ])
    assert.ok(!(await common(password)) && !isSimple(password) && !isOwn(password, ANA), password)
})

test('a password that is based on the email address, the name or the host is rejected', () => {
  for (const password of [
    'ana.berg+shop@example.test',
    'ANA.BERG@',
    'anaberg12345',
    'Ana  Berg!!!',
    'bergana2026',
    '123anaberg',
    'anaberganaberg',
    '4n4b3rg!!!!!',
    'resale123456',
    'resale.example1',
  ])
    assert.ok(isOwn(password, ANA), password)
  assert.ok(!isOwn('ana and the berg lamp', ANA))
})

test('a password of repeated or sequential characters is rejected', () => {
  for (const password of ['aaaaaaaaaa', 'abababababab', 'abcabcabcabc', 'abcdefghijkl', '9876543210987', '89012345678'])
    assert.ok(isSimple(password), password)
  assert.equal(unitOf('abcabc'), 'abc')
})

test('a password of the maximum length is always checked quickly', async () => {
  for (const password of ['a'.repeat(200), 'ab'.repeat(100), '@'.repeat(200), `${'a'.repeat(199)}b`, '🧥'.repeat(100)]) {
    const begun = performance.now()
    isSimple(password)
    isOwn(password, ANA)
    await common(password)
    assert.ok(performance.now() - begun < slack(100), password.slice(0, 8))
  }
})

test('the list of common passwords is complete and sorted', async () => {
  const bytes = await readFile(join(import.meta.dirname, '../../platform/passwords/common.bin'))
  const count = bytes.length / HASH_BYTES
  assert.ok(Number.isInteger(count) && count > 49_000, String(count))
  const at = (index: number) => bytes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES)
  for (let index = 1; index < count; index++) assert.ok(at(index - 1).compare(at(index)) <= 0)
})

test('a password that merely repeats a sequence of up to four characters is too simple', () => {
  assert.deepEqual(['aa', 'abab', 'abcd'].map(unitOf), ['a', 'ab', 'abcd'])
  assert.deepEqual(['xk4qxk4q', 'xk4qzxk4qz'].map(isSimple), [true, false])
})

test('every part of the email address and of the name is recognized in a password, if the part has at least two characters', () => {
  const whose = { email: 'zq.bo+shop@bergwerk.test', name: 'X Yz 6892' }
  for (const password of ['zq.bo', 'bergwerk', 'yz', '6892', 'yz6yz6']) assert.equal(isOwn(password, whose), true, password)
  for (const password of ['x', 'bergwerker', 'shop!']) assert.equal(isOwn(password, whose), false, password)
})
