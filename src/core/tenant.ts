/**
 * The world that a record is of (docs/sandbox.md): the market that everybody shares, or the test world of one account, named by that
 * account's id. Nothing of one world meets anything of another.
 */
export type World = '' | `usr_${string}`

/** The one that everybody shares. */
export const REAL: World = ''

/** The two accounts of a test world, so that one can sell to the other. */
export const SANDBOX_ROLES = ['seller', 'buyer'] as const
export type SandboxRole = (typeof SANDBOX_ROLES)[number]

/** As a column has it, and as a row without an account (nobody's) has none. */
export const worldOf = (sandboxOf: string | null): World => (sandboxOf ?? REAL) as World

/** The account behind an actor, which is somebody's and pays for what it uses: its own, or the one whose test world it acts in. */
export const payerOf = ({ accountId, world }: { accountId: string; world: World }): string => (isLive(world) ? accountId : world)

/** What the API calls the market: its money and its people are real. */
export const isLive = (world: World): boolean => world === REAL
