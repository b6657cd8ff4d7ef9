import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { EQUIVALENT } from '#test/mutants/equivalent/index.ts'
import { executes } from './coverage.ts'
import { choose } from './database.ts'
import { GENERAL_TESTS, scopeOf, sharedTests, testsNear, WIDE_TESTS } from './files.ts'
import { Kills } from './kills.ts'
import { applyEdit, branchesOf, mutantsOf, type Operator } from './operators.ts'
import { isSame } from './run.ts'
import { schemaOf, SELECTED } from './schema.ts'
import { rejectedByTypes } from './types.ts'

/** Returns the mutated sources that a single operator generates from a small source file. */
const made = (operator: Operator, source: string, file = 'src/shop/rules.ts'): string[] =>
  mutantsOf(file, source)
    .filter((mutant) => mutant.operator === operator)
    .map((mutant) => applyEdit(source, mutant))

test('mutants set a condition to true or false, remove a part of it, or remove its negation', () => {
  assert.deepEqual(made('condition', 'if (a) b()'), ['if (true) b()', 'if (false) b()'])
  assert.deepEqual(made('condition', 'x = a ? b : c'), ['x = (b)', 'x = (c)'])
  assert.deepEqual(made('condition', 'x = a && b'), ['x = (a)', 'x = (b)'])
  assert.deepEqual(made('condition', 'x = a ?? b'), ['x = (a)'])
  assert.deepEqual(made('condition', 'x = !a'), ['x = (a)'])
})

test('mutants include or exclude the boundary in a comparison, and change equality to inequality', () => {
  assert.deepEqual(made('boundary', 'x = a < b'), ['x = a <= b'])
  assert.deepEqual(made('boundary', 'x = a >= b'), ['x = a > b'])
  assert.deepEqual(made('equality', 'x = a === b'), ['x = a !== b'])
  assert.deepEqual(made('equality', 'x = (a as string) != null'), ['x = (a as string) == null'])
})

test('mutants change a constant by one, or a large constant by a tenth, unless a mutant of a comparison already covers the same defect', () => {
  assert.deepEqual(made('constant', 'x = 2'), ['x = (2 + 1)', 'x = (2 - 1)'])
  assert.deepEqual(made('constant', 'x = true'), ['x = false'])
  assert.deepEqual(made('constant', 'x = a > 2'), ['x = a > (2 + 1)'])
  assert.deepEqual(made('constant', 'x = a >= 2'), ['x = a >= (2 - 1)'])
  assert.deepEqual(made('constant', 'x = a < 2'), ['x = a < (2 - 1)'])
  assert.deepEqual(made('constant', 'x = 2 < a'), ['x = (2 + 1) < a'])
  assert.deepEqual(made('constant', `x = { 1: 'a' }`), [])
  assert.deepEqual(made('constant', 'x = 60_000', 'src/shop/open.ts'), ['x = (60_000 + 6000)', 'x = (60_000 - 6000)'])
  assert.deepEqual(made('constant', 'x = 60_000'), ['x = (60_000 + 1)', 'x = (60_000 - 1)'])
})

test('no mutant changes strings, imports, types or tables of data', () => {
  assert.deepEqual(mutantsOf('a.ts', `import { a } from 'b'\ntype A = 1 | 2\nconst x: 3 = 'text' + y`), [])
  assert.deepEqual(mutantsOf('a.ts', 'const TABLE = [1, 2, 3, 4, 5, 6, 7, 8, 9]'), [])
  const rows = Array.from('abcdefghi', (name) => `${name}: { days: 1, why: WHY }`).join(', ')
  assert.deepEqual(mutantsOf('a.ts', `export const TABLE = { ${rows} }`), [])
  assert.deepEqual(made('constant', `export const TABLE = { ${rows}, z: f(1) }`).length, 2)
  assert.deepEqual(mutantsOf('a.ts', 'const cached = memoized(f, 100)'), [])
  assert.deepEqual(made('constant', 'x = q.limit(1)'), ['x = q.limit((1 - 1))'])
})

