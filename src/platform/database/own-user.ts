import { spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { UNPRIVILEGED_USER } from './run-as.ts'
import type { RunAs } from './run-as.ts'

/** Dedicated database user when root starts the service. */
export const OWN_USER = 'resale-db'

/** Requested uid, so that the owner is the same in the next container; not required. */
const WISHED_UID = '61187'
const NO_HOME = ['--home-dir', '/nonexistent', '--shell', '/usr/sbin/nologin']

/** Each system has one of these; the last is busybox's. */
const WAYS: readonly (readonly [program: string, ...args: string[]])[] = [
  ['useradd', '--system', '--uid', WISHED_UID, '--user-group', '--no-create-home', ...NO_HOME, OWN_USER],
  ['useradd', '--system', '--user-group', '--no-create-home', ...NO_HOME, OWN_USER],
  ['adduser', '-S', '-D', '-H', '-h', '/nonexistent', '-s', '/sbin/nologin', OWN_USER],
]

/**
 * Returns root's database user, and creates it at the first start. PostgreSQL refuses root, and initdb a user without a
 * name. Falls back to `nobody`, which other programs may share.
 */
export async function ownUser(): Promise<NonNullable<RunAs>> {
  // concurrent starts compete for the user database's lock
  for (let attempt = 1; attempt <= 5; attempt++) {
    const found = lookUp()
    if (found !== null) return found
    for (const [program, ...args] of WAYS) if (spawnSync(program, args, { stdio: 'ignore' }).status === 0) break
    const made = lookUp()
    if (made !== null) return made
    if (WAYS.every(([program]) => spawnSync(program, ['--help'], { stdio: 'ignore' }).error !== undefined)) break
    await sleep(100 * attempt)
  }
  return UNPRIVILEGED_USER
}

function lookUp(): RunAs {
  const [uid, gid] = ['-u', '-g'].map((which) => spawnSync('id', [which, OWN_USER], { encoding: 'utf8' }))
  if (uid!.status !== 0 || gid!.status !== 0) return null
  return { uid: Number(uid!.stdout), gid: Number(gid!.stdout) }
}
