import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { writeProject } from './fixture.ts'
import { ROOT } from './root.ts'
import { EDITOR_STYLESHEET, STYLESHEET } from '#web/styles/styles.ts'
import { BREAKPOINTS, LENGTHS } from '#web/styles/tokens.ts'
import { pixelLengths, sharedClasses, strayLengths, unstyledClasses } from './sheets.ts'

const CSS = join(ROOT, 'src/web/styles/css')
const MOST_PIXEL_LENGTHS = 20
const ALL_STYLES = `${STYLESHEET.text}${EDITOR_STYLESHEET.text}`

test('no class occurs in the style sheets of two different pages', () => assert.deepEqual(sharedClasses(CSS), []))

test('the style sheet check reports a class that the style sheets of two pages define, even inside a media query', (t) => {
  const faults = among(t, { a: '.thumb { width: 1px }', b: '@media (min-width: 9px) { .thumb img { width: 2px } }' })
  assert.equal(faults.length, 1)
  assert.match(faults[0]!, /^\.thumb is in a\.css and b\.css/)
  assert.equal(among(t, { a: '.x.done { gap: 0 }', b: 'p, .done:hover { gap: 1px }' }).length, 1)
})

test('the style sheet check ignores nested rules, print rules, comments and component classes', (t) => {
  assert.deepEqual(among(t, { a: '.a { & .line { gap: 0 } }', b: '.b { gap: 1px; & .line { gap: 1px } }' }), [])
  assert.deepEqual(among(t, { a: '.line { gap: 0.5em }', b: '/* .line */ @media print { .line { display: none } }' }), [])
  assert.deepEqual(among(t, { a: '.tall .button { gap: 0 }', b: '.wide .button { gap: 1px }' }), [])
})

test('the style sheet check fails if it finds no style sheets', (t) => assert.throws(() => among(t, {}), /No sheets/))

test('every class of a page has a style, unless a script or a test finds an element by it', () => {
  const paths = globSync('{src/web,test}/**/*.{ts,tsx}', { cwd: ROOT })
  const files = Object.fromEntries(paths.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]))
  assert.deepEqual(unstyledClasses(ALL_STYLES, files), [])
})

test('the class check reports a class without a style, and ignores classes that a script or a test uses', () => {
  const files = {
    'src/web/a.tsx': '<p class="note bare"/><p class="hook"/><p class="tested"/>',
    'src/web/islands/a.ts': "querySelector('.hook')",
    'test/a.test.ts': '/<p class="tested"/',
  }
  assert.deepEqual(unstyledClasses('.note{gap:0}', files), ['src/web/a.tsx: no style sheet defines .bare'])
})

test('style sheets use named lengths, and their text sizes scale with the user’s setting', () =>
  assert.deepEqual(strayLengths(CSS, { lengths: LENGTHS, breakpoints: BREAKPOINTS }), []))

test(`style sheets contain at most ${MOST_PIXEL_LENGTHS} lengths in pixels in total`, () => {
  const found = pixelLengths(ALL_STYLES)
  assert.ok(found.length > 0 && found.length <= MOST_PIXEL_LENGTHS, `${found.length}: ${found.join(', ')}`)
  assert.deepEqual(pixelLengths('a{gap:1px -1px;top:calc(1px + 2.5px)} b{gap:var(--4px);color:#12px3}'), ['1px', '2.5px'])
})

test('every text size is either in rem or a clamp() between two sizes in rem', () => {
  const sizes = Object.entries(LENGTHS).filter(([name]) => /^t(\d|-)/.test(name))
  const [plain, fluid] = [sizes.filter(([name]) => /\d/.test(name)), sizes.filter(([name]) => !/\d/.test(name))]
  assert.deepEqual(
    plain.filter(([, value]) => !/^[\d.]+rem$/.test(value)),
    [],
  )
  assert.deepEqual(
    fluid.filter(([, value]) => !/^clamp\(var\(--t\d+\),\d+vw,var\(--t\d+\)\)$/.test(value)),
    [],
  )
  assert.ok(plain.length > 0 && fluid.length > 0)
})

test('every variable in use is declared, and every length variable is used', () => {
  const used = new Set([...ALL_STYLES.matchAll(/var\(--([\w-]+)/g)].map(([, name]) => name!))
  const declared = new Set([...ALL_STYLES.matchAll(/[{;\s]--([\w-]+):/g)].map(([, name]) => name!))
  assert.deepEqual([...used.difference(declared)], [])
  assert.deepEqual(
    Object.keys(LENGTHS).filter((name) => !used.has(name)),
    [],
  )
})

test('the style sheet check reports hard-coded lengths, unknown breakpoints and text sizes that do not scale', (t) => {
  const stray = (css: string): string[] => {
    const root = writeProject(t, { 'css/pages/a.css': css })
    return strayLengths(join(root, 'css'), { lengths: { s1: '4px', t1: '1rem', hair: '1px' }, breakpoints: ['40em'] })
  }
  assert.deepEqual(stray('.a { gap: 10px }'), ['pages/a.css: "gap: 10px": name a length of the scale'])
  for (const wrong of ['margin: 0 -1px', 'width: calc(100% - .5rem)', 'padding: 2pt', 'border: 1px solid red', 'top: calc(-1 * .5px)'])
    assert.equal(stray(`.a { & .b:hover { ${wrong}; color: red } }`).length, 1, wrong)
  assert.match(stray('@media (width <= 41em) { .a { gap: 0 } }')[0]!, /the breakpoints are 40em/)
  assert.equal(stray('@media (min-width: 640px) { .a { gap: 0 } }').length, 1)
  for (const wrong of ['font-size: 0.9em', 'font-size: 120%', 'font-size: var(--s1)', 'font: 600 1em/1 serif', 'font-size: var(--t9)'])
    assert.match(stray(`.a { ${wrong} }`)[0]!, /a size of text/, wrong)
})

test('the style sheet check allows relative units, named lengths, colors and comments', (t) => {
  const css = `/* 10px */ .px10 { gap: var(--s1) 0.5em; width: min(20ch, 50%); color: #12px34; font: 600 var(--t1)/1.2 serif }
    @media (width <= 40em) { a:hover { font-size: inherit; line-height: 1.2; margin: calc(-1 * var(--s1)) } }
    @media print { .a { gap: 0 } }`
  const root = writeProject(t, { 'css/base/a.css': css })
  assert.deepEqual(strayLengths(join(root, 'css'), { lengths: { t1: '1rem' }, breakpoints: ['40em'] }), [])
  assert.throws(() => strayLengths(join(writeProject(t, { 'css/base/a.txt': '' }), 'css'), { lengths: {}, breakpoints: [] }), /No sheets/)
})

function among(t: TestContext, pages: Record<string, string>): string[] {
  const files = Object.entries(pages).map(([name, text]): [string, string] => [`css/pages/${name}.css`, text])
  const shared = ['css/base/a.css', 'css/layout/a.css', 'css/pages/none.txt'].map((path): [string, string] => [path, ''])
  const root = writeProject(t, Object.fromEntries([...files, ...shared, ['css/components/button.css', '.button { gap: 2px }']]))
  return sharedClasses(join(root, 'css'))
}
