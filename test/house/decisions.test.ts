import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from './root.ts'

const folder = join(ROOT, 'docs/decisions')
const read = (name: string): string => readFileSync(join(folder, name), 'utf8')

test('each decision has a number of its own and stands in the index by its title', () => {
  const pages = readdirSync(folder).filter((name) => /^\d/.test(name))
  assert.ok(pages.length > 20)
  const index = read('README.md')
  const numbers = pages.map((name) => {
    const [, number = '', title = ''] = /^# (\d+)\. (.+)/.exec(read(name)) ?? []
    assert.equal(name.slice(0, 4), number.padStart(4, '0'), name)
    assert.ok(index.includes(`| ${number} | [${title}](${name}) |`), `${name} is not in docs/decisions/README.md by its title`)
    return number
  })
  assert.equal(new Set(numbers).size, pages.length)
})
