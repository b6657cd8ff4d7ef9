import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isOnlyThanks } from './thanks.ts'

const COURTESIES = [
  'Thanks!',
  'thank you so much 🙏',
  'Ok great, thanks',
  'THX',
  'Thanks, have a nice day!',
  'Bye',
  'Cheers mate, take care',
  'No problem, thanks again',
  'much appreciated',
  '👍',
  '❤️',
  'T\u200bhanks',
  'ｔｈａｎｋｓ',
  'Muchas gracias',
  'Merci beaucoup, bonne journée',
  'Vielen Dank!',
  'Большое спасибо',
  'شكرا جزيلا',
  'धन्यवाद',
  '谢谢',
  'ありがとうございます',
]
const OTHER_MESSAGES = [
  'ok',
  'Perfect',
  'no thanks',
  'Thanks I will take it',
  'thanks but can you do 40',
  'Thanks for nothing, it arrived broken',
  'Thanks, is it still there?',
  'Thanks, still there？',
  'thanks, 50',
  '🤔',
  '',
  'Thank you for holding it until Friday',
  'thanks thanks thanks thanks thanks thanks thanks thanks thanks thanks thanks thanks thanks',
  'nothing to do with thanksgiving',
  'bye the way it smells',
  'Danke, nehme ich',
]

describe('a message that only says thanks or goodbye gets no reply', () => {
  for (const text of COURTESIES)
    test(`this message counts as only saying thanks: ${JSON.stringify(text)}`, () => assert.equal(isOnlyThanks(text), true))
  for (const text of OTHER_MESSAGES)
    test(`this message says more than thanks: ${JSON.stringify(text)}`, () => assert.equal(isOnlyThanks(text), false))
})

test('a message of more than twelve words is never treated as a mere thank-you', () => {
  const text = (words: number) => `thanks${' so'.repeat(words - 1)}`
  assert.deepEqual([12, 13].map((words) => isOnlyThanks(text(words))), [true, false]) // prettier-ignore
})
