import { spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { ClientConfig } from 'pg'
import type { Binaries } from './binaries.ts'
import { SUPERUSER } from './cluster.ts'
import type { DatabaseLocation } from './location.ts'
import { spawnOptions } from './run-as.ts'
import { lastLogLines } from './server-logs.ts'
import { isAlive, isServerOf, readPidFile, waitFor } from './server-process.ts'
import type { PidFile } from './server-process.ts'
import { makeSocketFolder, removeSocketFolder } from './socket-folder.ts'
import { DatabaseStartError } from './start-error.ts'

/** Embedded server that accepts connections. */
export type Postmaster = { pid: number; socketFolder: string; adopted: boolean }

/**
 * Time limit for startup in ms. It is long, because replaying the WAL after a crash can be slow, and giving up would only restart the
 * replay.
 */
const READY_LIMIT_MS = 120_000
const LAST_CHILDREN_LIMIT_MS = 10_000
const FAST_STOP_LIMIT_MS = 15_000

/**
 * Adopts the server that is already running at this location if it is healthy. Otherwise, cleans up and starts a new server. Uses
 * `socketFolder` if given. The caller must hold the owner lock. @throws {DatabaseStartError} `not_running`, with the server's output.
 */
export async function bringUp(
  location: DatabaseLocation,
  binaries: Binaries,
  settings: string,
  socketFolder?: string,
): Promise<Postmaster> {
  const left = readPidFile(location.cluster)
  if (left !== null && isServerOf(left.pid, location.cluster)) {
    if (await answers(left, location.cluster)) {
      process.kill(left.pid, 'SIGHUP') // makes the running server load this release's settings
      return { pid: left.pid, socketFolder: left.socketFolder, adopted: true }
    }
    await stopServer(left.pid, location.cluster)
  }
  if (left !== null) clearStale(left, location.cluster, socketFolder)

  const folder = socketFolder ?? makeSocketFolder(location)
  clearSocketLock(folder, location.cluster)
  try {
    return await start(location, binaries, settings, folder, left !== null)
  } catch (error) {
    if (socketFolder === undefined) removeSocketFolder(folder)
    throw error
  }
}

/** Returns true as soon as the server accepts connections. Returns false if it has ended, is unreachable or exceeds the time limit. */
async function answers(left: PidFile, cluster: string): Promise<boolean> {
  const deadline = performance.now() + READY_LIMIT_MS
  let unreachable = 0
  while (isServerOf(left.pid, cluster) && performance.now() < deadline) {
    const refusal = await tryToConnect(left.socketFolder)
    if (refusal === null) return true
    // code 57P03: the server is starting up, recovering or shutting down; all other failures are permanent
    if (refusal !== '57P03' && ++unreachable > 3) return false
    await sleep(100)
  }
  return false
}

/** Returns null if the connection succeeds; otherwise, the error code. */
async function tryToConnect(socketFolder: string): Promise<string | null> {
  const client = new Client({ ...superuserAt(socketFolder), connectionTimeoutMillis: 3_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return null
  } catch (error) {
    return (error as { code?: string }).code ?? 'unknown'
  } finally {
    await client.end().catch(() => {})
  }
}

export function superuserAt(socketFolder: string): ClientConfig {
  return { host: socketFolder, port: 5432, user: SUPERUSER, database: 'postgres', ssl: false }
}

/** PostgreSQL does not remove a stale `postmaster.pid` if a different process, or a zombie, has that pid. */
function clearStale(left: PidFile, cluster: string, socketFolder: string | undefined): void {
  if (isAlive(left.pid)) rmSync(join(cluster, 'postmaster.pid'), { force: true })
  if (left.socketFolder !== socketFolder) removeSocketFolder(left.socketFolder)
}

/** A server that is killed during shutdown may leave its socket lock behind. */
function clearSocketLock(folder: string, cluster: string): void {
  const lock = join(folder, '.s.PGSQL.5432.lock')
  if (!existsSync(lock)) return
  const pid = Number.parseInt(readFileSync(lock, 'utf8'), 10)
  if (isAlive(pid) && !isServerOf(pid, cluster)) rmSync(lock, { force: true })
}

async function start(
  location: DatabaseLocation,
  binaries: Binaries,
  settings: string,
  socketFolder: string,
  afterCrash: boolean,
): Promise<Postmaster> {
  const began = performance.now()
  for (;;) {
    const { pid, failure } = await launch(location, binaries, settings, socketFolder, began + READY_LIMIT_MS)
    if (failure === null) return { pid, socketFolder, adopted: false }
    // PostgreSQL does not start until the last child processes of a killed server have ended.
    if (!afterCrash || performance.now() - began > LAST_CHILDREN_LIMIT_MS) {
      throw new DatabaseStartError('not_running', `The embedded database did not start. ${failure}\nIts log is in ${location.logs}.`)
    }
    await sleep(50)
  }
}

/** Starts the server once. `failure`: null on success; otherwise, the server's output. */
async function launch(location: DatabaseLocation, binaries: Binaries, settings: string, socketFolder: string, deadline: number) {
  const transcript = join(location.home, 'start.log')
  const output = openSync(transcript, 'w', 0o600)
  const child = spawn(
    binaries.postgres,
    ['-D', location.cluster, '-c', `config_file=${settings}`, '-c', `unix_socket_directories=${socketFolder}`, '-p', '5432'],
    // `detached` starts a new session, so that Ctrl-C reaches only the service. The service then shuts the server down cleanly.
    { ...spawnOptions(location.runAs), detached: true, stdio: ['ignore', output, output] },
  )
  closeSync(output)
  let ended: string | null = null
  child.once('error', (error) => (ended = error.message))
  child.once('exit', (code, signal) => (ended = `It ended with ${signal ?? code}.`))
  child.unref()
  const pid = child.pid ?? 0

  while (ended === null && performance.now() < deadline) {
    const seen = readPidFile(location.cluster)
    if (seen?.pid === pid && seen.ready && (await tryToConnect(socketFolder)) === null) return { pid, failure: null }
    await sleep(5)
  }
  if (ended === null) await stopServer(pid, location.cluster)
  // The transcript contains the output at startup. Later output is written by the log collector, with a short delay.
  await sleep(100)
  const messages = `${readFileSync(transcript, 'utf8').trim()}\n${lastLogLines(location.logs)}`
  return { pid, failure: `${ended ?? 'It was not ready in time.'} Its output:\n${messages}` }
}

/** Shuts a server down cleanly, or kills it after the time limits. A killed server recovers without data loss. */
export async function stopServer(pid: number, cluster: string): Promise<void> {
  for (const [signal, limitMs] of [
    ['SIGINT', FAST_STOP_LIMIT_MS],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 2_000],
  ] as const) {
    if (!isServerOf(pid, cluster)) return
    process.kill(pid, signal)
    if (await waitFor(() => !isServerOf(pid, cluster), limitMs)) return
  }
}
