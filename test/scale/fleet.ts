import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '#test/free-port.ts'
import { hasPgBouncer, startPgBouncer } from '#test/chaos/pgbouncer.ts'
import { run, testFolder } from '#test/cluster.ts'
import { lacksJava } from '#test/contract/java.ts'
import { startOpenSearch } from '#test/contract/search-server/start.ts'
import { selfSigned } from '#test/fixtures/certificate.ts'
import { postgresPrograms, startPair } from '#test/replica.ts'
import { HOST, httpsCaller, type HttpsCaller } from './caller.ts'
import type { S3Options } from '#platform/storage/s3.ts'
import { programPart, type Ears, type Part } from './part.ts'
import { startFakeStore, startVersity, type Store } from './store.ts'

const START = fileURLToPath(new URL('../../bin/start.js', import.meta.url))
const HAPROXY = fileURLToPath(new URL('../../deploy/haproxy/haproxy.cfg', import.meta.url))

/** The running programs in their startup order, and clients that call them from outside. */
export type Fleet = {
  /** The programs that the test kills, one at a time. */
  parts: readonly Part[]
  call: HttpsCaller
  databaseUrl: string
  store: S3Options
  /** Ids of the events that a seller's webhook receiver accepted. */
  received: ReadonlySet<string>
  receiverUrl: string
}

/** Selects the search server and the object store. If a choice is undefined, the fleet uses the real program when it is available. */
export type Kinds = { search?: string; store?: string }

type Scene = Ears & { after(stop: () => Promise<void>): void; say(line: string): void }

/**
 * Starts the fleet: haproxy, two web processes, two workers, PgBouncer, a primary database with a replica, an object store, and a search
 * server. Uses the files in deploy/, public mode and TLS. Stops everything after the test `t`.
 */
