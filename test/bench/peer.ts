import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { sendToAny } from '#test/app.ts'
import { freePort } from '#test/free-port.ts'
import { NOUN } from './market-data.ts'
import type { Stage } from './stage.ts'
import type { Request, Target } from './wrk.ts'

/**
 * Folder for the installed peers (other shop systems). It is outside the project, which must not depend on the peers' packages. It is
 * permanent, because an install takes minutes.
 */
const CACHE = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'resale-bench-peers')
const SOURCES = fileURLToPath(new URL('./peers', import.meta.url))
const READY_MS = 300_000

export type Reads = Record<'list' | 'search' | 'product', readonly Request[]>

type Made = { ids: string[]; key?: string }

/** An open-source shop system to compare with: the package, its commands, and the requests to measure. */
export type Peer = {
  name: 'Medusa' | 'Vendure'
  package: string
  fill: readonly (readonly string[])[]
  serve: (port: number) => readonly string[]
  reads: (made: Made) => Reads
}

export type RunningPeer = { name: string; version: string; target: Target; reads: Reads; stop(): Promise<void> }

const MEDUSA = 'node_modules/@medusajs/cli/cli.js'
const FIELDS = 'fields=id,title,handle,thumbnail'

const reads = (query: string): Request => ({ method: 'POST', path: '/shop-api', json: { query } })

export const PEERS: readonly Peer[] = [
  {
    name: 'Medusa',
    package: '@medusajs/medusa',
    fill: [
      [MEDUSA, 'db:migrate'],
      [MEDUSA, 'exec', './fill.js'],
    ],
    serve: (port) => [MEDUSA, 'start', '--port', String(port), '--host', '127.0.0.1'],
    reads({ ids, key }) {
      const get = (path: string): Request => ({ path: `/store/products${path}`, headers: { 'x-publishable-api-key': key! } })
      return {
        list: [get(`?limit=20&${FIELDS}`)],
        search: [get(`?limit=20&${FIELDS}&q=${NOUN}`)],
        product: ids.slice(0, 1_000).map((id) => get(`/${id}?${FIELDS},description`)),
      }
    },
  },
  {
    name: 'Vendure',
    package: '@vendure/core',
    fill: [['peer.js', 'fill']],
    serve: () => ['peer.js'],
    reads: ({ ids }) => ({
      list: [reads('{ products(options: { take: 20 }) { totalItems items { id name slug } } }')],
      search: [
        reads(`{ search(input: { term: "${NOUN}", take: 20, groupByProduct: true }) { totalItems items { productId productName slug } } }`),
      ],
      product: ids.slice(0, 1_000).map((id) => reads(`{ product(id: "${id}") { id name slug description variants { id price } } }`)),
    }),
  },
]

/** Installs the peer if necessary, fills its database on the same database server, and starts the peer. */
export async function startPeer(peer: Peer, stage: Stage, catalogue: { file: string }): Promise<RunningPeer> {
  const folder = join(CACHE, peer.name.toLowerCase())
  await install(peer, folder)
  const database = `peer_${peer.name.toLowerCase()}`
  const db = await stage.client('postgres', 'postgres')
  await db.query(`create database ${database}`)
  await db.end()
  const port = await freePort()
  const made = join(dirname(catalogue.file), `${database}.json`)
  const host = String(stage.connection.host)
  const env = {
    ...{
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      NODE_ENV: 'production',
      PORT: String(port),
      THINGS: catalogue.file,
      MADE: made,
    },
    ...{ PGHOST: host, PGUSER: 'postgres', PGDATABASE: database, MEDUSA_DISABLE_TELEMETRY: '1' },
    DATABASE_URL: `postgres://postgres@${encodeURIComponent(host)}:5432/${database}`,
  }
  for (const args of peer.fill) {
    process.stderr.write(`${peer.name}: ${args.join(' ')}\n`)
    await promisify(execFile)(process.execPath, args, { cwd: folder, env, maxBuffer: 2 ** 28 })
  }
  const reads = peer.reads(JSON.parse(readFileSync(made, 'utf8')) as Made)
  const child = spawn(process.execPath, peer.serve(port), { cwd: folder, env, stdio: 'ignore' })
  const exit = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGKILL')
    await exit
  }
  await untilAnswers(port, reads).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  const { version } = JSON.parse(readFileSync(join(folder, 'node_modules', peer.package, 'package.json'), 'utf8')) as { version: string }
  return { name: peer.name, version, target: { port, web: child.pid!, db: stage.pid }, reads, stop }
}

async function install(peer: Peer, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  cpSync(join(SOURCES, peer.name.toLowerCase()), folder, { recursive: true })
  if (existsSync(join(folder, 'node_modules', peer.package))) return
  process.stderr.write(`${peer.name}: npm install in ${folder}, which takes minutes\n`)
  await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', '--legacy-peer-deps', '--loglevel=error'], { cwd: folder })
}

/** Waits until each request returns an item, because the peer may still build its search index after startup. */
async function untilAnswers(port: number, reads: Reads): Promise<void> {
  const began = performance.now()
  for (const [what, [request]] of Object.entries(reads)) {
    const { method = 'GET', path, headers = {}, json } = request!
    for (;;) {
      const reply = await sendToAny(port, method, path, { headers, ...(json && { json }) }).catch(() => null)
      if (reply?.status === 200 && /"(?:id|productId)":/.test(reply.bytes.toString())) break
      if (performance.now() - began > READY_MS) throw new Error(`${what} was not answered: ${reply?.bytes.toString().slice(0, 300)}`)
      await sleep(500)
    }
  }
}
