/** Roles of a process: answer requests, run jobs, or both. */
export const ROLES = ['web', 'worker', 'all'] as const
export type Role = (typeof ROLES)[number]