test('no mutant changes a number that a file exports but does not use', () => {
  const limits = 'const MINUTE = 60\nexport const LIFE = 5 * MINUTE\n'
  assert.deepEqual(mutantsOf('a.ts', limits), [])
  assert.deepEqual(mutantsOf('a.ts', 'export const LIMIT = { min: 1, max: 2 }'), [])
  assert.deepEqual(made('constant', 'export const LIMIT = { min: 5, max: 9 }\nconst end = (a) => a + LIMIT.max').length, 4)
  assert.deepEqual(made('constant', `${limits}const end = (a) => a + LIFE`).length, 4)
  assert.deepEqual(made('constant', `${limits}const end = (a) => a + MINUTE`).length, 2)
})

test('no mutant changes how many records a periodic job reads at a time', () => {
  const constants = (name: string) => made('constant', `const ${name} = 100\nread(${name})`).length
  assert.deepEqual(['AT_ONCE', 'MAILS_AT_ONCE', 'ROWS_PER_SLICE', 'MOST_AT_ONCE', 'LIMIT'].map(constants), [0, 0, 0, 2, 2])
})

test('mutants replace rounding functions and arithmetic operators', () => {
  assert.deepEqual(made('rounding', 'x = Math.round(a)'), ['x = Math.floor(a)', 'x = Math.ceil(a)'])
  assert.deepEqual(made('arithmetic', 'x = a * b + c'), ['x = a / b + c', 'x = a * b - c'])
  assert.deepEqual(made('arithmetic', 'x += a'), ['x -= a'])
  assert.deepEqual(made('arithmetic', 'x = a + `b`'), [])
})

test('a generated presenter mutant omits one field of the object that the presenter returns', () => {
  const source = 'const show = (a) => ({ id: a.id, name: f({ b: 1 }) })'
  assert.deepEqual(made('field', source, 'src/shop/present.ts'), [
    'const show = (a) => ({  name: f({ b: 1 }) })',
    'const show = (a) => ({ id: a.id,  })',
  ])
  assert.deepEqual(made('field', source), [])
})

test('generated query mutants remove a condition or a lock', () => {
  assert.deepEqual(made('where', `q.where('a', '=', b).limit(c)`), ['q.limit(c)'])
  assert.deepEqual(made('lock', `x = q.where('a', '=', b).forUpdate()`), [`x = q.where('a', '=', b)`])
  assert.deepEqual(made('lock', 'await lockListing(tx, id)'), [';'])
  assert.deepEqual(made('lock', 'await q.where(a).forUpdate().execute()'), [';', 'await q.where(a).execute()'])
  assert.deepEqual(made('call', 'await q.forUpdate().execute()', 'src/shop/open.ts'), [])
  assert.deepEqual(made('lock', 'sql`select 1 for update of l skip locked`'), ['sql`select 1 `'])
})

test('generated SQL mutants remove one condition of a `where`', () => {
  assert.deepEqual(made('where', 'sql`delete from a where b = 1`'), ['sql`delete from a `'])
  assert.deepEqual(made('where', 'sql`select 1 where a = ${b} and (c or d) and e between 1 and 2 order by f`'), [
    'sql`select 1 where (c or d) and e between 1 and 2 order by f`',
    'sql`select 1 where a = ${b} and e between 1 and 2 order by f`',
    'sql`select 1 where a = ${b} and (c or d) order by f`',
  ])
  assert.deepEqual(made('where', 'sql`where exists (select 1 where a and b) and c`'), [
    'sql`where c`',
    'sql`where exists (select 1 where b) and c`',
    'sql`where exists (select 1 where a ) and c`',
    'sql`where exists (select 1 where a and b) `',
  ])
  assert.deepEqual(made('where', 'sql`select 1 where a and b or c`'), [])
})

test('generated mutants remove a guard or a call from a function, or swap two arguments', () => {
  assert.deepEqual(made('guard', 'await requireOwner(a)\nload(a)'), [';\nload(a)'])
  assert.deepEqual(made('guard', 'const a = requireOwner(b)'), [])
  assert.deepEqual(made('call', 'await publish(a)\nq.execute()', 'src/shop/open.ts'), [';\nq.execute()', 'await publish(a)\n;'])
  assert.deepEqual(made('call', 'list.push(a)'), [])
  assert.deepEqual(made('arguments', 'f(a, b, 1)'), ['f(b, a, 1)'])
  assert.deepEqual(made('arguments', 'f(tx, b)'), [])
  assert.deepEqual(made('arguments', 'Math.max(a, b)'), [])
})

