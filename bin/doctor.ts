// `npm run doctor` reports available and missing dependencies of this machine, with advice. Exits with 1 if a problem prevents the
// service from starting.
import { counted } from '#core/format/count.ts'
import { lookup } from 'node:dns/promises'
import { access, constants, mkdir, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { installedPackage } from '#platform/database/binaries.ts'
import { createImages } from '#platform/images/index.ts'
import { readConfig, type Config } from '#platform/config/index.ts'
import { aliasOf, activeIndex } from '#catalog/browse/search/opensearch/indexes.ts'
import { openSearchServer } from '#platform/opensearch/open.ts'
import { isFree } from '#platform/process/free-port.ts'
import { makeTempFolder } from '#platform/files/temp-folder.ts'
import { PUBLIC_CHECKS } from './doctor-public.ts'
import { note, ok, problem, type Finding } from './findings.ts'
import { answerHelp } from './help.ts'

answerHelp(import.meta.filename)

const MIB = 1_048_576
const CHROMIUMS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

let runs = false
const config = settings()
const checks: [name: string, check: () => Promise<Finding>][] = [
  ['Node', node],
  ...(config
    ? ([
        ['Data folder', () => dataFolder(config)],
        ['Disk', () => disk(config)],
        ['Port', () => port(config)],
        ['Database', () => database(config)],
        ['Search', () => search(config)],
        ['Shop addresses', () => shopAddresses(config)],
        ...(config.mode === 'public' ? PUBLIC_CHECKS.map(([name, check]) => [name, () => check(config)]) : []),
      ] as [string, () => Promise<Finding>][])
    : []),
  ['Pictures', pictures],
  ['Browser for tests', chromium],
]

let problems = config ? 0 : 1
for (const [name, check] of checks) {
  const { state, message } = await check().catch((error: unknown) => problem(error instanceof Error ? error.message : String(error)))
  if (state === 'problem') problems += 1
  console.log(`${{ ok: '✓ ok     ', note: '○ note   ', problem: '✗ problem' }[state]}  ${name.padEnd(18)} ${message}`)
}
console.log(problems === 0 ? (runs ? '\nAlready running.' : '\nReady: npm start') : `\n${counted(problems, 'problem')} to solve first.`)
process.exit(problems === 0 ? 0 : 1)

function settings(): Config | null {
  try {
    return readConfig()
  } catch (error) {
    console.log(`✗ problem  ${'Settings'.padEnd(18)} ${(error as Error).message}`)
    return null
  }
}

async function node(): Promise<Finding> {
  const major = Number(process.versions.node.split('.')[0])
  return major >= 24
    ? ok(process.versions.node)
    : problem(`${process.versions.node}; Node 24 is needed. Run npm ci, then npm run doctor, which uses the Node 24 that npm installs.`)
}

async function dataFolder({ dataDir }: Config): Promise<Finding> {
  try {
    await mkdir(dataDir, { recursive: true })
    const probe = join(dataDir, `.doctor-${process.pid}`)
    await writeFile(probe, '')
    await rm(probe)
    return ok(`${dataDir} is writable`)
  } catch (error) {
    return problem(`${(error as Error).message}. Make it writable, or choose another folder: DATA_DIR=…`)
  }
}

async function disk({ dataDir }: Config): Promise<Finding> {
  const { bavail, bsize } = await statfs(dataDir)
  const freeMib = Math.floor((bavail * bsize) / MIB)
  if (freeMib < 300)
    return problem(`${freeMib} MiB free; the database and the pictures need 300 MiB at first. Free some space, or put DATA_DIR elsewhere.`)
  return ok(`${freeMib} MiB free`)
}

async function port({ host, port, portIsDefault }: Config): Promise<Finding> {
  if (await isFree(port, host)) return ok(`${port} on ${host} is free`)
  const service = await serviceAt(host, port)
  if (service !== null) {
    runs = true
    const message = `this service runs at ${host}:${port}`
    return service === 'ready' ? ok(`${message} and is ready`) : note(`${message} and is not ready: ${service}`)
  }
  if (portIsDefault) return note(`${port} is used by another program, so npm start will use the next free port`)
  return problem(`${port} on ${host} is used by another program. Stop it, or choose another port: PORT=3001`)
}

/** Returns `ready` or the reason why the service at this port is not ready. Returns null if a different program responds. */
async function serviceAt(host: string, port: number): Promise<string | null> {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host.includes(':') ? `[${host === '::' ? '::1' : host}]` : host
  try {
    const reply = await fetch(`http://${name}:${port}/readyz`, { signal: AbortSignal.timeout(5_000) })
    const { status, reason } = (await reply.json()) as { status?: unknown; reason?: unknown }
    if (status === 'ready') return status
    return status === 'not ready' && typeof reason === 'string' ? reason : null
  } catch {
    return null
  }
}

async function database({ database: { serverUrl: url } }: Config): Promise<Finding> {
  if (url === null) {
    const found = installedPackage()
    return found
      ? ok(`embedded, from ${found}`)
      : problem('no embedded PostgreSQL is installed for this machine. Run npm ci, or set DATABASE_URL to a server.')
  }
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  try {
    await client.connect()
    const { rows } = await client.query<{ version: string; number: number }>(
      "select current_setting('server_version') as version, current_setting('server_version_num')::int as number",
    )
    const { version, number } = rows[0]!
    return number >= 150_000 ? ok(`PostgreSQL ${version} responds`) : problem(`PostgreSQL ${version} is too old; 15 or newer is needed.`)
  } catch (error) {
    return problem(
      `DATABASE_URL does not respond: ${(error as Error).message || (error as { code?: string }).code}. Start the server, or unset DATABASE_URL to use the embedded database.`,
    )
  } finally {
    await client.end().catch(() => {})
  }
}

async function shopAddresses({ mode, storeDomain }: Config): Promise<Finding> {
  const name = `a-shop.${storeDomain.split(':')[0]}`
  try {
    const { address } = await lookup(name)
    return ok(`${name} resolves to ${address}`)
  } catch {
    if (mode === 'local') return note(`${name} does not resolve here; browsers and curl open it anyway, other programs need a Host header`)
    return problem(`${name} does not resolve. Add a wildcard record *.${storeDomain} to the DNS.`)
  }
}

async function pictures(): Promise<Finding> {
  const images = createImages({ workers: 1 })
  const folder = await makeTempFolder()
  try {
    const colours = { band: '#bdf4e1', pop: '#7aebca', ink: '#08231e', text: '#066557' }
    const card = await images.card({ above: '', title: 'Lamp', price: null, sold: false, photoPath: null, colours }, folder.path)
    const { width } = await images.process(card, folder.path)
    return width === 1200
      ? ok('test picture drawn, encoded and decoded')
      : problem(`a picture 1200 pixels wide was decoded as ${width} pixels wide`)
  } catch (error) {
    return problem(`sharp does not work here: ${(error as Error).message} Run npm ci on this machine.`)
  } finally {
    await folder.remove()
    await images.close()
  }
}

async function search({ searchServer, searchIndex }: Config): Promise<Finding> {
  if (searchServer === null)
    return ok(searchIndex ? 'plain words, in Postgres: SEARCH_INDEX is off' : 'plain words, by Postgres: SEARCH_INDEX is off')
  const server = await openSearchServer(searchServer.urls)
  try {
    const { version } = await server.send<{ version: { number: string } }>({ method: 'GET', path: '/' })
    const active = await activeIndex(server, aliasOf(searchServer.prefix))
    const index = active ? `holds ${active.name}` : 'has no index for this release yet; the worker builds it when it starts'
    return (active ? ok : note)(`OpenSearch ${version.number} at SEARCH_URL ${index}`)
  } catch (error) {
    // a note rather than a problem, because only text searches need the search server
    return note(`${(error as Error).message}: searches by words fail until it responds. Start it, or unset SEARCH_URL`)
  } finally {
    await server.close()
  }
}

async function chromium(): Promise<Finding> {
  for (const path of CHROMIUMS) {
    const there = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (there) return ok(path)
  }
  return note('no Chromium; only the browser tests need it: apt-get install chromium')
}
