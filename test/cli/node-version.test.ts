import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFile, readdir } from 'node:fs/promises'
import { after, test } from 'node:test'
import { dirname, join } from 'node:path'
import { buildProgram, terminal } from './resale.ts'

const ROOT = new URL('../../', import.meta.url)
const program = await buildProgram({ after })
const { OLDEST_NODE, versionProblem } = (await import(new URL('packages/cli/src/node-version.ts', ROOT).href)) as {
  OLDEST_NODE: string
  versionProblem(version: string): string | null
}

/** Returns an option that makes a Node process report a different version. */
const asNode = (version: string): string =>
  `--import=data:text/javascript,${encodeURIComponent(`Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`)}`

test('the resale package requires the oldest Node version that is still supported', async () => {
  const { engines } = JSON.parse(await readFile(new URL('packages/cli/package.json', ROOT), 'utf8')) as { engines: { node: string } }
  assert.equal(engines.node, `>=${OLDEST_NODE}`)
  for (const version of ['20.12.0', '20.19.1', '22.0.0', '24.21.0']) assert.equal(versionProblem(version), null, version)
  for (const version of ['20.11.1', '18.20.4', '9.0.0'])
    assert.match(versionProblem(version)!, /^Node 20\.12 or newer is required; this is Node/, version)
})

test('on an old Node version, the resale command prints one line and exits with 1', async (t) => {
  const { resale } = await terminal(t, program, { NODE_OPTIONS: asNode('18.20.4') })
  const { code, stdout, stderr } = await resale('--version')
  assert.deepEqual([code, stdout], [1, ''])
  assert.match(stderr, /^resale: Node 20\.12 or newer is required; this is Node 18\.20\.4\. .*\n$/)
})

test('the resale command checks the Node version before it loads code that an old version cannot run', async () => {
  const entry = await readFile(program, 'utf8')
  const imported = [...entry.matchAll(/^import (?:.* from )?"(.+)";$/gm)].map(([, path = '']) => path)
  const loaded = await Promise.all(imported.map((path) => readFile(join(dirname(program), path), 'utf8')))
  for (const text of [entry, ...loaded]) assert.doesNotMatch(text, /["']node:|^import .*["']\w/m)
  assert.match(entry, /else await import\("\.\/start-/)
})

test('the published resale package contains its README and license', async () => {
  const files = await readdir(dirname(program))
  for (const name of ['README.md', 'LICENSE', 'package.json', 'resale.js']) assert.ok(files.includes(name), name)
  assert.match(execFileSync(process.execPath, [program, '--version'], { encoding: 'utf8' }), /^\d+\.\d+\.\d+\n$/)
})
