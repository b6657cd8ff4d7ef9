/**
 * Tenant of a record (docs/sandbox.md): live mode, which all accounts share, or the test mode of one account, identified by the account's
 * id. Records in different tenants never interact.
 */
export type Tenant = '' | `usr_${string}`

export const REAL: Tenant = ''

/** Roles of the two test accounts in a tenant. Each account can sell to the other. */
export const SANDBOX_ROLES = ['seller', 'buyer'] as const
export type SandboxRole = (typeof SANDBOX_ROLES)[number]

/** Converts a column value to a tenant. Null, for rows without an account, means live mode. */
export const tenantOf = (sandboxOf: string | null): Tenant => (sandboxOf ?? REAL) as Tenant

/** Returns the account to bill for an actor's actions: the actor's own account or, in test mode, the account that owns the test data. */
export const payerOf = ({ accountId, tenant }: { accountId: string; tenant: Tenant }): string => (isLive(tenant) ? accountId : tenant)

/** Returns true for live mode, with real money and real users. */
export const isLive = (tenant: Tenant): boolean => tenant === REAL
