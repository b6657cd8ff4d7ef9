import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { writeProject } from './fixture.ts'
import { readGraph } from './imports.ts'
import { ROOT } from './root.ts'
import { cycles, folderCircles, refusedImports, VENDORS } from './rules.ts'

test('the modules of the service follow the import rules', () => assert.deepEqual(refusedImports(readGraph(ROOT)), []))

test('no modules of the service import each other in a cycle', () => assert.deepEqual(cycles(readGraph(ROOT)), []))

test('the folders of the service do not import each other in cycles', () => assert.deepEqual(folderCircles(readGraph(ROOT)), []))

test('every package in the vendor table is a dependency of the service or of the workspace package that uses it', () => {
  const dependencies = ['.', 'packages/cli'].flatMap((folder) => {
    const manifest = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as { dependencies: Record<string, string> }
    return Object.keys(manifest.dependencies)
  })
  assert.deepEqual(
    Object.keys(VENDORS).filter((name) => !dependencies.includes(name)),
    [],
  )
})

test('the import check fails if it finds no modules', (t) => {
  assert.throws(() => readGraph(writeProject(t, {})), /No modules/)
  assert.throws(() => readGraph(writeProject(t, { 'src/core/money.test.ts': '' })), /No modules/)
})

test('if an import names a missing file, the import check fails and reports the location of the import', (t) => {
  const read = (text: string) => () => readGraph(writeProject(t, { 'src/main.ts': text, 'src/platform/context/ids.ts': '' }))
  assert.throws(read(`\nimport { a } from '#platform/absent.ts'`), /src\/main\.ts:2 imports #platform\/absent\.ts/)
  assert.throws(read(`import { a } from '#platform/ids'`), /imports #platform\/ids/, 'the file extension is part of the name')
})

test('the import scan collects every form of import except type imports', (t) => {
  const read = (text: string) => {
    const files = { 'src/main.ts': text, 'src/platform/context/ids.ts': 'export const a = 1\nexport type A = 1' }
    return readGraph(writeProject(t, files)).imports.map((one) => `${one.line} ${one.to}`)
  }
  assert.deepEqual(read(`import { a } from '#platform/context/ids.ts'\nimport * as c from "hono/jsx"`), [
    '1 src/platform/context/ids.ts',
    '2 hono',
  ])
  assert.deepEqual(read(`\nexport { a } from './platform/context/ids.ts'\nawait import('node:fs')`), [
    '2 src/platform/context/ids.ts',
    '3 node:fs',
  ])
  assert.deepEqual(read(`import { type A } from './platform/context/ids.ts'`), ['1 src/platform/context/ids.ts'], 'Node loads it')
  assert.deepEqual(read(`import { a } from './platform/context/ids.ts' // used nowhere`), ['1 src/platform/context/ids.ts'])
  assert.deepEqual(read(`import type { A } from './platform/context/ids.ts'\ntype B = import('./platform/context/ids.ts').A`), [])
  assert.deepEqual(read("const t = `\nimport 'x'`\n// import 'y'"), [])
})

/** Test cases for the import rules. Each case has a file, its content, and the expected violation, or null if the import is allowed. */
const cases: readonly [from: string, text: string, fault: RegExp | null][] = [
  ['src/main.ts', `import { s } from '#service/server.ts'`, null],
  ['src/main.ts', `import { s } from '#catalog/shops/routes.ts'`, /main may import .* routes/],
  ['src/platform/context/ids.ts', `import { s } from '#service/server.ts'`, /platform may import/],
  ['src/platform/context/ids.ts', `import { s } from 'crypto'`, /write node:crypto/],
  ['src/platform/context/ids.ts', `import type { C } from '#platform/config/index.ts'`, null],
  ['src/platform/context/ids.ts', `import { readConfig } from '#platform/config/index.ts'`, /platform may import/],
  ['src/platform/context/ids.ts', `import { s } from '#catalog/shops/index.ts'`, /platform may import/],
  ['src/catalog/shops/routes.ts', `import { s } from './index.ts'`, null],
  ['src/catalog/shops/routes.ts', `import { s } from './queries.ts'`, /routes may import/],
  ['src/catalog/shops/routes.ts', `import { s } from '#platform/db/pool.ts'`, /routes may import/],
  ['src/catalog/shops/routes.ts', `import { s } from '#catalog/photos/routes.ts'`, /routes of src\/catalog\/photos/],
  ['src/catalog/shops/routes.ts', `import { s } from '#identity/keys/present.ts'`, /imported by the index.ts/],
  ['src/catalog/shops/schema.ts', `import { s } from '#identity/keys/index.ts'`, null],
  ['src/identity/keys/index.ts', `import { s } from '#catalog/shops/index.ts'`, /identity is below catalog/],
  ['src/identity/keys/index.ts', `import type { S } from '#catalog/shops/index.ts'`, null],
  ['src/catalog/shops/queries.ts', `import { s } from '#identity/keys/index.ts'`, /their own module/],
  ['src/catalog/shops/routes.ts', `import { Hono } from 'hono'`, /may import hono/],
  ['src/catalog/shops/index.ts', `import { s } from '#identity/keys/index.ts'`, null],
  ['src/catalog/shops/index.ts', `import { s } from '#catalog/photos/queries.ts'`, /queries of src\/catalog\/photos/],
  ['src/catalog/shops/index.ts', `import { s } from './queries.ts'`, null],
  ['src/catalog/shops/index.ts', `import type { S } from './schema.ts'`, null],
  ['src/catalog/shops/index.ts', `import { s } from '#catalog/photos/schema.ts'`, /schema of src\/catalog\/photos/],
  ['src/catalog/shops/index.ts', `import { sql } from 'kysely'`, /may import kysely/],
  ['src/catalog/shops/queries.ts', `import { sql } from 'kysely'`, null],
  ['src/catalog/shops/queries.ts', `import { s } from './index.ts'`, /queries may import/],
  ['src/catalog/shops/queries.ts', `import { s } from '#core/money.ts'`, null],
  ['src/catalog/shops/queries.ts', `import { s } from '#platform/context/ids.ts'`, /queries may import/],
  ['src/catalog/shops/moving/queries.ts', `import { sql } from 'kysely'`, null],
  ['src/catalog/shops/present.ts', `import { s } from './queries.ts'`, /present may import/],
  ['src/catalog/shops/jobs.ts', `import { s } from './queries.ts'`, /jobs may import/],
  ['src/platform/images/sharp.ts', `import sharp from 'sharp'`, null],
  ['src/platform/images/sharp.ts', `import { s } from '#platform/database/index.ts'`, /vendors of src\/platform\/database/],
  ['src/catalog/shops/index.ts', `import sharp from 'sharp'`, /may import sharp/],
  ['src/platform/context/ids.ts', `import pg from 'pg'`, /may import pg/],
  ['src/platform/context/ids.ts', `import { fetch } from 'undici'`, /may import undici/],
  ['src/platform/context/ids.ts', `import leftPad from 'left-pad'`, /no row in VENDORS/],
  ['src/web/islands/menu.ts', `import { s } from '#catalog/shops/index.ts'`, /island may import/],
  ['src/web/home.tsx', `import { s } from '#catalog/shops/index.ts'`, null],
  ['src/web/home.tsx', `import { s } from '#catalog/shops/queries.ts'`, /pages import the index.ts/],
  ['src/web/home.tsx', `import { s } from '#catalog/shops/present.ts'`, /pages import the index.ts/],
  ['src/core/money.ts', `import { s } from './slug.ts'`, null],
  ['src/core/money.ts', `import { s } from '#platform/context/ids.ts'`, /core may import core/],
  ['src/core/money.ts', `import { s } from 'node:crypto'`, /pure/],
  ['src/core/money.ts', `import { z } from 'zod'`, /may import zod/],
  ['src/platform/context/ids.ts', `import { s } from '#test/app.ts'`, /not part of the service/],
  ['src/platform/context/ids.ts', `import { s } from '#platform/http/endpoint.test.ts'`, /not part of the service/],
  ['src/utils/misc.ts', ``, /matches no row/],
  ['packages/sdk/src/send.ts', `import { s } from './errors.ts'`, null],
  ['packages/sdk/src/send.ts', `import { s } from 'node:crypto'`, /sdk is pure/],
  ['packages/sdk/src/node.ts', `import { s } from 'node:fs'`, null],
  ['packages/sdk/src/send.ts', `import { s } from './node.ts'`, /sdk may import sdk/],
  ['packages/sdk/src/send.ts', `import { s } from 'undici'`, /may import undici/],
  ['packages/cli/src/main.ts', `import { s } from '@resale/sdk'`, null],
  ['packages/cli/src/main.ts', `import { s } from '#core/money.ts'`, /cli may import cli/],
  ['src/web/home.tsx', `import { s } from '@resale/sdk'`, /may import @resale\/sdk/],
]

const KINDS = ['schema', 'routes', 'index', 'queries', 'present', 'jobs']
const TOP = [
  'main',
  'service/server',
  'platform/config/index',
  'platform/context/index',
  'core/money',
  'core/slug',
  'platform/images/sharp',
  'platform/database/index',
]
const PLATFORM = ['platform/context/ids', 'platform/db/pool', 'platform/http/endpoint', 'platform/http/endpoint.test']
const RESOURCES = ['catalog/shops', 'catalog/photos', 'identity/keys'].flatMap((resource) => KINDS.map((kind) => `${resource}/${kind}`))
const PACKAGES = ['sdk/src/send', 'sdk/src/errors', 'sdk/src/node', 'cli/src/main']
const TREE = Object.fromEntries([
  ...[...TOP, ...PLATFORM, ...RESOURCES].map((path) => [`src/${path}.ts`, '']),
  ...PACKAGES.map((path) => [`packages/${path}.ts`, '']),
])

for (const [from, text, fault] of cases) {
  test(`the import rules ${fault ? 'reject' : 'allow'} ${from} ${text === '' ? 'itself' : text}`, (t) => {
    const found = refusedImports(readGraph(writeProject(t, { ...TREE, 'test/app.ts': '', [from]: `\n${text}` })))
    if (!fault) assert.deepEqual(found, [])
    else assert.match(found.join('\n'), fault)
    if (fault && text !== '') assert.match(found.join('\n'), new RegExp(`^${from}:2 imports `))
  })
}

test('the import check reports cycles between folders, even with a parent folder, but ignores type imports', (t) => {
  const siblings = {
    'src/platform/a/x.ts': `import { b } from '#platform/b/y.ts'`,
    'src/platform/a/z.ts': '',
    'src/platform/b/y.ts': `import { z } from '#platform/a/z.ts'`,
  }
  assert.deepEqual(folderCircles(readGraph(writeProject(t, siblings))), ['src/platform/a → src/platform/b → src/platform/a'])
  const below = {
    'src/platform/a/x.ts': `import { b } from './b/y.ts'`,
    'src/platform/a/z.ts': '',
    'src/platform/a/b/y.ts': `import { z } from '#platform/a/z.ts'`,
  }
  assert.deepEqual(folderCircles(readGraph(writeProject(t, below))), ['src/platform/a/b → src/platform/a → src/platform/a/b'])
  const types = { ...siblings, 'src/platform/b/y.ts': `import type { Z } from '#platform/a/z.ts'` }
  assert.deepEqual(folderCircles(readGraph(writeProject(t, types))), [])
})

test('the import check lists the members of an import cycle, but ignores type imports', (t) => {
  const circle = { 'src/platform/a.ts': `import { b } from './b.ts'`, 'src/platform/b.ts': `import { a } from './a.ts'` }
  assert.deepEqual(cycles(readGraph(writeProject(t, circle))), ['src/platform/a.ts → src/platform/b.ts → src/platform/a.ts'])
  const types = { ...circle, 'src/platform/b.ts': `import type { A } from './a.ts'` }
  assert.deepEqual(cycles(readGraph(writeProject(t, types))), [])
})
