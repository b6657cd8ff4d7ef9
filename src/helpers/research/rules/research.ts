/** Steps of a research run, in order (spec: interface, helper 2). */
export const STEP_NAMES = ['identify', 'listings', 'catalog', 'resale', 'price'] as const
export type StepName = (typeof STEP_NAMES)[number]

export const STEP_STATUSES = ['queued', 'running', 'done', 'failed'] as const
export type StepStatus = (typeof STEP_STATUSES)[number]

export const RUN_STATUSES = ['running', 'done', 'failed'] as const
export type RunStatus = (typeof RUN_STATUSES)[number]

/** With `skipped`, the step was not performed, but is shown as done with a note that gives the reason (spec: interface, helper 4). */
export type Step = { name: StepName; status: StepStatus; note: string | null; skipped?: boolean }

export const SKIP_NOTES = {
  noCatalog: 'No catalog key',
  nothingToFind: 'Nothing to search for: describe the item in a few words',
} as const
export type SkipReason = keyof typeof SKIP_NOTES

/** How a price was determined. `rule_of_thumb` means that no second-hand price was found. */
export const PRICED_BY = ['comparables', 'rule_of_thumb'] as const
export type PricedBy = (typeof PRICED_BY)[number]
export const pricedBy = (comparables: number): PricedBy => (comparables > 0 ? 'comparables' : 'rule_of_thumb')

/** Returns the label for the research button. */
export function researchActionText({ model, prices }: { model: boolean; prices: boolean }): string {
  if (prices) return model ? 'Research the item and similar prices' : 'Research similar prices'
  return model
    ? 'Research the item, with a rule of thumb for the price'
    : 'Estimate a price by a rule of thumb, and list questions to answer'
}

/** A run without progress can be restarted after this time (spec: interface, Limits), that is, after 3 minutes or more. */
export const DEAD_AFTER_MS = 3 * 60_000

/**
 * Returns the steps at the start of a run. Omits the step `listings` if there is no key for a provider of comparables (spec: completions
 * 9).
 */
export const firstSteps = ({ hasComparables }: { hasComparables: boolean }): Step[] =>
  STEP_NAMES.filter((name) => name !== 'listings' || hasComparables).map((name) => ({ name, status: 'queued', note: null }))

/** Returns the steps as users see them. If the run failed, unfinished steps are shown as failed (spec: completions 9). */
export const shownSteps = (status: RunStatus, steps: readonly Step[]): Step[] =>
  status === 'failed' ? steps.map((step) => (isOpen(step) ? { ...step, status: 'failed', note: 'not finished' } : step)) : [...steps]

const isOpen = ({ status }: Step): boolean => status === 'queued' || status === 'running'

export const withStep = (
  steps: readonly Step[],
  name: StepName,
  status: StepStatus,
  { note = null, skipped = false }: { note?: string | null; skipped?: boolean } = {},
): Step[] => steps.map((step) => (step.name === name ? { name, status, note, ...(skipped && { skipped }) } : step))
