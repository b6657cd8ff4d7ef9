import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Contents of the `postmaster.pid` file. */
export type PidFile = { pid: number; socketFolder: string; ready: boolean }

/** Reads `postmaster.pid`. Returns null if the file is missing or incomplete. */
export function readPidFile(cluster: string): PidFile | null {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number.parseInt(lines[0] ?? '', 10)
    if (!(pid > 0)) return null
    return { pid, socketFolder: lines[4]?.trim() ?? '', ready: lines[7]?.trim() === 'ready' }
  } catch {
    return null
  }
}

/** True while the process with this pid is this cluster's server. After a reboot, the pid may belong to a different process. */
export function isServerOf(pid: number, cluster: string): boolean {
  if (!isAlive(pid)) return false
  if (process.platform === 'linux') return !isZombie(pid) && (runsIn(pid, cluster) ?? wasStartedWith(pid, cluster))
  const shown = processTable(pid)
  return shown.includes('postgres') && !shown.startsWith('Z')
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Calls `done` every `stepMs` until it returns true. Returns false if this takes longer than `limitMs`. */
export async function waitFor(done: () => boolean, limitMs: number, stepMs = 10): Promise<boolean> {
  const deadline = performance.now() + limitMs
  while (!done()) {
    if (performance.now() > deadline) return false
    await sleep(stepMs)
  }
  return true
}

/**
 * True if the process's working folder is the cluster's folder, even after the folder was moved. Null if the service may not read this,
 * which can happen even to root in a container.
 */
function runsIn(pid: number, cluster: string): boolean | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === cluster
  } catch {
    return null
  }
}

function wasStartedWith(pid: number, cluster: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(cluster)
  } catch {
    return false
  }
}

function isZombie(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z')
  } catch {
    return true
  }
}

function processTable(pid: number): string {
  try {
    return execFileSync('ps', ['-o', 'stat=,comm=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return ''
  }
}
