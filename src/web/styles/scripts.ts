import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildSync, version } from 'esbuild'

/**
 * Entry scripts in `src/web/islands` that pages may load. The service worker `sw`, and `embed-host`, which other sites load, have their own
 * URLs.
 */
export const SCRIPTS = ['public', 'live', 'app', 'editor', 'docs', 'embed-frame'] as const
export type Script = (typeof SCRIPTS)[number]

const source = fileURLToPath(new URL('../islands/', import.meta.url))
const src = fileURLToPath(new URL('../../', import.meta.url))
const cacheFolder = fileURLToPath(new URL('../../../node_modules/.cache/islands/', import.meta.url))

/** Hash of all files that an entry script may include: islands, core and rules. */
const sources = hashOf(src, (file) => /^(?:web\/islands|core)\/|(?:^|\/)rules(?:\.ts$|\/)/.test(file))

/** Builds a small file for each entry script. The scripts are bundled at startup, because there is no build step (decision 17). */
export const SCRIPT_TEXTS: Readonly<Record<Script | 'sw' | 'embed-host', string>> = {
  public: bundled('public'),
  live: bundled('live'),
  app: bundled('app'),
  editor: bundled('editor'),
  docs: bundled('docs'),
  'embed-frame': bundled('embed-frame'),
  sw: bundled('sw'),
  'embed-host': bundled('embed-host'),
}

const paths = Object.fromEntries(
  SCRIPTS.map((name) => [name, `/static/${name}.${createHash('sha1').update(SCRIPT_TEXTS[name]).digest('hex').slice(0, 12)}.js`]),
) as Record<Script, string>

/** Returns the URL path of a script. The path changes with the script's content. */
export const scriptPath = (name: Script): string => paths[name]

/** Caches the bundle under a hash of all sources, because esbuild is slow to start. */
function bundled(entry: string): string {
  const hash = createHash('sha256').update(`${version} ${entry} ${sources}`)
  const file = `${cacheFolder}${hash.digest('hex')}.js`
  return read(file) ?? store(file, build(entry))
}

function hashOf(folder: string, isIncluded: (file: string) => boolean): string {
  const hash = createHash('sha256')
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()) {
    if (/(?<!\.test)\.ts$/.test(file) && isIncluded(file)) hash.update(file).update(readFileSync(`${folder}${file}`))
  }
  return hash.digest('hex')
}

function build(entry: string): string {
  const { outputFiles } = buildSync({
    entryPoints: [`${source}${entry}.ts`],
    bundle: true,
    minify: true,
    write: false,
    format: entry === 'sw' || entry === 'embed-host' ? 'iife' : 'esm',
    target: ['chrome120', 'firefox120', 'safari17'],
    legalComments: 'none',
  })
  return outputFiles[0]!.text
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

function store(file: string, text: string): string {
  try {
    mkdirSync(cacheFolder, { recursive: true })
    // writes the file atomically, because two processes may start at the same time
    writeFileSync(`${file}.${process.pid}`, text)
    renameSync(`${file}.${process.pid}`, file)
  } catch {
    // if the folder is read-only, the service still starts, but has to bundle the scripts again at the next startup
  }
  return text
}
