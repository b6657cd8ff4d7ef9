import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test, type TestContext } from 'node:test'
import { bundleOf, makeBundle } from '#bin/bundle.ts'
import { send } from '#test/app.ts'
import { makeHome } from '#test/child.ts'

const ROOT = resolve(import.meta.dirname, '..')

/** Creates a project with two files. One file reads a file in the same folder and throws an error. */
function project(t: TestContext): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'resale-bundle-')))
  t.after(() => rmSync(root, { recursive: true, force: true }))
  for (const folder of ['src/far', 'demo', 'node_modules']) mkdirSync(join(root, folder), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules/esbuild'), join(root, 'node_modules/esbuild'))
  writeFileSync(join(root, 'package.json'), '{ "type": "module", "imports": { "#*": "./src/*" } }')
  writeFileSync(join(root, 'tsconfig.json'), '{}')
  writeFileSync(join(root, 'src/main.ts'), `import { folder, fail } from '#far/away.ts'\n\nexport const main = () => ({ folder, fail })\n`)
  writeFileSync(
    join(root, 'src/far/away.ts'),
    `type Long = {\n  one: 1\n}\nexport const folder = import.meta.dirname\nexport const fail = (_: Long) => {\n  throw new TypeError('as meant')\n}\n`,
  )
  return root
}

const run = (root: string): { folder: string; stack: string } =>
  JSON.parse(
    execFileSync(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `const { bundleOf, mapStacks } = await import(${JSON.stringify(join(ROOT, 'bin/bundle.ts'))})
         const { folder: bundled, main: file } = bundleOf(${JSON.stringify(root)})
         mapStacks(bundled)
         const { folder, fail } = (await import(file)).main()
         try { fail() } catch (error) { console.log(JSON.stringify({ folder, stack: error.stack })) }`,
      ],
      { encoding: 'utf8' },
    ),
  ) as { folder: string; stack: string }

test('bundled code finds files next to its source, and its stack traces show the original locations', async (t) => {
  const root = project(t)
  await makeBundle(root)
  const { folder, stack } = run(root)
  assert.equal(folder, join(root, 'src/far'))
  const [head, first, ...rest] = stack.split('\n')
  assert.equal(head, 'TypeError: as meant')
  assert.match(first!, /src\/far\/away\.ts:6:9\)?$/)
  // Stack frames from outside the bundle stay unchanged.
  assert.ok(rest.length > 0 && rest.every((line) => line.startsWith('    at ') && !line.includes('.mjs')))
})

test('after a change to the sources, no process starts from an old bundle, and only a few old bundles remain on disk', async (t) => {
  const root = project(t)
  const made = await makeBundle(root)
  assert.equal(bundleOf(root).folder, made)
  assert.equal(await makeBundle(root), made)
  for (let n = 0; n < 8; n++) {
    writeFileSync(join(root, 'src/far/more.ts'), `export const n = ${n}\n`)
    assert.equal(existsSync(bundleOf(root).main), false)
    await Promise.all([makeBundle(root), makeBundle(root)])
    assert.equal(existsSync(bundleOf(root).main), true)
  }
  assert.equal(readdirSync(join(root, 'node_modules/.cache/bundles')).length, 5)
})

test('the bundled service runs the API, pages, static files and child processes', async (t) => {
  assert.ok(existsSync(join(await makeBundle(), 'main.mjs')))
  const home = await makeHome(t)
  const { port, output } = await home.start('web')
  for (const path of ['/v1/market/search', '/', '/docs', '/static/icon-180.png', '/og.png', '/v1/openapi.json'])
    assert.equal((await send(port, 'GET', path)).status, 200, `${path}\n${output()}`)
})
