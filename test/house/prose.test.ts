import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { measureProse, findingsIn, proseOf, type Kind } from './prose.ts'
import { ROOT } from './root.ts'

/** Maximum number of discouraged constructions per 1,000 words. Exemplary code bases have at most one. */
const MOST = 0.8
/** Maximum share of comments that open with What, Whether, Who, Of or Those. */
const MOST_WEAK_STARTS = 0.05

const measure = measureProse(ROOT)

for (const kind of ['comments', 'documents', 'texts', 'tests'] as const satisfies Kind[])
  test(`the ${kind} are in plain English: they have at most ${MOST} discouraged constructions per 1,000 words`, () => {
    const { words, findings } = measure[kind]
    const rate = (1_000 * findings.length) / words
    assert.ok(rate <= MOST, `${rate.toFixed(2)} in ${words} words:\n${findings.slice(0, 60).join('\n')}`)
  })

test('a comment starts with a verb or with a noun for what follows', () => {
  const { parts, weakStarts } = measure.comments
  assert.ok(weakStarts / parts <= MOST_WEAK_STARTS, `${weakStarts} of ${parts} comments`)
})

test('the prose check counts discouraged constructions in each kind of prose', () => {
  const source = [
    '/** Whoever asks is told. */',
    "export const TEXT = 'Nobody is told about this thing'",
    "const query = 'select what from those that'",
    'const path = "src/anew"',
  ].join('\n')
  assert.deepEqual(proseOf('src/a.ts', source), {
    comments: ['Whoever asks is told.'],
    documents: [],
    texts: ['Nobody is told about this thing'],
    tests: [],
  })
  assert.deepEqual(proseOf('src/a.test.ts', "test('stands at the door', () => {})").tests, ['stands at the door'])
  assert.deepEqual(proseOf('src/a.tsx', 'const a = <p>Go on with it anew</p>').texts, ['Go on with it anew'])
  assert.deepEqual(proseOf('src/a.tsx', 'const a = <Field name="a b c" label="Old" hint="Kept as it was" />').texts, [
    'Old',
    'Kept as it was',
  ])
  assert.equal(findingsIn('Whoever asks is told.').length, 2)
  assert.equal(findingsIn('What is left out is said.').length, 2)
  assert.deepEqual(findingsIn('What is a hold? The worker retries.'), [])
})

test('commit subjects name an area and start with a verb in the imperative', (t) => {
  const { status, stdout } = spawnSync('git', ['log', '--no-merges', '--format=%s', '-60'], { cwd: ROOT, encoding: 'utf8' })
  // skips the test in a source archive, because an archive has no git history
  if (status !== 0) return t.skip('this folder is not a git checkout')
  const odd = stdout.split('\n').filter((subject) => subject !== '' && !isPlainSubject(subject))
  assert.deepEqual(odd, [])
})

test('the commit subject check rejects a missing area, a long line, the past tense and “-ing” forms', () => {
  assert.ok(isPlainSubject('Offers: close with their listing'))
  for (const subject of ['close offers', 'Offers: closed with their listing', 'Offers: closing', `Offers: close ${'a'.repeat(70)}`])
    assert.ok(!isPlainSubject(subject), subject)
})

/** Returns true for a commit subject of the form `Area: imperative verb …` with at most 72 characters. */
function isPlainSubject(subject: string): boolean {
  const verb = /^[A-Z][\w ,&/-]*: ([a-z][a-z-]+)\b/.exec(subject)?.[1]
  return (
    verb !== undefined &&
    subject.length <= 72 &&
    !/(?:ed|ing)$|^(?:the|a|an|no|one|each|every)$/.test(verb.replace(/^(?:embed|need|feed|seed|speed|shed|bring|ring|string)$/, ''))
  )
}
