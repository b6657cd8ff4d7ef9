import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { LONG, QUICK } from '#test/commands/cases.ts'
import { writeProject } from './fixture.ts'
import { ROOT } from './root.ts'
import { lateConstants } from './scripts.ts'

test('every script in package.json has a smoke test, and every smoke test runs an existing script', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
  const tested = new Set([...Object.keys(QUICK), ...Object.keys(LONG)])
  const missing = Object.keys(scripts).filter((name) => !tested.has(name))
  assert.deepEqual(missing, [], 'add a small run to test/commands/cases.ts')
  assert.deepEqual(
    [...tested].filter((name) => !(name in scripts)),
    [],
    'test/commands/cases.ts runs scripts that are gone',
  )
})

test('no script uses a constant in a top-level await before its definition', () => assert.deepEqual(lateConstants(ROOT), []))

test('the script check finds a constant below a top-level await if a function that the await calls uses that constant', (t) => {
  const faults = (text: string) => lateConstants(writeProject(t, { 'bin/a.ts': text }))
  const late = `await main()\nasync function main() {\n  return help()\n}\nconst LINE = 'a'\nfunction help() {\n  return LINE\n}\n`
  assert.equal(faults(late).length, 1)
  assert.match(faults(late)[0]!, /^bin\/a\.ts:5 LINE /)
  assert.equal(faults(`try {\n  await main()\n} catch {}\nasync function main() {\n  help()\n}\nconst help = () => 1\n`).length, 1)
  assert.deepEqual(faults(`const LINE = 'a'\nawait main()\nasync function main() {\n  return LINE\n}\n`), [])
  assert.deepEqual(faults(`const a = await open()\nconst LINE = a.line\nsay()\nfunction say() {\n  return LINE\n}\n`), [])
})
