import { GUARD_SEEDS } from './guards.ts'
import { RULE_SEEDS } from './law.ts'
import { MACHINE_SEEDS } from './machines.ts'
import { MCP_SEEDS } from './mcp.ts'
import { MONEY_SEEDS } from './money.ts'
import { PEOPLE_SEEDS } from './people.ts'
import type { Seed } from './seed.ts'

export const SEEDS: readonly (Seed & { title: string })[] = Object.entries({
  ...RULE_SEEDS,
  ...MONEY_SEEDS,
  ...PEOPLE_SEEDS,
  ...MACHINE_SEEDS,
  ...GUARD_SEEDS,
  ...MCP_SEEDS,
}).map(([title, seed]) => ({ title, ...seed }))
