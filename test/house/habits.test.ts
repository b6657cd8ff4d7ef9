import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { writeProject } from './fixture.ts'
import { brokenHabits } from './habits.ts'
import { ROOT } from './root.ts'

test('the code follows the project’s conventions', () => assert.deepEqual(brokenHabits(ROOT), []))

test('the convention check fails if it finds no files', (t) => assert.throws(() => brokenHabits(writeProject(t, {})), /No files/))

test('only the settings module reads the environment', (t) => {
  const breaks = among(t, 'environment')
  assert.ok(breaks('src/platform/context/ids.ts', 'const a = process.env.A'))
  assert.ok(breaks('src/platform/context/ids.ts', 'const { A } = process?.env'))
  assert.ok(breaks('src/platform/context/ids.ts', `import { env } from 'node:process'`))
  assert.ok(!breaks('src/platform/config/index.ts', 'const a = process.env.A'))
  assert.ok(!breaks('src/platform/context/ids.ts', `// process.env\nconst a = 'process.env'`))
  assert.ok(!breaks('src/platform/context/ids.test.ts', 'const a = process.env.A'))
})

test('an import names its module by a string, and no path starts with ../', (t) => {
  const breaks = among(t, 'import')
  for (const text of [
    'await import(name)',
    'await import(`./${name}.ts`)',
    'const require = createRequire(import.meta.url)',
    `import { s } from '../server.ts'`,
    `import type { S } from '../server.ts'`,
    `await import('../server.ts')`,
  ])
    assert.ok(breaks('src/platform/context/ids.ts', text), text)
  for (const text of [`await import('./server.ts')`, `import { s } from './server.ts'`, `// import(name)`, `const d = import.meta.dirname`])
    assert.ok(!breaks('src/platform/context/ids.ts', text), text)
})

test('tests wait with `until`, not by a fixed number of attempts', (t) => {
  const breaks = among(t, 'waits with until')
  for (const text of [
    'for (let tries = 0; tries < 100 && count() > 0; tries++) await sleep(10)',
    'for (let tries = 0; count() > 0; tries++) {\n  assert.ok(tries < 9)\n  await sleep(10)\n}',
  ])
    assert.ok(breaks('src/core/money.test.ts', text), text)
  assert.ok(!breaks('src/core/money.test.ts', 'for (let tries = 0; tries < 3; tries++) await signIn()'))
})

test('suites declare their tests synchronously', (t) => {
  const breaks = among(t, 'synchronous')
  assert.ok(breaks('src/core/money.test.ts', "describe('money', async () => {})"))
  assert.ok(breaks('src/core/money.test.ts', "describe('money', { skip }, async () => {})"))
  assert.ok(!breaks('src/core/money.test.ts', "describe('money', () => {\n  test('adds', async () => {})\n})"))
})

test('only the function webStream turns a stream into a response body', (t) => {
  const breaks = among(t, 'webStream')
  assert.ok(breaks('src/platform/context/ids.ts', 'const body = Readable.toWeb(stream)'))
  assert.ok(!breaks('src/platform/context/ids.ts', 'const body = webStream(stream) // not toWeb()'))
})

test('domain code imports only domain code, even for types', (t) => {
  const breaks = among(t, 'core and rules')
  for (const text of [
    `import type { C } from '#platform/context/index.ts'`,
    `import {\n  type C,\n} from '#platform/context/index.ts'`,
    `export type { C } from '#platform/context/index.ts'`,
    `type C = import('#platform/context/index.ts').C`,
    `import { s } from 'node:crypto'`,
  ]) {
    assert.ok(breaks('src/core/money.ts', text), text)
    assert.ok(!breaks('src/catalog/shops/index.ts', text), text)
  }
  for (const text of [
    `import type { S } from './slug.ts'`,
    `export * from '#catalog/shops/rules/slug.ts'`,
    `const SOURCES = ['you', 'import']`,
  ])
    assert.ok(!breaks('src/core/money.ts', text), text)
})

test('the convention checks ignore comments, strings and regular expressions', (t) => {
  const breaks = among(t, 'environment')
  for (const text of [
    'const a = `${`process.env`} process.env`',
    `const r = /\\/*['"\`] process.env/`,
    '/* process.env */',
    `const a = "process.env"`,
  ])
    assert.ok(!breaks('src/platform/context/ids.ts', text), text)
  assert.ok(breaks('src/platform/context/ids.ts', 'const a = `${`a` + process.env.A}`'))
  assert.ok(breaks('src/web/a.tsx', "const a = <p>Don't {process.env.A} look</p>"))
})

test('SQL is allowed only in query files, so jobs must not contain any', (t) => {
  const breaks = among(t, 'SQL')
  for (const text of [
    'const q = sql`select 1`',
    'sql<{ a: number }>`select 1`',
    `db.selectFrom('shops')`,
    `db\n  .insertInto('shops')`,
    `sql.raw('x')`,
  ]) {
    assert.ok(breaks('src/catalog/shops/index.ts', text), text)
    assert.ok(breaks('src/catalog/shops/jobs.ts', text), text)
    assert.ok(breaks('src/platform/http/pipeline.ts', text), text)
    assert.ok(!breaks('src/catalog/shops/queries.ts', text), text)
    assert.ok(!breaks('src/platform/db/pool.ts', text), text)
  }
  assert.ok(!breaks('src/catalog/shops/index.ts', `const a = 'sql'\nconst b = \`graph\`\n// sql\`select 1\``))
})

