import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { hashPassword, passwordMatches } from './index.ts'

test('a password is verified against its hash, even after the cost setting has changed', async () => {
  const stored = await hashPassword('a long enough password', 64)
  assert.match(stored, /^\$argon2id\$v=19\$m=64,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  assert.equal(await passwordMatches('a long enough password', stored, 128), true)
  assert.equal(await passwordMatches('another long password', stored, 128), false)
  assert.equal(await passwordMatches('a long enough password', null, 128), false)
})

test('a password hash that another implementation has computed remains valid', async () => {
  // computed with the Python package cryptography 48
  const stored = '$argon2id$v=19$m=64,t=2,p=1$AAECAwQFBgcICQoLDA0ODw$z275qQ64X9AamuB4rHJIdJFZpmXpjrVNUCn0jXrm57I'
  assert.equal(await passwordMatches('a long enough password', stored, 128), true)
})

test('concurrent password hashing leaves threads free for reading files', async () => {
  let hashed = 0
  const all = Array.from({ length: 12 }, () => hashPassword('a long enough password', 8_192).then(() => hashed++))
  await readFile(import.meta.filename)
  assert.ok(hashed < 3, `a file was read after ${hashed} of 12`)
  await Promise.all(all)
  assert.equal(hashed, 12)
})
