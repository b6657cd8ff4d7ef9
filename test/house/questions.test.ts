import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from './root.ts'

test('each question of CONTRIBUTING is answered where it says', () => {
  const guide = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8')
  const answers = [...guide.matchAll(/^\| .+\? \| `(\w+)` in `([^`]+)` \|$/gm)].map(([, name = '', path = '']) => ({ name, path }))
  assert.equal(answers.length, 10)
  for (const { name, path } of answers) {
    const code = readFileSync(join(ROOT, path), 'utf8')
    assert.match(code, new RegExp(`^(?:export )?(?:async )?(?:const|function) ${name}\\b`, 'm'), `${path} has no ${name}`)
  }
})

test('each command of CONTRIBUTING is there', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
  const guide = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8')
  const named = [...guide.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name)
  assert.ok(named.length > 15)
  assert.deepEqual(
    named.filter((name) => !(name in scripts)),
    [],
  )
})