test('only the transaction module opens database transactions and connections', (t) => {
  const breaks = among(t, 'transactions')
  for (const text of ['ctx.db.transaction().execute(work)', 'db.startTransaction()', 'db.connection().execute(work)']) {
    assert.ok(breaks('src/catalog/shops/index.ts', text), text)
    assert.ok(breaks('src/catalog/shops/queries.ts', text), text)
    assert.ok(!breaks('src/platform/db/transaction.ts', text), text)
  }
})

test('only the cookie module builds cookies', (t) => {
  const breaks = among(t, 'build cookies')
  const cookie = 'const a = `flash=${text}; Path=/; HttpOnly; SameSite=Lax`'
  assert.ok(breaks('src/web/framework/page/flash.ts', cookie))
  assert.ok(!breaks('src/platform/http/cookies.ts', cookie))
  assert.ok(!breaks('src/web/framework/page/flash.ts', '// Path=/; HttpOnly'))
})

test('only core/format formats numbers, amounts of money and times', (t) => {
  const breaks = among(t, 'core/format')
  for (const text of [
    `const F = new Intl.NumberFormat('en-US')`,
    `date.toLocaleDateString('en-GB')`,
    '(cents / 100).toFixed(2)',
    'const a = `$${cents / 100}`',
    `const a = '$' + price`,
    "const a = `${count} ${count === 1 ? 'thing' : 'things'}`",
    "const a = `${count} thing${count === 1 ? '' : 's'}`",
    'const a = count === 1 ? one : many',
    `const a = count !== 1 ? 's' : ''`,
  ]) {
    assert.ok(breaks('src/web/framework/format.ts', text), text)
    assert.ok(!breaks('src/core/format/count.ts', text), text)
    assert.ok(!breaks('src/web/framework/format.test.ts', text), text)
  }
  for (const text of [
    `// '$' + price`,
    `/** \`$\${price}\`: what it costs */`,
    'const a = size === 1 ? drawn : scaled',
    `new Intl.Segmenter('en')`,
  ])
    assert.ok(!breaks('src/web/framework/format.ts', text), text)
})

test('pages use API records and never use database rows', (t) => {
  const breaks = among(t, 'a page uses API or module records')
  for (const text of [
    `import type { OrderRow } from '#commerce/orders/index.ts'`,
    `import * as queries from '#commerce/orders/queries.ts'`,
    'const { row } = await orders.readOrder(ctx, viewer, id)',
    `import { listOffers } from '#commerce/offers/index.ts'`,
    'holds.listHolds(ctx, viewer, by)',
  ]) {
    assert.ok(breaks('src/web/buyer/order.tsx', text), text)
    assert.ok(!breaks('src/commerce/orders/index.ts', text), text)
    assert.ok(!breaks('src/web/buyer/order.test.ts', text), text)
  }
  for (const text of [
    'call(ctx, viewer, api.listOrders, { query })',
    'await call(ctx, viewer, api.readThread, { params })',
    'const Row = ({ order }) => <li />',
    '// an OrderRow of queries.ts',
    'const { order } = await orders.readOrderWithParty(ctx, viewer, id)',
  ])
    assert.ok(!breaks('src/web/buyer/order.tsx', text), text)
})

test('pages open no transactions and call no endpoints by name', (t) => {
  const breaks = among(t, 'a page')
  for (const text of [
    'await inTransaction(ctx, (tx) => payOrder(tx, viewer, id))',
    `await call(ctx, viewer, 'acceptOffer', { params: { id } })`,
    `await call<Offer>(at.ctx, at.viewer, 'getOffer', { params: { id } })`,
    'answerTo(ctx, viewer, `get${name}`)',
    `ctx.endpoints.get('getOffer')`,
  ]) {
    assert.ok(breaks('src/web/buyer/offers.tsx', text), text)
    assert.ok(!breaks('src/commerce/sale/accept-offer.ts', text), text)
    assert.ok(!breaks('src/web/buyer/offers.test.ts', text), text)
  }
  for (const text of [`call(ctx, viewer, api.acceptOffer, { body: { note: 'x' } })`, 'together(ctx, (tx) => signInByLink(tx, token, by))'])
    assert.ok(!breaks('src/web/buyer/offers.tsx', text), text)
})

test('type names are nouns', (t) => {
  const breaks = among(t, 'noun')
  for (const text of [
    'type Shown = 1',
    'export type ParcelTold = 1',
    'type Asked<T> = T',
    'class Found extends Error {}',
    'interface NewSaid {}',
  ])
    assert.ok(breaks('src/identity/keys/index.ts', text) && breaks('test/app.ts', text), text)
  for (const text of [
    'type Notfound = 1',
    'type ShownCase = 1',
    '// type Shown = 1',
    `const a = 'type Shown = 1'`,
    'const Matches = 1',
    'type NotFoundError = 1',
  ])
    assert.ok(!breaks('src/identity/keys/index.ts', text), text)
})

test('no test is marked `only`, and every skipped test states its reason', (t) => {
  const breaks = among(t, 'test')
  for (const text of [
    `test.only('a')`,
    `it('a', { only: true })`,
    `test.skip('a')`,
    `test('a', { skip: true })`,
    `t.skip()`,
    `describe.todo('a')`,
  ]) {
    assert.ok(breaks('src/platform/context/ids.test.ts', text), text)
  }
  for (const text of [`test('a', { skip: noServer && 'needs a server' })`, `t.skip('needs root')`, `test('it.only(')`, 'list.skip(3)']) {
    assert.ok(!breaks('src/platform/context/ids.test.ts', text), text)
  }
})

const among = (t: TestContext, word: string) => (path: string, text: string) =>
  brokenHabits(writeProject(t, { [path]: text })).some((fault) => fault.startsWith(`${path}:`) && fault.includes(word))
