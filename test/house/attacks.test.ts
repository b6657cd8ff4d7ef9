import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { SEEDS } from '#test/mutants/seeds.ts'

const rows = readFileSync('docs/attacks.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|') && !/^\|(?:---| Attack )/.test(line))
  .map((line) => line.split('|').slice(1, -1))

test('every attack in docs/attacks.md has a defense and an existing test', () => {
  assert.ok(rows.length > 80, `${rows.length} rows`)
  const wrong = rows.filter((cells) => {
    const files = [...(cells[2] ?? '').matchAll(/`((?:src|test)\/[\w./-]+\.tsx?)/g)].map(([, file]) => file!)
    return cells.length !== 3 || cells[1]!.trim() === '' || files.length === 0 || !files.every((file) => existsSync(file))
  })
  assert.deepEqual(wrong, [])
})

test('every kind of guard has a seeded defect that names an existing file and an existing test', () => {
  assert.ok(SEEDS.length >= 40)
  for (const kind of ['law', 'money', 'floor', 'authority', 'limit'])
    assert.ok(
      SEEDS.some(({ title }) => title.startsWith(`${kind}: `)),
      kind,
    )
  for (const { title, file, test: path, find } of SEEDS) {
    assert.ok(existsSync(file) && existsSync(path), title)
    assert.equal(readFileSync(file, 'utf8').split(find).length - 1, 1, `${title}: the text to replace occurs once in ${file}`)
  }
})
