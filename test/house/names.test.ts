import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writeProject } from './fixture.ts'
import { oldNames } from './names.ts'
import { ROOT } from './root.ts'

test('declared names use the project’s standard terms', () => assert.deepEqual(oldNames(ROOT), []))

test('the name check fails if it finds no files', (t) => assert.throws(() => oldNames(writeProject(t, {})), /No files/))

test('the name check rejects declared names that contain outdated words', (t) => {
  for (const code of [
    'const told = 1',
    'let somethingAsked = 1',
    'const MOST_KEPT = 1',
    'function openDesk() {}',
    'async function* tellStranger() {}',
    'type Thing = 1',
    'interface WantedItem {}',
    'const { a, said } = b',
    'const { a: said } = b',
    'const [first, { deep: nobody }] = b',
    'for (const deed of list) use(deed)',
    'function f(a: string, wanted: Map<string, number>) {}',
    'const f = async ({ a }: A, beside?: B): Promise<C> => a',
    'list.map((thing) => 1)',
    'list.map(thing => 1)',
  ])
    assert.deepEqual(oldNames(writeProject(t, { 'src/a.ts': code })).length, 1, code)
})

test('the name check ignores object keys, string contents and names that the API defines', (t) => {
  const code = `
    const value = { told: 1, kept: 2, asked() {} } // told
    const { told: notified, asked_visibility, things: items = [] } = value
    const text = 'told' + \`said \${value.told}\`
    const nothing = something.told((everything) => everything)`
  assert.deepEqual(oldNames(writeProject(t, { 'src/a.ts': code })), [])
})
