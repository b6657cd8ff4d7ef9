/** interface, helper 2: in this order. */
export const STEP_NAMES = ['identify', 'listings', 'catalog', 'resale', 'price'] as const
export type StepName = (typeof STEP_NAMES)[number]

export const STEP_STATUSES = ['queued', 'running', 'done', 'failed'] as const
export type StepStatus = (typeof STEP_STATUSES)[number]

export const RUN_STATUSES = ['running', 'done', 'failed'] as const
export type RunStatus = (typeof RUN_STATUSES)[number]

/** `skipped`: shown as done, but nothing was searched (interface, helper 4: such a step says so in its note). */
export type Step = { name: StepName; status: StepStatus; note: string | null; skipped?: boolean }

export const SKIP_NOTES = {
  noCatalog: 'No catalog key',
  nothingToFind: 'Nothing to look for: say in a few words what it is',
} as const
export type SkipReason = keyof typeof SKIP_NOTES

/** True when a step was skipped. Older runs lack the flag, so their note decides. */
export const wasSkipped = ({ name, status, note, skipped }: Step): boolean =>
  status === 'done' && (skipped ?? (name !== 'identify' && Object.values(SKIP_NOTES).some((one) => one === note)))

/** `rule_of_thumb`: no second-hand price was found. */
export const PRICED_BY = ['comparables', 'rule_of_thumb'] as const
export type PricedBy = (typeof PRICED_BY)[number]
export const pricedBy = (comparables: number): PricedBy => (comparables > 0 ? 'comparables' : 'rule_of_thumb')

/** Returns the label of the research button. */
export function researchPromise({ model, prices }: { model: boolean; prices: boolean }): string {
  if (prices) return model ? 'Research the item and similar prices' : 'Research similar prices'
  return model
    ? 'Research the item, with a rule of thumb for the price'
    : 'Estimate a price by a rule of thumb, and suggest buyers’ questions'
}

/** Time after which an untouched run may be restarted (interface, Limits). At exactly 3 minutes it may. */
export const DEAD_AFTER_MS = 3 * 60_000

/** Returns a run's initial steps, without comparables if their key is missing (completions 9). */
export const firstSteps = ({ hasComparables }: { hasComparables: boolean }): Step[] =>
  STEP_NAMES.filter((name) => name !== 'listings' || hasComparables).map((name) => ({ name, status: 'queued', note: null }))

/** In a failed run, open steps show as failed (completions 9). */
export const shownSteps = (status: RunStatus, steps: readonly Step[]): Step[] =>
  status === 'failed' ? steps.map((step) => (isOpen(step) ? { ...step, status: 'failed', note: 'not finished' } : step)) : [...steps]

const isOpen = ({ status }: Step): boolean => status === 'queued' || status === 'running'

/** Returns the steps with one step changed. */
export const withStep = (
  steps: readonly Step[],
  name: StepName,
  status: StepStatus,
  { note = null, skipped = false }: { note?: string | null; skipped?: boolean } = {},
): Step[] => steps.map((step) => (step.name === name ? { name, status, note, ...(skipped && { skipped }) } : step))
