// Bundles the service's code into a few files, which halves the start time. Run `node bin/bundle.ts`, or start the service: it builds a
// missing bundle after it starts to serve requests. The folder's name is the hash of the sources, so a changed source never runs from an
// old bundle.
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, type Dirent } from 'node:fs'
import { createRequire, SourceMap, type SourceMapPayload } from 'node:module'
import { setPriority } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Plugin } from 'esbuild'

const ROOT = resolve(import.meta.dirname, '..')
const FOLDERS = ['src', 'demo']
/** Number of bundles that are not deleted. A running process may still load parts of an older bundle. */
const MAX_VERSIONS = 5

/** `locations` contains the source files that find other files relative to their own paths. */
type Bundle = { folder: string; main: string; locations: string[] }

/** Returns the bundle for the current sources. Its folder may not exist yet. */
export function bundleOf(root = ROOT): Bundle {
  const hash = createHash('sha256')
  const locations: string[] = []
  for (const path of [...sources(root), join(root, 'tsconfig.json'), join(root, 'package.json'), import.meta.filename]) {
    const text = readFileSync(path)
    hash.update(path).update('\0').update(text).update('\0')
    if (/\.tsx?$/.test(path) && text.includes('import.meta.')) locations.push(path)
  }
  const { version } = createRequire(join(root, 'package.json'))('esbuild/package.json') as { version: string }
  const name = hash.update(`${version} ${process.version}`).digest('hex').slice(0, 32)
  const folder = join(root, 'node_modules/.cache/bundles', name)
  return { folder, main: join(folder, 'main.mjs'), locations }
}

function* sources(root: string): Generator<string> {
  for (const folder of FOLDERS)
    for (const { name, parentPath } of readdirSync(join(root, folder), { recursive: true, withFileTypes: true }).toSorted(byPath))
      if (/\.(?:tsx?|json)$/.test(name) && !/\.test\.tsx?$/.test(name)) yield join(parentPath, name)
}

const byPath = (a: Dirent, b: Dirent): number => (join(a.parentPath, a.name) < join(b.parentPath, b.name) ? -1 : 1)

/** Builds the bundle if it is missing, and returns its folder. Two processes may call this at the same time. */
export async function makeBundle(root = ROOT): Promise<string> {
  const { folder, locations } = bundleOf(root)
  if (existsSync(folder)) return folder
  // imported only here, because a normal startup does not need esbuild
  const { build } = await import('esbuild')
  const making = join(dirname(folder), '../bundling', randomUUID())
  await build({
    absWorkingDir: root,
    entryPoints: ['src/main.ts'],
    outdir: making,
    outExtension: { '.js': '.mjs' },
    ...{ bundle: true, splitting: true, format: 'esm', platform: 'node', target: 'node24', packages: 'external' },
    // external source maps, because Node needs them only when it formats a stack trace
    sourcemap: 'external',
    sourcesContent: false,
    plugins: [ownLocations(locations)],
    logLevel: 'silent',
  })
  mkdirSync(dirname(folder), { recursive: true })
  try {
    renameSync(making, folder)
  } catch (error) {
    rmSync(making, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
  for (const each of [folder, making]) forgetOld(dirname(each))
  return folder
}

/**
 * Replaces `import.meta` paths with the path of the original source file, so that bundled code still finds the files that lie beside that
 * source.
 */
const ownLocations = (locations: readonly string[]): Plugin => ({
  name: 'own places',
  setup({ onLoad }) {
    onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
      if (!locations.includes(path)) return undefined
      const words: Record<string, string> = { url: pathToFileURL(path).href, filename: path, dirname: dirname(path) }
      const contents = readFileSync(path, 'utf8').replaceAll(/import\.meta\.(url|filename|dirname)\b/g, (_, word) =>
        JSON.stringify(words[word]),
      )
      return { contents, loader: path.endsWith('x') ? 'tsx' : 'ts' }
    })
  },
})

function forgetOld(folder: string): void {
  const madeAt = (name: string): number => statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0
  const old = readdirSync(folder).toSorted((a, b) => madeAt(b) - madeAt(a))
  for (const name of old.slice(MAX_VERSIONS)) rmSync(join(folder, name), { recursive: true, force: true })
}

/** Makes stack traces show positions in the source files instead of the bundle. Loads a source map only when a stack trace needs it. */
export function mapStacks(folder: string): void {
  const base = pathToFileURL(folder).href
  const maps = new Map<string, SourceMap>()
  const mapOf = (file: string): SourceMap | null => {
    try {
      const map = maps.get(file) ?? new SourceMap(JSON.parse(readFileSync(`${fileURLToPath(file)}.map`, 'utf8')) as SourceMapPayload)
      maps.set(file, map)
      return map
    } catch {
      // reading a source map fails when no file descriptor is free; an exception here would end the process
      return null
    }
  }
  const locationOf = (site: { toString(): string }): string =>
    site.toString().replace(/(file:\/\/[^()]+?):(\d+):(\d+)/, (whole: string, file: string, line: string, column: string) => {
      if (!file.startsWith(base)) return whole
      const entry = mapOf(file)?.findEntry(Number(line) - 1, Number(column) - 1)
      return entry && 'originalSource' in entry
        ? `${new URL(entry.originalSource, file).href}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
        : whole
    })
  Error.prepareStackTrace = (error, sites) =>
    [Error.prototype.toString.call(error), ...sites.map((site) => `    at ${locationOf(site)}`)].join('\n')
}

if (import.meta.main) {
  // if a service started this process, it runs at low priority and ends with that service
  if (process.channel) {
    setPriority(19)
    process.on('disconnect', () => process.exit())
  }
  await makeBundle()
  process.exit()
}
