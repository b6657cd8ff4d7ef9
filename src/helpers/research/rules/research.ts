/** interface, helper 2: in this order. */
export const STEP_NAMES = ['identify', 'listings', 'catalog', 'resale', 'price'] as const
export type StepName = (typeof STEP_NAMES)[number]

export const STEP_STATUSES = ['queued', 'running', 'done', 'failed'] as const
export type StepStatus = (typeof STEP_STATUSES)[number]

export const RUN_STATUSES = ['running', 'done', 'failed'] as const
export type RunStatus = (typeof RUN_STATUSES)[number]

/** `skipped`: it reads done, and nothing was looked up (interface, helper 4: such a step says so in its note). */
export type Step = { name: StepName; status: StepStatus; note: string | null; skipped?: boolean }

/** Why a step that looks things up had nothing to do. */
export const SKIP_NOTES = {
  noCatalog: 'No catalog key',
  nothingToFind: 'Nothing to look for: say in a few words what it is',
} as const
export type SkipReason = keyof typeof SKIP_NOTES

/** Whether a step was done without any work; runs from before that was kept are known by their notes. */
export const wasSkipped = ({ name, status, note, skipped }: Step): boolean =>
  status === 'done' && (skipped ?? (name !== 'identify' && Object.values(SKIP_NOTES).some((one) => one === note)))

/** What a price was made of. By a rule of thumb: no second-hand price was found, so nothing is known of what others get. */
export const PRICED_BY = ['comparables', 'rule_of_thumb'] as const
export type PricedBy = (typeof PRICED_BY)[number]
export const pricedBy = (comparables: number): PricedBy => (comparables > 0 ? 'comparables' : 'rule_of_thumb')

/** What the button for research may promise, by the providers that are there. */
export function researchPromise({ model, prices }: { model: boolean; prices: boolean }): string {
  if (prices) return model ? 'Look it up: what it is, and what others ask for it' : 'Look up what others ask for it'
  return model
    ? 'Look up what it is, with a rule of thumb for the price'
    : 'Start it: a rule of thumb for the price, and what buyers will ask'
}

/** A run that nobody has touched for so long is dead, and may be begun anew (interface, Limits). At exactly 3 minutes it is. */
export const DEAD_AFTER_MS = 3 * 60_000

/** A run's first steps. Without a key for comparables there is no step for them (completions 9). */
export const firstSteps = ({ hasComparables }: { hasComparables: boolean }): Step[] =>
  STEP_NAMES.filter((name) => name !== 'listings' || hasComparables).map((name) => ({ name, status: 'queued', note: null }))

/** The steps as they read: after a throw, those that were open have failed (completions 9). */
export const shownSteps = (status: RunStatus, steps: readonly Step[]): Step[] =>
  status === 'failed' ? steps.map((step) => (isOpen(step) ? { ...step, status: 'failed', note: 'not finished' } : step)) : [...steps]

const isOpen = ({ status }: Step): boolean => status === 'queued' || status === 'running'

/** The steps with one of them changed. */
export const withStep = (
  steps: readonly Step[],
  name: StepName,
  status: StepStatus,
  { note = null, skipped = false }: { note?: string | null; skipped?: boolean } = {},
): Step[] => steps.map((step) => (step.name === name ? { name, status, note, ...(skipped && { skipped }) } : step))
