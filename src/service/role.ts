/** What a process of the service does: answers requests, runs jobs, or both. */
export const ROLES = ['web', 'worker', 'all'] as const
export type Role = (typeof ROLES)[number]
