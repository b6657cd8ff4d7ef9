import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '#test/free-port.ts'
import { read, testFolder } from '#test/cluster.ts'
import { startProgram, type Program } from '#test/program.ts'

/** User and group for PostgreSQL, which refuses to run as root. A test that runs as root therefore uses `nobody`, as bin/ci.ts does. */
const RUN_AS = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}

/**
 * Returns the folder with Debian's PostgreSQL programs, version 15 or later. Returns null if there is none. bin/ci.ts installs the
 * programs.
 */
export function postgresPrograms(): string | null {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root).map(Number) : []
  const newest = Math.max(0, ...versions.filter((version) => version >= 15))
  const bin = join(root, String(newest), 'bin')
  return existsSync(join(bin, 'pg_basebackup')) ? bin : null
}

/** A primary server with a streaming replica, configured as an operator would configure them. */
export type Pair = { primaryUrl: string; replicaUrl: string; primary: Server; replica: ReplicaServer }

/** A database server. `kill` ends the server and all connections abruptly, like a power failure. */
export type Server = { kill(): Promise<void>; start(): Promise<void> }

export type ReplicaServer = Server & {
  /** Pauses the replay of changes. The replica still responds to queries, with the old data. */
  pause(): Promise<void>
  resume(): Promise<void>
  /** Suspends all processes, so that the server accepts connections but never responds. Returns a function that resumes the processes. */
  freeze(): Promise<() => void>
}

/** Starts a primary and its replica in a new folder. Stops both servers after the test, even if the test fails. */
export async function startPair(bin: string, t: { after(stop: () => Promise<void>): void }): Promise<Pair> {
  const folder = testFolder('marketplace-replica-')
  const servers = new Map<string, Program>()
  let frozen: number[] = []
  const wake = () => frozen.splice(0).forEach((pid) => signal(pid, 'SIGCONT'))
  t.after(async () => {
    wake()
    for (const server of servers.values()) await server.stop('SIGQUIT')
    rmSync(folder, { recursive: true, force: true })
  })
  if (RUN_AS.uid !== undefined) chownSync(folder, RUN_AS.uid, RUN_AS.gid)
  chmodSync(folder, 0o711)

  async function start(name: string, port: number): Promise<void> {
    const args = ['-D', join(folder, name), '-p', String(port), ...SETTINGS]
    const server = startProgram(join(bin, 'postgres'), args, { cwd: '/', ...RUN_AS })
    servers.set(name, server)
    await server.until(() => spawnSync(join(bin, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(port)]).status === 0)
  }
  const run = (program: string, ...args: string[]): void => {
    const done = spawnSync(join(bin, program), args, { cwd: '/', encoding: 'utf8', ...RUN_AS })
    if (done.status !== 0) throw new Error(`${program}: ${done.stderr}`)
  }

  const [primaryPort, there] = [await freePort(), await freePort()]
  run('initdb', '-D', join(folder, 'primary'), ...'-U postgres -A trust -E UTF8 --locale=C.UTF-8 --no-sync'.split(' '))
  await start('primary', primaryPort)
  mkdirSync(join(folder, 'replica'), { mode: 0o700 })
  if (RUN_AS.uid !== undefined) chownSync(join(folder, 'replica'), RUN_AS.uid, RUN_AS.gid)
  run(
    'pg_basebackup',
    '-D',
    join(folder, 'replica'),
    ...`-h 127.0.0.1 -p ${primaryPort} -U postgres -R -X stream -c fast --no-sync`.split(' '),
  )
  await start('replica', there)

  const urlOf = (port: number) => `postgres://postgres@127.0.0.1:${port}/postgres`
  const execute = (sql: string) => read<Record<string, unknown>>({ connectionString: urlOf(there) }, sql)
  return {
    primaryUrl: urlOf(primaryPort),
    replicaUrl: urlOf(there),
    primary: { kill: () => servers.get('primary')!.stop('SIGQUIT'), start: () => start('primary', primaryPort) },
    replica: {
      kill: () => servers.get('replica')!.stop('SIGQUIT'),
      start: () => start('replica', there),
      pause: async () => void (await execute('select pg_wal_replay_pause()')),
      resume: async () => void (await execute('select pg_wal_replay_resume()')),
      async freeze() {
        const pids = (await execute('select pid from pg_stat_activity')).map(({ pid }) => Number(pid))
        frozen = [servers.get('replica')!.process.pid!, ...pids]
        frozen.forEach((pid) => signal(pid, 'SIGSTOP'))
        return wake
      },
    },
  }
}

const SETTINGS = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off', 'max_connections=100'].flatMap((one) => [
  '-c',
  one,
])

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // The process has already ended.
  }
}
