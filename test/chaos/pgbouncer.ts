import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { Client } from 'pg'
import { freePort } from '#test/free-port.ts'
import { startProgram, type Program } from '#test/program.ts'
import { read } from '#test/cluster.ts'

const NOT_ROOT = process.getuid!() === 0 ? { uid: 65534, gid: 65534 } : { uid: process.getuid!(), gid: process.getgid!() }

export const hasPgBouncer = spawnSync('pgbouncer', ['--version']).status === 0

/**
 * Starts a real PgBouncer in transaction mode in front of a database server. Returns its URL and output, and functions that kill and
 * restart it.
 */
export async function startPgBouncer(
  t: Pick<TestContext, 'after'>,
  databaseUrl: string,
  size: number,
  tls: { key: string; cert: string } | null = null,
  /**
   * `program` replaces the installed PgBouncer. `names` is the maximum number of prepared statements per server connection
   * (`max_prepared_statements`).
   */
  { program = 'pgbouncer', names = null }: { program?: string; names?: number | null } = {},
) {
  const { host, port, user, database } = new Client({ connectionString: databaseUrl })
  const folder = mkdtempSync(join(tmpdir(), 'resale-pgbouncer-'))
  const listens = await freePort()
  const conf = join(folder, 'pgbouncer.ini')
  writeFileSync(
    conf,
    `[databases]\n${database} = host=${host} port=${port} dbname=${database} user=${user}\n[pgbouncer]\nlisten_addr = localhost\nlisten_port = ${listens}
unix_socket_dir =\nauth_type = any\npool_mode = transaction\ndefault_pool_size = ${size}\nmax_client_conn = 500\nmax_db_connections = ${size}
query_wait_timeout = 20\nserver_login_retry = 1\nlog_connections = 0\nlog_disconnections = 0\nadmin_users = ${user}
${names === null ? '' : `max_prepared_statements = ${names}\n`}${tls ? `client_tls_sslmode = require\nclient_tls_key_file = ${folder}/key.pem\nclient_tls_cert_file = ${folder}/cert.pem\n` : ''}`,
  )
  if (tls) for (const [name, text] of Object.entries(tls)) writeFileSync(join(folder, `${name}.pem`), text)
  // PgBouncer refuses to run as root, and only the owner of the database socket can connect through that socket.
  const owner = host.startsWith('/') ? statSync(host) : NOT_ROOT
  chmodSync(folder, 0o755)
  chownSync(folder, owner.uid, owner.gid)
  const url = `postgres://${user}@localhost:${listens}/${database}${tls ? `?sslmode=verify-full&sslrootcert=${folder}/cert.pem` : ''}`
  let pooler: Program

  async function start(): Promise<void> {
    pooler = startProgram(program, [conf], { uid: owner.uid, gid: owner.gid, cwd: '/' })
    await pooler.until(async () => {
      const client = new Client({ connectionString: url })
      return client.connect().then(
        () => client.end().then(() => true),
        () => false,
      )
    })
  }

  const console = (command: string) =>
    read<Record<string, unknown>>({ host: 'localhost', port: listens, user: user ?? '', database: 'pgbouncer' }, command)

  t.after(async () => {
    await pooler.stop('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })
  await start()
  return { url, output: () => pooler.output(), kill: () => pooler.stop('SIGKILL'), start, console }
}
