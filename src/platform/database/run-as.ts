import { spawnSync } from 'node:child_process'

/** User that PostgreSQL runs as; null means the user that runs the service. */
export type RunAs = { uid: number; gid: number } | null

/** User of the server in earlier releases, and fallback when root cannot create a user. Other programs may share it. */
export const NOBODY = { uid: 65534, gid: 65534 }

/** Options for `spawn`: the user, a working folder that this user can enter, and an environment without secrets. */
export function spawnOptions(runAs: RunAs) {
  return {
    cwd: '/',
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    ...(runAs === null ? {} : { uid: runAs.uid, gid: runAs.gid }),
  }
}

/** True when that user can reach the folder through all of its parents. Asks the kernel, so ACLs count too. */
export function canReach(folder: string, runAs: RunAs): boolean {
  if (runAs === null) return true
  const probe = spawnSync('/bin/sh', ['-c', 'test -x "$1"', 'sh', folder], { ...spawnOptions(runAs), stdio: 'ignore' })
  return probe.status === 0
}
