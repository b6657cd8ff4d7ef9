import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const VERSION = '1.24.1'
const SOURCE = `https://deb.debian.org/debian/pool/main/p/pgbouncer/pgbouncer_${VERSION}.orig.tar.gz`
const SHA256 = 'da72a3aba13072876d055a3e58dd4aba4a5de4ed6148e73033185245598fd3e0'
const FOLDER = resolve(import.meta.dirname, `../../../node_modules/.cache/pgbouncer-${VERSION}`)

/**
 * Returns the path of a PgBouncer that supports prepared statements, which Debian 12's version does not. Uses the program in the variable
 * `PGBOUNCER`, if it is set. Otherwise, builds the source package of a later Debian once into node_modules/.cache. The build needs make,
 * gcc and pkg-config, and apt if libevent-dev is not installed.
 */
export async function namingPgBouncer(): Promise<string> {
  const given = process.env['PGBOUNCER']
  if (given !== undefined) return given
  const program = join(FOLDER, `pgbouncer-${VERSION}`, 'pgbouncer')
  if (existsSync(program)) return program
  mkdirSync(FOLDER, { recursive: true })
  const bytes = Buffer.from(await (await fetch(SOURCE)).arrayBuffer())
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  if (sha256 !== SHA256) throw new Error(`the checksum of ${SOURCE} changed: ${sha256}`)
  writeFileSync(join(FOLDER, 'source.tar.gz'), bytes)
  run('tar', ['-xzf', 'source.tar.gz'], FOLDER)
  const source = join(FOLDER, `pgbouncer-${VERSION}`)
  const flags = libevent()
  run('./configure', ['--without-openssl', '--without-cares', ...flags], source)
  run('make', ['-s', ...flags], source)
  return program
}

/** Returns the build settings for libevent, which is either installed or unpacked from its Debian package next to the source. */
function libevent(): string[] {
  try {
    const run = (what: string) => execFileSync('pkg-config', [what, 'libevent'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    return [`LIBEVENT_CFLAGS=${run('--cflags').trim()}`, `LIBEVENT_LIBS=${run('--libs').trim()}`]
  } catch {
    run('apt-get', ['download', 'libevent-dev'], FOLDER)
    run('dpkg', ['-x', globSync('libevent-dev_*.deb', { cwd: FOLDER })[0]!, 'libevent'], FOLDER)
    const include = join(FOLDER, 'libevent/usr/include')
    const [machine] = globSync('*-linux-gnu', { cwd: join(FOLDER, 'libevent/usr/lib') })
    const library = join(FOLDER, `libevent/usr/lib/${machine}/libevent.a`)
    return [`LIBEVENT_CFLAGS=-I${include} -I${include}/${machine}`, `LIBEVENT_LIBS=${library}`]
  }
}

function run(program: string, args: string[], cwd: string): void {
  execFileSync(program, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
}
