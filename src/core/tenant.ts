/**
 * Tenant of a record (docs/sandbox.md): the shared market, or the test mode of one account, identified by that account's id. Records of
 * different tenants never interact.
 */
export type Tenant = '' | `usr_${string}`

export const REAL: Tenant = ''

/** The two test accounts of a tenant, so that one can sell to the other. */
export const SANDBOX_ROLES = ['seller', 'buyer'] as const
export type SandboxRole = (typeof SANDBOX_ROLES)[number]

/** Converts a column value to a tenant. Null, as in a row without an account, means the market. */
export const tenantOf = (sandboxOf: string | null): Tenant => (sandboxOf ?? REAL) as Tenant

/** Returns the account that is billed for an actor: the actor's own account, or the owner of the test mode in which the actor acts. */
export const payerOf = ({ accountId, world: tenant }: { accountId: string; world: Tenant }): string => (isLive(tenant) ? accountId : tenant)

/** Returns true for the market (live mode in the API), where money and users are real. */
export const isLive = (tenant: Tenant): boolean => tenant === REAL
