// Writes `dist` (or the folder given as argument): the program as one file with its dependencies, and its manifest.
// `npm pack ./dist` makes the installable package.
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { build } from 'esbuild'

const here = import.meta.dirname
const dist = process.argv[2] ?? `${here}/dist`
await build({
  entryPoints: [`${here}/src/main.ts`],
  outfile: `${dist}/resale.js`,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
})
await chmod(`${dist}/resale.js`, 0o755)
const {
  private: _private,
  dependencies: _bundled,
  scripts: _scripts,
  ...manifest
} = JSON.parse(await readFile(`${here}/package.json`, 'utf8'))
await writeFile(`${dist}/package.json`, `${JSON.stringify({ ...manifest, bin: { resale: 'resale.js' } }, null, 2)}\n`)
