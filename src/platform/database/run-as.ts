import { spawnSync } from 'node:child_process'

/** The user that PostgreSQL runs as; null means "the user that runs the service". */
export type RunAs = { uid: number; gid: number } | null

/** Whom earlier releases, and root where no user can be made, hand the server to. Other programs may run as it too. */
export const NOBODY = { uid: 65534, gid: 65534 }

/** Options for `spawn`: the user, a folder that this user can stand in, and no secrets in the environment. */
export function spawnOptions(runAs: RunAs) {
  return {
    cwd: '/',
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    ...(runAs === null ? {} : { uid: runAs.uid, gid: runAs.gid }),
  }
}

/** True when that user can get to the folder through all of its parents. Asks the kernel, so it knows about ACLs too. */
export function canReach(folder: string, runAs: RunAs): boolean {
  if (runAs === null) return true
  const probe = spawnSync('/bin/sh', ['-c', 'test -x "$1"', 'sh', folder], { ...spawnOptions(runAs), stdio: 'ignore' })
  return probe.status === 0
}
