import type { HelperState } from './rules.ts'

export const presentHelpers = (states: readonly HelperState[]) => ({
  object: 'helpers' as const,
  data: states.map(({ name, state, why }) => ({ object: 'helper' as const, name, state, why })),
})
