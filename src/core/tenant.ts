/**
 * The world that a record is of (docs/sandbox.md): the market that everybody shares, or the test world of one account, named by that
 * account's id. Nothing of one world meets anything of another.
 */
export type Tenant = '' | `usr_${string}`

/** The one that everybody shares. */
export const REAL: Tenant = ''

/** The two accounts of a test world, so that one can sell to the other. */
export const SANDBOX_ROLES = ['seller', 'buyer'] as const
export type SandboxRole = (typeof SANDBOX_ROLES)[number]

/** As a column has it, and as a row without an account (nobody's) has none. */
export const tenantOf = (sandboxOf: string | null): Tenant => (sandboxOf ?? REAL) as Tenant

/** The account behind an actor, which is somebody's and pays for what it uses: its own, or the one whose test world it acts in. */
export const payerOf = ({ accountId, world }: { accountId: string; world: Tenant }): string => (isLive(world) ? accountId : world)

/** What the API calls the market: its money and its people are real. */
export const isLive = (world: Tenant): boolean => world === REAL
