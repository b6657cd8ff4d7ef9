import { chmodSync, existsSync, lchownSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseLocation } from './location.ts'
import { stopServer } from './postmaster.ts'
import { UNPRIVILEGED_USER } from './run-as.ts'
import { readPidFile } from './server-process.ts'

/**
 * Changes the owner of a cluster from `nobody`, which earlier releases used, to the location's dedicated user. Stops the cluster's server
 * first. Safe to repeat after an interruption, because the owner of the cluster folder changes last. Changes only files that belong to
 * `nobody`, so the target of a link that a different program planted keeps its owner. Returns true if the owner of any file changed.
 */
export async function takeOver({ home, cluster, logs, runAs, wasNobodys }: DatabaseLocation): Promise<boolean> {
  if (!wasNobodys || runAs === null || runAs.uid === UNPRIVILEGED_USER.uid) return false
  const left = readPidFile(cluster)
  if (left !== null) await stopServer(left.pid, cluster)
  for (const folder of [logs, join(home, 'socket'), cluster]) {
    if (!existsSync(folder)) continue
    chmodSync(folder, 0o700)
    giveInside(folder, runAs)
    give(folder, runAs)
  }
  return true
}

type User = { uid: number; gid: number }

function giveInside(folder: string, user: User): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) giveInside(path, user)
    give(path, user)
  }
}

function give(path: string, { uid, gid }: User): void {
  if (lstatSync(path).uid === UNPRIVILEGED_USER.uid) lchownSync(path, uid, gid)
}
