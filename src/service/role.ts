/** Roles of a process: handle requests, run jobs, or both. */
export const ROLES = ['web', 'worker', 'all'] as const
export type Role = (typeof ROLES)[number]