// oxlint-disable-next-line typescript/no-implied-eval, no-new-func -- the test wrote this text
const resultOf = (text: string): unknown => (new Function(`${text}\nreturn f(0)`) as () => unknown)()

test('inside functions, source text that contains all mutants behaves like the mutant that the global variable selects', () => {
  const source = `const f = (a) => {
  const list = []
  list.push(a)
  if (!list[0]) list.push({ a: a < 0, b: list.map((one) => one + 1).at(a), c: \`\${a === 0}\` })
  a?.toFixed(2).length
  ;(a || list).x ??= list[1]?.b ?? 3
  const { d = 4, e: [g = 5] = [] } = Object(list[1])
  list.push(d, g)
  return list
}`
  const mutants = mutantsOf('src/shop/open.ts', source)
  const { text, contained } = schemaOf(
    source,
    mutants.map((mutant, id) => ({ id, mutant })),
  )
  assert.equal(contained.size, mutants.length)
  try {
    assert.deepEqual(resultOf(text), resultOf(source))
    for (const [id, mutant] of mutants.entries()) {
      Reflect.set(globalThis, SELECTED, id)
      assert.deepEqual(resultOf(text), resultOf(applyEdit(source, mutant)), mutant.after)
    }
  } finally {
    Reflect.deleteProperty(globalThis, SELECTED)
  }
})

test('tests in the folder of a source file rank nearest, followed by tests that mention the folder or the file', () => {
  const texts = new Map([
    ['src/shop/carts/carts.test.ts', ''],
    ['src/shop/orders/orders.test.ts', ''],
    ['src/web/pages.test.ts', ''],
    ['src/web/orders.test.ts', 'order '.repeat(6)],
  ])
  assert.deepEqual(testsNear('src/shop/orders/accept.ts', texts), [
    'src/shop/orders/orders.test.ts',
    'src/shop/carts/carts.test.ts',
    'src/web/orders.test.ts',
    'src/web/pages.test.ts',
  ])
  assert.equal(testsNear('src/shop/pages.ts', texts)[0], 'src/web/pages.test.ts', 'its name contains the name of the file')
  assert.equal(testsNear('src/sale/page/queries.ts', texts)[0], 'src/web/pages.test.ts', 'its name contains the name of the folder')
  texts.set('src/web/pages.test.ts', 'accept '.repeat(20))
  assert.equal(testsNear('src/shop/orders/accept.ts', texts)[1], 'src/web/pages.test.ts')
  texts.set('src/far/away.test.ts', "import { startApp } from '#test/app.ts'")
  assert.equal(testsNear('src/shop/orders/accept.ts', texts)[1], 'src/far/away.test.ts', 'unit tests in other folders rank last')
  texts.set('src/web/pages.test.ts', 'index '.repeat(20))
  assert.equal(testsNear('src/shop/carts/index.ts', texts)[0], 'src/shop/carts/carts.test.ts', 'the subject of an index file is its folder')
  texts.set('src/shop/carts/index.test.ts', '')
  texts.set('src/shop/carts/carts.test.ts', "from '#test/app.ts' cart ".repeat(20))
  assert.equal(testsNear('src/shop/carts/index.ts', texts)[0], 'src/shop/carts/index.test.ts', 'the test file of the same name is first')
})

test('a test that calls the endpoints of a folder is near all files of the folder', () => {
  const texts = new Map([
    ['src/web/one.test.ts', ''],
    ['src/web/two.test.ts', "'/v1/password-resets', "],
  ])
  assert.equal(testsNear('src/identity/email-links/send.ts', texts)[0], 'src/web/two.test.ts')
})

