// Writes the published package to `dist`, or to the folder in the first argument: JavaScript, types, manifest, README and license. This
// project itself runs the sources and does not need the build.
import { execFileSync } from 'node:child_process'
import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { build } from 'esbuild'

const here = import.meta.dirname
const dist = resolve(process.argv[2] ?? `${here}/dist`)
await rm(dist, { recursive: true, force: true })
await build({
  entryPoints: [`${here}/src/index.ts`, `${here}/src/node.ts`],
  outdir: dist,
  bundle: true,
  format: 'esm',
  platform: 'neutral',
  target: 'es2022',
  external: ['node:*'],
})
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc')
execFileSync(process.execPath, [tsc, '-p', `${here}/tsconfig.build.json`, '--outDir', dist], { stdio: 'inherit' })
const {
  private: _private,
  devDependencies: _dev,
  scripts: _scripts,
  files: _files,
  ...manifest
} = JSON.parse(await readFile(`${here}/package.json`, 'utf8'))
const entry = (name: string) => ({ types: `./${name}.d.ts`, default: `./${name}.js` })
const published = { ...manifest, exports: { '.': entry('index'), './node': entry('node') } }
await writeFile(`${dist}/package.json`, `${JSON.stringify(published, null, 2)}\n`)
for (const name of ['README.md', 'LICENSE']) await cp(`${here}/${name}`, `${dist}/${name}`)