export async function startFleet(t: Scene, kinds: Kinds): Promise<Fleet> {
  const programs = postgresPrograms()
  if (programs === null || !hasPgBouncer) throw new Error('This needs: apt-get install postgresql pgbouncer haproxy')
  const folder = testFolder('market-scale-')
  t.after(async () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  const { key, cert } = selfSigned(HOST, `*.${HOST}`, 'localhost')
  const [certFile, bothFile] = ['cert.pem', 'both.pem'].map((name) => join(folder, name)) as [string, string]
  writeFileSync(certFile, cert)
  writeFileSync(bothFile, cert + key)

  const pair = await startPair(programs, t)
  for (const setting of ["role postgres set statement_timeout = '60s'", "database postgres set timezone to 'UTC'"])
    await run({ connectionString: pair.primaryUrl }, `alter ${setting}`)
  const pooler = await startPgBouncer(t, pair.primaryUrl, 20)
  const store = await startStore(t, folder, kinds.store)
  const search = await startSearch(t, folder, kinds.search)
  const { received, url: receiverUrl } = await startReceiver(t, { key, cert })
  const [httpPort, httpsPort, ...webPorts] = await Promise.all(Array.from({ length: 4 }, freePort))
  const healthPorts = await Promise.all([freePort(), freePort()])

  const shared = {
    PUBLIC_URL: `https://${HOST}:${httpsPort}`,
    STORE_DOMAIN: `${HOST}:${httpsPort}`,
    HOST: '127.0.0.1',
    TRUSTED_PROXIES: '127.0.0.1',
    OUTBOUND_ALLOW: '127.0.0.0/8,::1/128',
    NODE_EXTRA_CA_CERTS: certFile,
    DATABASE_URL: pooler.url,
    DATABASE_DIRECT_URL: pair.primaryUrl,
    DATABASE_POOLER: 'transaction',
    DATABASE_REPLICA_URL: pair.replicaUrl,
    S3_ENDPOINT: store.options.endpoint,
    S3_BUCKET: store.options.bucket,
    S3_REGION: store.options.region,
    S3_ACCESS_KEY_ID: store.options.accessKeyId,
    S3_SECRET_ACCESS_KEY: store.options.secretAccessKey,
    ...(search && { SEARCH_URL: search.url }),
    PAYMENTS: 'test',
    RATE_LIMITS: 'off',
    QUOTA_LISTINGS: '1000000',
    USAGE_LIMIT: '1000000000',
    LOG_LEVEL: 'warn',
  }
  const service = (name: string, role: 'web' | 'worker', port: number) => {
    const dataDir = join(folder, name.replace(' ', '-'))
    mkdirSync(dataDir)
    return programPart(
      name,
      {
        command: process.execPath,
        args: ['--max-semi-space-size=16', START, role],
        env: { ...shared, DATA_DIR: dataDir, ...(role === 'web' ? { PORT: String(port) } : { HEALTH_PORT: String(port) }) },
        ready: async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok,
      },
      t,
    )
  }
  const call = httpsCaller(httpsPort!, cert)
  const proxy = programPart(
    'haproxy',
    {
      command: 'haproxy',
      args: ['-db', '-f', HAPROXY],
      env: {
        ...{ HTTP_PORT: String(httpPort), HTTPS_PORT: String(httpsPort), CERTIFICATE_PEM: bothFile },
        ...{ WEB_1: `127.0.0.1:${webPorts[0]}`, WEB_2: `127.0.0.1:${webPorts[1]}` },
      },
      ready: async () => (await call('GET', '/readyz')).status === 200,
    },
    { ...t, log: () => {} },
  )
  const web = webPorts.map((port, index) => service(`web ${index + 1}`, 'web', port))
  const workers = healthPorts.map((port, index) => service(`worker ${index + 1}`, 'worker', port))
  const bring = async (part: typeof proxy) => {
    t.after(() => part.stop())
    await part.start()
    t.say(`${part.name} is ready`)
  }
  // a web process becomes ready only after a worker has built its search index
  await Promise.all([...web, ...workers].map(bring))
  await bring(proxy)
  return {
    parts: [
      ...web,
      ...workers,
      { name: 'replica', kill: pair.replica.kill, start: pair.replica.start },
      store,
      ...(search ? [search.part] : []),
      { name: 'PgBouncer', kill: pooler.kill, start: pooler.start, refused: /503$/ },
      { name: 'primary', ...pair.primary, refused: /503$/ },
      proxy,
    ],
    call,
    databaseUrl: pair.primaryUrl,
    store: store.options,
    received,
    receiverUrl,
  }
}

async function startStore(t: Scene, folder: string, kind?: string): Promise<Store> {
  const real = kind === 'stand-in' ? null : await startVersity(folder, t)
  if (real === null && kind === 'versitygw') throw new Error('The object store is built by Go, 1.26 or newer, from its module proxy.')
  if (real === null) t.say('the object store is a fake: versitygw is not installed and cannot be built')
  const store = real ?? (await startFakeStore())
  t.after(store.stop)
  return store
}

/** Starts the real search server as a part of the fleet. Returns null if each web process searches in memory instead. */
async function startSearch(t: Scene, folder: string, kind?: string): Promise<{ url: string; part: Part } | null> {
  if (kind === 'memory') return null
  const lacks = lacksJava()
  if (lacks !== null && kind === 'opensearch') throw new Error(lacks)
  if (lacks !== null) {
    t.say(`skipped: OpenSearch (${lacks})`)
    return null
  }
  const at = { port: await freePort(), folder: join(folder, 'search') }
  let running = await startOpenSearch(at)
  t.after(() => running.kill())
  const { url } = running
  return {
    url,
    part: {
      name: 'OpenSearch',
      refused: /^GET (\/v1\/market)?\/search 503$/,
      kill: () => running.kill(),
      start: async () => void (running = await startOpenSearch(at)),
    },
  }
}

async function startReceiver(t: { after(stop: () => Promise<void>): void }, tls: { key: string; cert: string }) {
  const received = new Set<string>()
  const server = createServer(tls, (request, response) => {
    received.add(String(request.headers['service-event-id']))
    request.resume().on('end', () => response.end())
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve))
  t.after(async () => {
    server.closeAllConnections()
    server.close()
  })
  return { received, url: `https://localhost:${port}/hooks` }
}
