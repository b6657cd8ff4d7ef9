import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { Client } from 'pg'
import { openDatabase } from '#platform/database/index.ts'
import { openPools } from '#platform/db/index.ts'
import { freePort } from '#test/free-port.ts'
import { testFolder } from '#test/cluster.ts'
import { selfSigned } from '#test/fixtures/certificate.ts'
import { postgresPrograms } from '#test/replica.ts'
import { startProgram } from '#test/program.ts'

const bin = postgresPrograms()
const quiet = { info: () => {}, warn: () => {}, error: () => {} }

test(
  'connections to a PostgreSQL server that requires TLS are encrypted, and an impostor server is rejected',
  { skip: bin === null && 'PostgreSQL is not installed: apt-get install postgresql' },
  async (t) => {
    const { folder, port } = await startServer(t, bin!)
    const address = (host: string, query: string) => `postgres://postgres@${host}:${port}/postgres?${query}`
    const trusted = address('localhost', `sslmode=verify-full&sslrootcert=${folder}/cert.pem`)

    const database = await openDatabase({ url: trusted, dataDir: folder }, quiet)
    const pools = openPools(database.connection)
    for (const pool of [pools.requests, pools.jobs]) {
      const { rows } = await pool.query('select ssl, version from pg_stat_ssl where pid = pg_backend_pid()')
      assert.deepEqual(rows, [{ ssl: true, version: 'TLSv1.3' }])
    }
    await pools.end()
    await database.stop()

    writeFileSync(join(folder, 'other.pem'), selfSigned('localhost').cert)
    for (const [url, why] of [
      [address('localhost', `sslmode=verify-full&sslrootcert=${folder}/other.pem`), /certificate/i],
      [address('127.0.0.1', `sslmode=verify-full&sslrootcert=${folder}/cert.pem`), /altnames|certificate/i],
      [address('localhost', 'sslmode=verify-full'), /self-signed certificate/i],
      [address('localhost', 'sslmode=disable'), /no encryption|pg_hba/i],
    ] as const)
      await assert.rejects(
        openDatabase({ url, dataDir: folder }, quiet),
        (error: Error) => {
          assert.match(error.message, /The server of DATABASE_URL .* cannot be used/)
          assert.match(error.message, why, url)
          return true
        },
        url,
      )
  },
)

/** Starts Debian's PostgreSQL server with a certificate for `localhost`. The server accepts only TLS connections. */
async function startServer(t: TestContext, programs: string): Promise<{ folder: string; port: number }> {
  const folder = testFolder('marketplace-tls-')
  const runAs = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
  const { key, cert } = selfSigned('localhost')
  writeFileSync(join(folder, 'key.pem'), key, { mode: 0o600 })
  writeFileSync(join(folder, 'cert.pem'), cert)
  writeFileSync(join(folder, 'hba.conf'), 'hostssl all all 127.0.0.1/32 trust\nhostssl all all ::1/128 trust\n')
  if (runAs.uid !== undefined) for (const path of [folder, join(folder, 'key.pem')]) chownSync(path, runAs.uid, runAs.gid)
  chmodSync(folder, 0o755)
  const made = spawnSync(
    join(programs, 'initdb'),
    ['-D', join(folder, 'data'), '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
    {
      cwd: '/',
      encoding: 'utf8',
      ...runAs,
    },
  )
  assert.equal(made.status, 0, made.stderr)
  const port = await freePort()
  const settings = {
    listen_addresses: 'localhost',
    unix_socket_directories: '',
    fsync: 'off',
    ssl: 'on',
    ssl_cert_file: `${folder}/cert.pem`,
    ssl_key_file: `${folder}/key.pem`,
    hba_file: `${folder}/hba.conf`,
  }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = startProgram(join(programs, 'postgres'), ['-D', join(folder, 'data'), '-p', String(port), ...args], { cwd: '/', ...runAs })
  t.after(async () => {
    await server.stop('SIGQUIT')
    rmSync(folder, { recursive: true, force: true })
  })
  await server.until(async () => {
    const client = new Client({ host: 'localhost', port, user: 'postgres', ssl: { rejectUnauthorized: false } })
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    )
  })
  return { folder, port }
}
