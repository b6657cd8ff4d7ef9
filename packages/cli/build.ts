// Writes the package to `dist`, or to the folder in the first argument: the program without dependencies, its manifest, README and license.
// `resale.js` checks the Node version before it loads the rest, so that users with an old Node version get a clear message.
import { chmod, cp, readFile, rm, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { build } from 'esbuild'

const here = import.meta.dirname
const dist = resolve(process.argv[2] ?? `${here}/dist`)
await rm(dist, { recursive: true, force: true })
await build({
  entryPoints: { resale: `${here}/src/main.ts` },
  outdir: dist,
  bundle: true,
  splitting: true,
  chunkNames: '[name]-[hash]',
  format: 'esm',
  platform: 'node',
  target: 'node20',
})
await chmod(`${dist}/resale.js`, 0o755)
const {
  private: _private,
  dependencies: _bundled,
  scripts: _scripts,
  files: _files,
  ...manifest
} = JSON.parse(await readFile(`${here}/package.json`, 'utf8'))
await writeFile(`${dist}/package.json`, `${JSON.stringify({ ...manifest, bin: { resale: 'resale.js' } }, null, 2)}\n`)
for (const name of ['README.md', 'LICENSE']) await cp(`${here}/${name}`, `${dist}/${name}`)
