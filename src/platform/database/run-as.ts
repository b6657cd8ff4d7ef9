import { spawnSync } from 'node:child_process'

/** User that PostgreSQL runs as; null means the service's user. */
export type RunAs = { uid: number; gid: number } | null

/** User in earlier releases, and fallback for root. Other programs may share it. */
export const UNPRIVILEGED_USER = { uid: 65534, gid: 65534 }

/** Options for `spawn`: the user, a reachable folder, no secrets in the environment. */
export function spawnOptions(runAs: RunAs) {
  return {
    cwd: '/',
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    ...(runAs === null ? {} : { uid: runAs.uid, gid: runAs.gid }),
  }
}

/** True when that user can reach the folder. Asks the kernel, so ACLs count. */
export function canReach(folder: string, runAs: RunAs): boolean {
  if (runAs === null) return true
  const probe = spawnSync('/bin/sh', ['-c', 'test -x "$1"', 'sh', folder], { ...spawnOptions(runAs), stdio: 'ignore' })
  return probe.status === 0
}
