import { spawnSync } from 'node:child_process'

/** User that runs PostgreSQL. Null means the user that runs the service. */
export type RunAs = { uid: number; gid: number } | null

/**
 * User `nobody`, which ran PostgreSQL in earlier releases. Still used if no dedicated user can be created. Other programs may run as the
 * same user.
 */
export const UNPRIVILEGED_USER = { uid: 65534, gid: 65534 }

/**
 * Returns options for `spawn`: the user that runs the program, a working folder that every user can enter, and an environment without
 * secrets.
 */
export function spawnOptions(runAs: RunAs) {
  return {
    cwd: '/',
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    ...(runAs === null ? {} : { uid: runAs.uid, gid: runAs.gid }),
  }
}

/** True if the user can enter the folder. The kernel decides this, so that ACLs are respected. */
export function canReach(folder: string, runAs: RunAs): boolean {
  if (runAs === null) return true
  const probe = spawnSync('/bin/sh', ['-c', 'test -x "$1"', 'sh', folder], { ...spawnOptions(runAs), stdio: 'ignore' })
  return probe.status === 0
}
