import assert from 'node:assert/strict'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from './root.ts'

const FOLDER = 'docs/decisions'
const HEADINGS = ['Context', 'Decision', 'Consequences']
const MOST_WORDS = 200
const SOURCES = ['{src,bin,test,demo,packages,docs}/**/*.{ts,tsx,js,sql,sh,md,css,json}', '.ci/run']

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

const records = readdirSync(join(ROOT, FOLDER))
  .filter((name) => name !== 'README.md')
  .toSorted()
  .map((name) => ({ name, text: read(`${FOLDER}/${name}`) }))

test('decision records are numbered from 1 without gaps, both in their file names and in their titles', () => {
  assert.ok(records.length > 20, `${records.length} records were found`)
  for (const [index, { name, text }] of records.entries()) {
    const number = index + 1
    assert.match(name, new RegExp(`^${String(number).padStart(4, '0')}-[a-z0-9-]+\\.md$`))
    assert.match(text, new RegExp(`^# ${number}\\. \\S`), name)
  }
})

test('the index of decisions lists exactly the existing decision records, by number and title', () => {
  const rows = records.map(({ name, text }) => {
    const [, number, title] = /^# (\d+)\. (.+)$/m.exec(text)!
    return `| ${number} | [${title}](${name}) |`
  })
  assert.deepEqual(read(`${FOLDER}/README.md`).match(/^\| \d.*$/gm), rows)
})

test('each decision record has the headings Context, Decision and Consequences, in this order', () => {
  for (const { name, text } of records) {
    const headings = [...text.matchAll(/^##+ (.+)$/gm)].map(([, heading]) => heading)
    assert.deepEqual(headings, HEADINGS, name)
  }
})

test('each decision record has at most 200 words', () => {
  for (const { name, text } of records) {
    const words = text.split(/\s+/).filter((word) => /[a-z0-9]/i.test(word)).length
    assert.ok(words <= MOST_WORDS, `${name} has ${words} words`)
  }
})

test('every reference to a decision record names an existing record', () => {
  const names = new Set(records.map(({ name }) => name))
  let references = 0
  for (const path of globSync(SOURCES, { cwd: ROOT, exclude: ['**/node_modules/**'] })) {
    const text = read(path)
    for (const [reference, numbers] of text.matchAll(/\bdecisions? (\d+(?:(?:, | and |, and )\d+)*)/gi))
      for (const number of numbers!.match(/\d+/g)!) {
        references++
        assert.ok(Number(number) >= 1 && Number(number) <= records.length, `${path} refers to "${reference}", which does not exist`)
      }
    for (const [, name] of text.matchAll(/\bdecisions\/(\d[\w.-]*\.md)/g)) {
      references++
      assert.ok(names.has(name!), `${path} refers to ${FOLDER}/${name}, which does not exist`)
    }
  }
  assert.ok(references > 20, `${references} references were found`)
})
