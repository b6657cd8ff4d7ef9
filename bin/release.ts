// `npm run release -- --dry`: checks that this commit can be released under the version number in its package.json. Without --dry, also
// writes release/VERSION: the package, the SDK, the CLI, a bill of materials (CycloneDX) and the notices. It creates no Git tag; the last
// line of output says how to create it.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { counted, sizeText } from '#core/format/count.ts'
import { readReleases } from '#web/docs/changelog.ts'
import { isAllowed, notices, runningPackages } from './notices.ts'
import { answerHelp } from './help.ts'

answerHelp(import.meta.filename)

const ROOT = resolve(import.meta.dirname, '..')
const MOST_PACKED = 4 * 2 ** 20
/** Files that every release must contain. The list has one example for each of startup, upgrades, restores and container images. */
const NEEDED = [
  ...[
    'bin/start.js',
    'bin/install.js',
    'bin/migrate.ts',
    'bin/restore.ts',
    'src/main.ts',
    'demo/pictures/',
    'docs/settings.md',
    'test/audit.ts',
  ],
  ...['Dockerfile', 'deploy/compose.yaml', 'deploy/helm/market/Chart.yaml', 'deploy/systemd/', 'packages/sdk/src/', 'packages/cli/src/'],
  ...['README.md', 'CHANGELOG.md', 'SECURITY.md', 'ARCHITECTURE.md', 'tsconfig.json'],
  ...readdirSync(join(ROOT, 'db/migrations')).map((name) => `db/migrations/${name}`),
]
const UNWANTED = /\.test\.tsx?$|^docs\/screens\/|^test\/(?!audit)|^\.ci\//

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const run = (command: string, ...args: string[]): string =>
  execFileSync(command, args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 28, stdio: ['ignore', 'pipe', 'ignore'] }).trim()

type Packed = { size: number; unpackedSize: number; files: { path: string }[] }
type Parts = { components: { name: string; purl: string; licenses?: unknown[] }[] }

const { version } = JSON.parse(read('package.json')) as { version: string }
const dry = process.argv.includes('--dry')
const packages = runningPackages()
// the bill of materials includes development packages and marks them as such, because --omit=dev would also omit runtime packages that a
// development tool uses
const bom = run('npm', 'sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only')

/** Checks, by their titles. A check that passes returns one line. Otherwise, it throws an error that describes the problem. */
const checks: Record<string, () => string> = {
  Version() {
    const named = ['packages/sdk', 'packages/cli'].map((path) => (JSON.parse(read(`${path}/package.json`)) as { version: string }).version)
    const chart = [...read('deploy/helm/market/Chart.yaml').matchAll(/^(?:appVersion|version): (\S+)$/gm)].map(([, one]) => one!)
    const others = [...named, ...chart].filter((one) => one !== version)
    if (chart.length !== 2 || others.length > 0)
      throw new Error(`package.json says ${version}; the SDK, the command line and the chart say ${others.join(', ')}`)
    return version
  },
  Tag() {
    if (run('git', 'tag', '--list', `v${version}`) !== '') throw new Error(`v${version} is already released: raise the version`)
    const newest = run('git', 'tag', '--list', 'v*', '--sort=-version:refname').split('\n')[0]!
    return newest === '' ? 'the first' : `after ${newest}`
  },
  'Working tree'() {
    const changed = run('git', 'status', '--porcelain')
    if (changed !== '') throw new Error(`not committed: ${changed.split('\n').slice(0, 5).join(', ')}`)
    return 'committed'
  },
  Changelog() {
    const [newest] = readReleases(read('CHANGELOG.md'))
    const today = new Date().toISOString().slice(0, 10)
    const heading = `${version} (${today})`
    const found = `${newest?.version} (${newest?.day ?? 'unreleased'})`
    if (found !== heading) throw new Error(`its first heading is "${found}"; this release needs "${heading}"`)
    return heading
  },
  Package() {
    const [packed] = JSON.parse(run('npm', 'pack', '--dry-run', '--json', '--ignore-scripts')) as [Packed]
    const paths = packed.files.map(({ path }) => path)
    const missing = NEEDED.filter((needed) => !paths.some((path) => path === needed || (needed.endsWith('/') && path.startsWith(needed))))
    const unwanted = paths.filter((path) => UNWANTED.test(path))
    if (missing.length + unwanted.length > 0)
      throw new Error(`missing: ${missing.join(', ') || 'nothing'}; unwanted: ${unwanted.slice(0, 5).join(', ') || 'nothing'}`)
    if (packed.size > MOST_PACKED) throw new Error(`${sizeText(packed.size)} is more than ${sizeText(MOST_PACKED)}`)
    return `${counted(paths.length, 'file')}, ${sizeText(packed.size)} packed`
  },
  Parts() {
    const { components } = JSON.parse(bom) as Parts
    const listed = new Set(components.map(({ name }) => name))
    const missing = packages.filter(({ name }) => !listed.has(name)).map(({ name }) => name)
    const unlicensed = components
      .filter(({ purl, licenses = [] }) => licenses.length === 0 && !purl.includes('%40resale/'))
      .map(({ name }) => name)
    if (missing.length + unlicensed.length > 0)
      throw new Error(`not listed: ${missing.join(', ')}; without a licence: ${unlicensed.join(', ')}`)
    return `${counted(components.length, 'package')} as CycloneDX`
  },
  Licences() {
    const refused = packages.filter(({ license }) => !isAllowed(license)).map(({ name, license }) => `${name} (${license || 'none'})`)
    if (refused.length > 0) throw new Error(`not approved: ${refused.join(', ')}`)
    return `${counted(new Set(packages.map(({ license }) => license)).size, 'licence')}, all approved`
  },
}

let failed = 0
for (const [name, check] of Object.entries(checks))
  try {
    console.log(`✓ ${name.padEnd(14)} ${check()}`)
  } catch (error) {
    failed++
    console.log(`✗ ${name.padEnd(14)} ${(error as Error).message}`)
  }
if (failed > 0) {
  console.log(`\n${counted(failed, 'check')} failed.`)
  process.exitCode = 1
} else if (dry) console.log(`\nReady: npm run release`)
else {
  const folder = join(ROOT, 'release', version)
  mkdirSync(folder, { recursive: true })
  run('npm', 'pack', '--ignore-scripts', '--pack-destination', folder)
  // `npm pack` runs the prepack script of each package, which builds the package
  run('npm', 'pack', '-w', 'packages/sdk', '-w', 'packages/cli', '--pack-destination', folder)
  writeFileSync(join(folder, 'parts.cdx.json'), `${bom}\n`)
  writeFileSync(join(folder, 'THIRD-PARTY-NOTICES.txt'), notices(packages))
  console.log(`\nThe release is in ${folder}. To tag it: git tag -s v${version} -m v${version} && git push origin v${version}`)
}
