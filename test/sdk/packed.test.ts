import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** Runs `npm pack --dry-run` in a copy of the packages, because packing replaces the manifest for a moment. */
async function packed(t: TestContext, name: string): Promise<{ paths: string[]; folder: string }> {
  const copy = await mkdtemp(join(tmpdir(), 'resale-packed-'))
  t.after(() => rm(copy, { recursive: true, force: true }))
  await cp(`${ROOT}packages`, `${copy}/packages`, { recursive: true, filter: (path) => !/\/(?:node_modules|dist)$/.test(path) })
  await cp(`${ROOT}tsconfig.json`, `${copy}/tsconfig.json`)
  await symlink(`${ROOT}node_modules`, `${copy}/node_modules`)
  await symlink(`${ROOT}packages/sdk/node_modules`, `${copy}/packages/sdk/node_modules`)
  const folder = `${copy}/packages/${name}`
  const { stdout } = await promisify(execFile)('npm', ['pack', '--dry-run', '--json', '--silent', '--offline'], { cwd: folder })
  const [{ files }] = JSON.parse(stdout.slice(stdout.indexOf('[\n'))) as [{ files: { path: string }[] }]
  return { paths: files.map(({ path }) => path), folder }
}

for (const [name, expected] of [
  ['sdk', ['dist/index.js', 'dist/index.d.ts', 'dist/node.js', 'dist/node.d.ts']],
  ['cli', ['dist/resale.js']],
] as const)
  test(`npm pack of the ${name} includes the README and the license, excludes sources, and restores the manifest`, async (t) => {
    const { paths, folder } = await packed(t, name)
    for (const path of ['README.md', 'LICENSE', 'package.json', ...expected])
      assert.ok(paths.includes(path), `${path} is missing: ${paths.join(', ')}`)
    assert.deepEqual(
      paths.filter((path) => /(?<!\.d)\.ts$/.test(path)),
      [],
    )
    assert.equal(await readFile(`${folder}/package.json`, 'utf8'), await readFile(`${ROOT}packages/${name}/package.json`, 'utf8'))
    assert.match(await readFile(`${folder}/LICENSE`, 'utf8'), /^MIT License\n\nCopyright \(c\) 2026 The resale marketplace authors\n/)
    assert.equal((JSON.parse(await readFile(`${folder}/package.json`, 'utf8')) as { license: string }).license, 'MIT')
  })
