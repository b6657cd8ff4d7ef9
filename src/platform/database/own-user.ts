import { spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { UNPRIVILEGED_USER } from './run-as.ts'
import type { RunAs } from './run-as.ts'

/** Dedicated user that runs the database if root starts the service. */
export const OWN_USER = 'resale-db'

/**
 * Preferred uid. If the uid is the same in every container, the database user still owns the files after the container is replaced. Any
 * other uid also works.
 */
const PREFERRED_UID = '61187'
const NO_HOME = ['--home-dir', '/nonexistent', '--shell', '/usr/sbin/nologin']

/** Commands that create the user, tried in this order. Every system has `useradd` or `adduser`; the last command is for busybox. */
const COMMANDS: readonly (readonly [program: string, ...args: string[]])[] = [
  ['useradd', '--system', '--uid', PREFERRED_UID, '--user-group', '--no-create-home', ...NO_HOME, OWN_USER],
  ['useradd', '--system', '--user-group', '--no-create-home', ...NO_HOME, OWN_USER],
  ['adduser', '-S', '-D', '-H', '-h', '/nonexistent', '-s', '/sbin/nologin', OWN_USER],
]

/**
 * Returns the user that runs the database if root starts the service. PostgreSQL refuses to run as root, and initdb requires a user with a
 * name, so the user is created on the first startup. If no command for creating users works, returns `nobody`, which other programs may
 * also use.
 */
export async function ownUser(): Promise<NonNullable<RunAs>> {
  // waits for the operating system's lock on its user database during concurrent startups
  for (let attempt = 1; attempt <= 5; attempt++) {
    const found = findUser()
    if (found !== null) return found
    for (const [program, ...args] of COMMANDS) if (spawnSync(program, args, { stdio: 'ignore' }).status === 0) break
    const made = findUser()
    if (made !== null) return made
    if (COMMANDS.every(([program]) => spawnSync(program, ['--help'], { stdio: 'ignore' }).error !== undefined)) break
    await sleep(100 * attempt)
  }
  return UNPRIVILEGED_USER
}

function findUser(): RunAs {
  const [uid, gid] = ['-u', '-g'].map((which) => spawnSync('id', [which, OWN_USER], { encoding: 'utf8' }))
  if (uid!.status !== 0 || gid!.status !== 0) return null
  return { uid: Number(uid!.stdout), gid: Number(gid!.stdout) }
}
