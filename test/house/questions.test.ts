import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from './root.ts'

test('each answer in CONTRIBUTING names a file and a symbol that exist', () => {
  const guide = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8')
  const answers = [...guide.matchAll(/^\| .+\? \| `(\w+)` in `([^`]+)` \|$/gm)].map(([, name = '', path = '']) => ({ name, path }))
  assert.equal(answers.length, 11)
  for (const { name, path } of answers) {
    const code = readFileSync(join(ROOT, path), 'utf8')
    assert.match(code, new RegExp(`^(?:export )?(?:async )?(?:const|function) ${name}\\b`, 'm'), `${path} has no ${name}`)
  }
})

test('each command in CONTRIBUTING and test/README is an existing command', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
  const guides = ['CONTRIBUTING.md', 'test/README.md'].map((path) => readFileSync(join(ROOT, path), 'utf8'))
  const named = [...guides.join('\n').matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name)
  assert.ok(named.length > 30)
  assert.deepEqual(
    named.filter((name) => !(name in scripts)),
    [],
  )
})

test('each path and each well-known file name in CONTRIBUTING exists', () => {
  const guide = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8')
  const named = [...guide.matchAll(/`([\w./<>-]+)`/g)].map(([, name = '']) => name)
  const paths = named.filter((name) => /^(?:bin|db|demo|deploy|dev|docs|src|test)\//.test(name) && !/YYYY/.test(name))
  const patterns = named.filter((name) => /^[\w-]+\.tsx?$/.test(name))
  assert.ok(paths.length > 20 && patterns.length >= 5, `${paths.length} paths, ${patterns.length} names`)
  const missing = [
    ...paths.filter((path) => globSync(path.replaceAll(/<\w+>/g, '*'), { cwd: ROOT }).length === 0),
    ...patterns.filter((name) => globSync(`src/**/${name}`, { cwd: ROOT }).length === 0),
  ]
  assert.deepEqual(missing, [])
})
