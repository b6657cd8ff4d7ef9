import assert from 'node:assert/strict'
import { test } from 'node:test'
import { appendReply, fillReply, unknownPlaceholder } from './rules.ts'

const LAMP = { name: 'Theo', item: 'Brass lamp', price: '$60' }

test('every placeholder in a saved reply is filled in, even if it occurs several times', () => {
  assert.equal(fillReply('Hi {name}, the {item} costs {price}. Thanks, {name}!', LAMP), 'Hi Theo, the Brass lamp costs $60. Thanks, Theo!')
  assert.equal(fillReply('Hello.', LAMP), 'Hello.')
})

test('a placeholder without a value stays visible in a saved reply, so that the seller notices it', () => {
  assert.equal(fillReply('{item} for {price}', { ...LAMP, price: null }), 'Brass lamp for {price}')
})

test('values are inserted into a saved reply unchanged, even if they look like placeholders or patterns', () => {
  assert.equal(fillReply('{name} {item}', { name: '{price}', item: '$& {name}', price: '$1' }), '{price} $& {name}')
  assert.equal(fillReply('{constructor} {nmae}', LAMP), '{constructor} {nmae}')
})

test('the first unknown placeholder in a saved reply is found', () => {
  assert.equal(unknownPlaceholder('Hi {name}, {item} for {price}'), null)
  assert.equal(unknownPlaceholder('Hi {name}, {itme} for {cost}'), '{itme}')
  for (const wrong of ['{}', '{ name }', '{Name}', '{toString}']) assert.equal(unknownPlaceholder(`Hi ${wrong}`), wrong)
  assert.equal(unknownPlaceholder('a } b { c'), null)
})

test('inserting a saved reply adds the reply to the text that the seller has typed, or replaces blank text', () => {
  assert.equal(appendReply('Good morning \n', 'Hi.'), 'Good morning\n\nHi.')
  assert.equal(appendReply('', 'Hi.'), 'Hi.')
  assert.equal(appendReply(' \n', 'Hi.'), 'Hi.')
})
