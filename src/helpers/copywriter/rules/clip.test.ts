import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { clip, clipParagraphs } from './clip.ts'

const FAMILY = '👩‍👩‍👧‍👦'

describe('clipping text at a word boundary', () => {
  const cases: [text: string, max: number, clipped: string][] = [
    ['hello world foo', 11, 'hello world'],
    ['hello world foo', 10, 'hello'],
    ['x'.repeat(90), 80, 'x'.repeat(80)],
    ['Le Creuset cast iron, flame', 22, 'Le Creuset cast iron'],
    ['Mug — hand made', 5, 'Mug'],
    ['  lots   of   space  here ', 12, 'lots of'],
    ['y'.repeat(80), 80, 'y'.repeat(80)],
    [`${'y'.repeat(79)},`, 80, `${'y'.repeat(79)},`],
    [`Toy ${FAMILY} set`, 8, 'Toy'],
    [`${FAMILY}${FAMILY}`, [...FAMILY].length + 3, FAMILY],
    [FAMILY, 5, ''],
    ['👟'.repeat(80), 80, '👟'.repeat(80)],
    [`${'👟'.repeat(59)} laced`, 60, '👟'.repeat(59)],
    ['a\u202eb', 5, 'ab'],
    ['Cafe\u0301 cup', 4, 'Café'],
    ['Salt & pepper mill', 7, 'Salt'],
    ['Shoes (size 10)', 8, 'Shoes'],
    ['- xxxxxxxxxx', 6, '- xxxx'],
    ['—————', 3, ''],
    ['a\u0000b\ud800c', 10, 'ab\ufffdc'],
    ['', 5, ''],
  ]
  for (const [text, max, clipped] of cases)
    test(`${JSON.stringify(text).slice(0, 40)} is clipped to ${max} characters`, () => assert.equal(clip(text, max), clipped))

  test('clipped text never exceeds the limit, never ends within a grapheme, and does not change when it is clipped again', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 60 })
    fc.assert(
      fc.property(text, fc.integer({ min: 0, max: 50 }), (text, max) => {
        const clipped = clip(text, max)
        assert.ok([...clipped].length <= max && clipped.isWellFormed())
        assert.equal(clip(clipped, max), clipped)
        assert.ok(clip(text, 1_000).startsWith(clipped))
      }),
    )
  })

  test('clipped text ends at a word boundary unless its first word alone is too long', () => {
    const words = fc.array(fc.stringMatching(/^[a-z]{1,9}$/), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(words, fc.integer({ min: 9, max: 60 }), (words, max) => {
        const clipped = clip(words.join(' '), max).split(' ')
        assert.deepEqual(clipped, words.slice(0, clipped.length))
      }),
    )
  })

  test('clipping a description preserves its paragraphs', () => {
    assert.equal(clipParagraphs('One  line.\r\n\r\n\r\n\r\nTwo. \n Three.', 100), 'One line.\n\nTwo.\nThree.')
    assert.equal(clipParagraphs('One line.\n\nTwo lines here', 14), 'One line.\n\nTwo')
    assert.equal(clipParagraphs('word '.repeat(2_000), 5_000).length, 4_999)
  })
})
