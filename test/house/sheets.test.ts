import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { writeProject } from './fixture.ts'
import { ROOT } from './root.ts'
import { sharedClasses } from './sheets.ts'

test('a class belongs to the sheet of one page', () => assert.deepEqual(sharedClasses(join(ROOT, 'src/web/look/css')), []))

test('a class in two sheets of pages is named with both, in a media query too', (t) => {
  const faults = among(t, { a: '.thumb { width: 1px }', b: '@media (min-width: 9px) { .thumb img { width: 2px } }' })
  assert.equal(faults.length, 1)
  assert.match(faults[0]!, /^\.thumb stands in a\.css and b\.css/)
  assert.equal(among(t, { a: '.x.done { gap: 0 }', b: 'p, .done:hover { gap: 1px }' }).length, 1)
})

test('what stands inside another rule, on paper, in a comment or in a component is nobody’s fault', (t) => {
  assert.deepEqual(among(t, { a: '.a { & .line { gap: 0 } }', b: '.b { gap: 1px; & .line { gap: 1px } }' }), [])
  assert.deepEqual(among(t, { a: '.line { gap: 0.5em }', b: '/* .line */ @media print { .line { display: none } }' }), [])
  assert.deepEqual(among(t, { a: '.tall .button { gap: 0 }', b: '.wide .button { gap: 1px }' }), [])
})

test('a tree without sheets fails, it does not pass', (t) => assert.throws(() => among(t, {}), /No sheets/))

function among(t: TestContext, pages: Record<string, string>): string[] {
  const files = Object.entries(pages).map(([name, text]): [string, string] => [`css/pages/${name}.css`, text])
  const shared = ['css/base/a.css', 'css/layout/a.css', 'css/pages/none.txt'].map((path): [string, string] => [path, ''])
  const root = writeProject(t, Object.fromEntries([...files, ...shared, ['css/components/button.css', '.button { gap: 2px }']]))
  return sharedClasses(join(root, 'css'))
}
