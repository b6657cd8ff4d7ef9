import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { readConfig } from '#platform/config/index.ts'
import { createLog } from '#platform/telemetry/log.ts'
import { startService, type Service } from '#service/service.ts'
import { contract } from '#test/contract.ts'
import { Client, type ClientConfig } from 'pg'
import { emptyDatabase, testDatabase } from '#test/database.ts'
import { freePort } from '#test/free-port.ts'

/** An HTTP response. `body` is decompressed and, if it is JSON, parsed. `bytes` is the body as received. */
// oxlint-disable-next-line typescript/no-explicit-any -- the body may have any content; the contract check validates it
export type Reply = { status: number; headers: Record<string, string>; body: any; bytes: Buffer }

export type Call = {
  key?: string
  cookie?: string
  json?: unknown
  form?: string
  /** Request body that is sent unchanged, and its content type. */
  raw?: { type: string; bytes: Uint8Array | string }
  headers?: Record<string, string>
  /** Host header for a request to a host other than the main host, such as `ana.resale.localhost`. */
  host?: string
}

export type TestApp = {
  service: Service
  /** Base URL of the web pages. */
  url: string
  /** Base URL of the API and of the other endpoints for API clients. */
  programsUrl: string
  port: number
  dataDir: string
  databaseUrl: string
  /** Sends a request over real HTTP. Checks API responses against the OpenAPI file. */
  call(method: string, path: string, call?: Call): Promise<Reply>
  /** Creates an account, and an API key with all scopes. */
  signUp(name?: string): Promise<{ id: string; key: string; email: string; password: string; cookie: string }>
  /** Advances the service's clock by `seconds`, and runs the jobs that become due. */
  advance(seconds: number): Promise<void>
  stop(): Promise<void>
}

/** Host name of the pages in local mode. */
export const SITE = 'resale.localhost'

let people = 0

/**
 * Starts the whole service in this process, on a free port and with its own database, and stops it after the test. `plant` fills the empty
 * database first, for example with rows from an older release.
 */
export async function startApp(
  t: { after(stop: () => Promise<void>): void },
  env: Record<string, string> = {},
  plant?: (client: Client) => Promise<void>,
  /** With `web`, this process runs no worker, so jobs run only when `advance` moves the clock. */
  role: 'all' | 'web' = 'all',
): Promise<TestApp> {
  const database = await (plant ? emptyDatabase() : testDatabase())
  if (plant) await onConnection(database.connection, plant)
  const dataDir = await mkdtemp(join(tmpdir(), 'resale-test-'))
  const port = await freePort()
  const config = readConfig({
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    DEMO: 'off',
    TEST_CLOCK: 'on',
    // Multiplies the database timeouts by ten, because slow or busy machines would exceed the production timeouts.
    DATABASE_PATIENCE: '10',
    // uses the smallest pool for jobs, because each new connection costs the server about 20 ms of CPU time
    DATABASE_JOBS_POOL: '4',
    LOG_LEVEL: 'error',
    // Uses cheap password hashes where the service allows them, because hashing would take nearly half of the test time.
    ...(env.PUBLIC_URL ? {} : { PASSWORD_MEMORY_KIB: '64' }),
    // Raises the quotas, because a test that calls every endpoint exceeds them. test/attacks/quotas.test.ts tests the quotas.
    QUOTA_SHOPS: '1000',
    QUOTA_KEYS: '10000',
    QUOTA_EXPORTS: '1000',
    ...env,
  })
  const service = await startService(config, role, createLog(config.logLevel))
  let stopped: Promise<void> | null = null
  const stop = () =>
    (stopped ??= (async () => {
      await service.stop()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    })())
  t.after(stop)
  const call = (method: string, path: string, options: Call = {}) => send(port, method, path, options)
  return {
    service,
    port,
    dataDir,
    call,
    stop,
    url: `http://${SITE}:${port}`,
    programsUrl: `http://localhost:${port}`,
    databaseUrl: database.url,
    async signUp(name = 'Ana') {
      const email = `${name.toLowerCase().replaceAll(/\W/g, '')}${++people}@example.test`
      const password = 'a long enough password'
      const account = await call('POST', '/v1/accounts', { json: { name, email, password } })
      if (account.status !== 201) throw new Error(`sign-up failed: ${JSON.stringify(account.body)}`)
      const session = await call('POST', '/v1/sessions', { json: { email, password } })
      return {
        id: account.body.id,
        key: account.body.api_key.secret,
        email,
        password,
        cookie: session.headers['set-cookie']!.split(';')[0]!,
      }
    },
    async advance(seconds) {
      const advanced = await call('POST', '/v1/test/clock', { json: { advance_seconds: seconds } })
      if (advanced.status !== 200) throw new Error(`the clock did not advance: ${JSON.stringify(advanced.body)}`)
    },
  }
}

async function onConnection(connection: ClientConfig, use: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client(connection)
  await client.connect()
  try {
    await use(client)
  } finally {
    await client.end()
  }
}

/**
 * Sends a request to 127.0.0.1 with the given Host header, because subdomains of `localhost` do not resolve on all machines. Checks API
 * responses against the OpenAPI file.
 */
export async function send(port: number, method: string, path: string, call: Call = {}): Promise<Reply> {
  const reply = await sendToAny(port, method, path, call)
  const isJson = /^application\/json(?:;|$)/.test(reply.headers['content-type'] ?? '')
  if (path.startsWith('/v1/') && isJson && reply.bytes.length > 0) contract(method, path, reply.status, reply.body)
  return reply
}

/** Sends a request without checking it against the OpenAPI file, because a different release may have a different contract. */
export async function sendToAny(
  port: number,
  method: string,
  path: string,
  { key, cookie, json, form, raw, headers = {}, host }: Call = {},
): Promise<Reply> {
  const payload = json !== undefined ? JSON.stringify(json) : (form ?? raw?.bytes)
  const type = json !== undefined ? 'application/json' : form !== undefined ? 'application/x-www-form-urlencoded' : raw?.type
  const request = httpRequest({
    host: '127.0.0.1',
    port,
    method,
    path,
    agent: false,
    headers: {
      host: `${host ?? SITE}:${port}`,
      ...(type === undefined ? {} : { 'content-type': type, 'content-length': Buffer.byteLength(payload as string) }),
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(cookie === undefined ? {} : { cookie, origin: `http://${SITE}:${port}` }),
      ...headers,
    },
  })
  request.end(payload)
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  const bytes = Buffer.concat(chunks)
  const { 'content-encoding': packing } = response.headers
  const text = (packing === 'br' ? brotliDecompressSync(bytes) : packing === 'gzip' ? gunzipSync(bytes) : bytes).toString()
  const isJson = /^application\/json(?:;|$)/.test(response.headers['content-type'] ?? '')
  return {
    status: response.statusCode!,
    headers: Object.fromEntries(Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)])),
    body: isJson && bytes.length > 0 ? JSON.parse(text) : text,
    bytes,
  }
}

/** Builds a multipart body from fields and files. */
export function multipart(parts: readonly { name: string; value?: string; filename?: string; type?: string; bytes?: Uint8Array }[]): {
  type: string
  bytes: Buffer
} {
  const boundary = `----test${Math.random().toString(36).slice(2)}`
  const chunks = parts.flatMap(({ name, value, filename, type, bytes }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}\r\n${type ? `Content-Type: ${type}\r\n` : ''}\r\n`,
    ),
    Buffer.from(bytes ?? value ?? ''),
    Buffer.from('\r\n'),
  ])
  return { type: `multipart/form-data; boundary=${boundary}`, bytes: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]) }
}
