import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from './root.ts'

const folder = join(ROOT, 'docs/decisions')
const read = (name: string): string => readFileSync(join(folder, name), 'utf8')

const pages = readdirSync(folder)
  .filter((name) => /^\d/.test(name))
  .map((name) => {
    const [head = '', , state = ''] = read(name).split('\n')
    const [, number = '', title = ''] = /^# (\d+)\. (.+)/.exec(head) ?? []
    const by = /(in part )?superseded by \[(\d+)\]/i.exec(state)
    return { name, number, title, state, by: by?.[2], status: by ? by[0].toLowerCase().replaceAll(/[[\]]/g, '') : 'in force' }
  })

test('each decision has a number of its own and stands in the index by its title and what became of it', () => {
  assert.ok(pages.length > 20)
  const index = read('README.md')
  for (const { name, number, title, status } of pages) {
    assert.equal(name.slice(0, 4), number.padStart(4, '0'), name)
    const row = `| ${number} | [${title}](${name}) | ${status} |`
    assert.ok(index.includes(row), `docs/decisions/README.md wants the line ${row}`)
  }
  assert.equal(new Set(pages.map(({ number }) => number)).size, pages.length)
})

test('what is superseded is so by a later decision, which says so too', () => {
  const superseded = pages.filter(({ by }) => by !== undefined)
  assert.ok(superseded.length > 0)
  for (const { name, number, by } of superseded) {
    const later = pages.find((page) => page.number === by)
    assert.ok(later && Number(later.number) > Number(number), `${name}: there is no later decision ${by}`)
    assert.match(later.state, new RegExp(`(?:\\b|\\[)${number}\\b`), `${later.name} does not name ${number} in its third line`)
  }
})
