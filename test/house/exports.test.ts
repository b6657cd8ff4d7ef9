import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deadExports } from './exports.ts'
import { writeProject } from './fixture.ts'
import { ROOT } from './root.ts'

test('every export of the service is used', () => assert.deepEqual(deadExports(ROOT), []))

test('the export check reports an export if no other file or test uses it', (t) => {
  const root = writeProject(t, {
    'src/core/a.ts':
      '/** What floor() is for. */\nexport const floor = 1\nexport const step = 2\nexport type Amount = number\nexport const two = step',
    'src/core/b.ts': "import type { Amount } from './a.ts'\nexport const gone = (amount: Amount) => amount",
    'src/core/a.test.ts': "import { two } from './a.ts'\ntwo.toString()",
  })
  assert.deepEqual(deadExports(root), ['src/core/a.ts floor', 'src/core/b.ts gone'])
  assert.throws(() => deadExports(writeProject(t, {})), /nothing would be checked/)
})
