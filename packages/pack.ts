// Runs before and after `npm pack` in packages/sdk and packages/cli. In this project, their manifests name the TypeScript sources, which
// Node does not run below node_modules. `prepack` builds `dist` and writes a manifest that names the built files. `postpack` restores the
// original.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'

const SAVED = 'package.json.saved'
const step = process.argv[2]
if (existsSync(SAVED)) renameSync(SAVED, 'package.json')
if (step === 'prepack') {
  execFileSync(process.execPath, ['build.ts'], { stdio: 'inherit' })
  const built = JSON.parse(readFileSync('dist/package.json', 'utf8')) as object
  renameSync('package.json', SAVED)
  writeFileSync(
    'package.json',
    `${JSON.stringify({ ...inDist(built), files: ['dist', '!dist/package.json', '!dist/README.md', '!dist/LICENSE'] }, null, 2)}\n`,
  )
} else if (step !== 'postpack') throw new Error('Usage: node ../pack.ts prepack|postpack')

/** Converts the manifest of `dist` to a manifest for its parent folder: relative paths begin with `./dist/`. */
function inDist<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (key, inner: unknown) => {
    if (typeof inner !== 'string') return inner
    if (inner.startsWith('./')) return `./dist/${inner.slice(2)}`
    return key === 'resale' ? `dist/${inner}` : inner
  }) as T
}