test('among tests that execute the same positions, the fastest runs first, and rare sets of positions come first; then four tests of each file in the folder run for each other test', () => {
  const executing = [
    ...[0, 1, 2].map((index) => ({ test: 'far.test.ts', index, ms: 1, places: [10] })),
    { test: 'a.test.ts', index: 0, ms: 5, places: [10, 20] },
    { test: 'a.test.ts', index: 1, ms: 4, places: [10, 20] },
    { test: 'a.test.ts', index: 2, ms: 900, places: [10, 30] },
    { test: 'a.test.ts', index: 3, ms: 6, places: [10, 20] },
    { test: 'b.test.ts', index: 0, ms: 7, places: [10, 20] },
  ]
  const chosen = choose(executing, ({ test }) => (test === 'far.test.ts' ? 2 : 1))
  assert.deepEqual(
    chosen.map((ones) => ones.map(({ test, index }) => `${test} ${index}`)),
    [
      ['a.test.ts 1', 'a.test.ts 2', 'far.test.ts 0'],
      ['a.test.ts 0', 'a.test.ts 3', 'b.test.ts 0', 'far.test.ts 1', 'far.test.ts 2'],
    ],
  )
  const own = { test: 'own.test.ts', index: 0, ms: 800, places: [10, 20, 40] }
  const rare = [1, 2, 3, 4].map((place) => ({ test: 'far.test.ts', index: place, ms: 1, places: [10, place] }))
  const [first] = choose([own, ...rare, ...executing], ({ test }) => (test === 'far.test.ts' ? 2 : test === 'own.test.ts' ? 0 : 1))
  assert.deepEqual(
    first!.map(({ test, index }) => `${test} ${index}`),
    ['own.test.ts 0', 'a.test.ts 2', 'a.test.ts 1', 'far.test.ts 1'],
    'tests of the source file and its folder come before rare sets of other tests',
  )
})

test('the branches of conditions start at their statements or expressions', () => {
  const source = 'if (a as boolean) throw b\nelse c = d && (e ? f : g)'
  assert.deepEqual(
    branchesOf(source).map((start) => source.charAt(start)),
    ['t', 'c', 'e', 'f', 'g'],
  )
})

test('an edit has the same offsets in the source with types as in the source without types', () => {
  const source = `const f = (a: 'é😀' | null, b: Map<string, number>): boolean => a !== null && (b as never) < 3`
  assert.deepEqual(made('boundary', source), [source.replace(/<(?= 3)/, '<=')])
})

test('the text of an edit with types does not contain a declaration on one of the next lines', () => {
  const source = 'x = b / (3 as number)\n\ntype C = { d: number }\n'
  const typed = mutantsOf('src/a/b.ts', source).filter(({ operator }) => operator === 'constant').map((mutant) => mutant.typed) // prettier-ignore
  assert.deepEqual(typed, ['(3 as number + 1)', '(3 as number - 1)'])
})

test('the type checker also checks mutants beside a mutant with a syntax error', async (t) => {
  const tree = mkdtempSync(join(tmpdir(), 'mutants-tree-'))
  t.after(() => rmSync(tree, { recursive: true }))
  mkdirSync(join(tree, 'src'))
  writeFileSync(join(tree, 'package.json'), '{"type":"module"}')
  const source = 'export const length = (a: string | null): number => {\n  if (a === null) return 0\n  return a.length\n}\n'
  writeFileSync(join(tree, 'src/length.ts'), source)
  const mutants = mutantsOf('src/length.ts', source)
  const [wrong, fine] = ['if (false) return 0', 'if (a === null) return (0 + 1)'].map((line) => mutants.find(({ after }) => after === line))
  const invalid = { ...fine!, typed: '(' }
  const rejected = await rejectedByTypes([invalid, wrong!, fine!], new Map([['src/length.ts', source]]), tree)
  assert.deepEqual(
    [invalid, wrong, fine].map((mutant) => rejected.has(mutant!)),
    [true, true, false],
  )
})

