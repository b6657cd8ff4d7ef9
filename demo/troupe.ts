import type { Context, Person } from '#platform/context/index.ts'
import type { PersonName } from './cast/index.ts'

/** Demo users with their accounts. `key` is the API key of the user `KEY_HOLDER`. */
export type Troupe = { people: Record<PersonName, Person>; key: string }

const HOUR_MS = 3_600_000

/** Returns the context with its clock set back by `hours`. */
export function ago<C extends Context>(ctx: C, hours: number): C {
  const then = new Date(ctx.now().getTime() - hours * HOUR_MS)
  return { ...ctx, now: () => then, providers: {} }
}

export const cents = (dollars: number | null | undefined): number | null => (dollars == null ? null : Math.round(dollars * 100))