test('the type checker rejects a mutant only if the mutant itself does not compile', async (t) => {
  const tree = mkdtempSync(join(tmpdir(), 'mutants-tree-'))
  t.after(() => rmSync(tree, { recursive: true }))
  mkdirSync(join(tree, 'src'))
  writeFileSync(join(tree, 'package.json'), '{"type":"module"}')
  const sources = new Map([
    ['src/length.ts', 'export const length = (a: string | null): number => {\n  if (a === null) return 0\n  return a.length\n}\n'],
    ['src/name.ts', 'export const name = (a: string | null): string => (a as string) ?? "none"\n'],
    ['src/warn.ts', 'export const warn = (a: boolean): void => {\n  if (a) console.log("careful")\n}\n'],
  ])
  for (const [file, source] of sources) writeFileSync(join(tree, file), source)
  const mutants = [...sources].flatMap(([file, source]) => mutantsOf(file, source))
  const rejected = await rejectedByTypes(mutants, sources, tree)
  const groups = Map.groupBy(mutants, (mutant) => rejected.has(mutant))
  const changes = (isRejected: boolean) => groups.get(isRejected)!.map(({ after }) => after)
  assert.deepEqual(changes(true), ['if (false) return 0', 'if (a !== null) return 0'])
  assert.deepEqual(changes(false), [
    'if (true) return 0',
    'if (a === null) return (0 + 1)',
    'if (a === null) return (0 - 1)',
    'export const name = (a: string | null): string => (a)',
    'if (true) console.log("careful")',
    'if (false) console.log("careful")',
    'if (a) ;',
  ])
})

test('a kill of an earlier run counts until the source file or the test file changes', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'kills-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const source = 'x = a < b'
  const mutants = mutantsOf('src/shop/rules.ts', source)
  const [killed, survived, looped] = mutants
  const open = (text: string, testText: string) =>
    new Kills(new Map([['src/shop/rules.ts', text]]), new Map([['src/shop/a.test.ts', testText]]), join(folder, 'kills.jsonl'))
  const first = open(source, 'test')
  first.add({ mutant: killed!, by: 'src/shop/a.test.ts: Error: it failed' })
  first.add({ mutant: survived!, by: null })
  first.add({ mutant: looped!, by: 'the process looped or ended' })
  assert.deepEqual(
    mutants.map((mutant) => open(source, 'test').of(mutant)),
    ['src/shop/a.test.ts: Error: it failed', ...mutants.slice(1).map(() => null)],
  )
  assert.equal(open('x = c < b', 'test').of(killed!), null)
  assert.equal(open(source, 'another test').of(killed!), null)
})

test('the path and the functions of a file determine its scope', () => {
  assert.equal(scopeOf('src/a/rules.ts', ''), 'rules')
  assert.equal(scopeOf('src/a/rules/price.ts', ''), 'rules')
  assert.equal(scopeOf('src/a/rules/price.test.ts', ''), null)
  assert.equal(scopeOf('src/a/present.ts', ''), 'presenters')
  assert.equal(scopeOf('src/a/queries.ts', ''), 'queries')
  assert.equal(scopeOf('src/a/accept.ts', 'export function accept(tx: Tx, id: string) {}'), 'verbs')
  assert.equal(scopeOf('src/a/other.ts', ''), 'others')
  assert.equal(scopeOf('src/a/other.test.ts', ''), null)
  assert.equal(scopeOf('src/web/islands/menu.ts', ''), null)
  assert.equal(scopeOf('test/other.ts', ''), null)
})

test('if coverage ranges are nested, the innermost range determines if a test executes a position', () => {
  const ranges: [number, number, boolean][] = [
    [0, 100, true],
    [10, 50, true],
    [20, 30, false],
  ]
  assert.deepEqual(
    [5, 25, 30, 100].map((offset) => executes(ranges, offset)),
    [true, false, true, false],
  )
})

test('every entry in the tables of equivalent mutants matches a mutant that is still generated', () => {
  for (const [file, rows] of Map.groupBy(EQUIVALENT, (row) => row.file)) {
    const mutants = mutantsOf(file, readFileSync(file, 'utf8'))
    for (const row of rows)
      assert.ok(
        mutants.some((mutant) => isSame(mutant, row)),
        `remove the row of ${file}: ${row.after}`,
      )
  }
})

test('the tests that run against every mutant are among the tests that can share a process', () => {
  const shared = sharedTests()
  assert.deepEqual([...WIDE_TESTS, ...GENERAL_TESTS].filter((name) => !shared.has(name)), []) // prettier-ignore
})
