/** interface, helper 2: in this order. */
export const STEP_NAMES = ['identify', 'listings', 'catalog', 'resale', 'price'] as const
export type StepName = (typeof STEP_NAMES)[number]

export const STEP_STATUSES = ['queued', 'running', 'done', 'failed'] as const
export type StepStatus = (typeof STEP_STATUSES)[number]

export const RUN_STATUSES = ['running', 'done', 'failed'] as const
export type RunStatus = (typeof RUN_STATUSES)[number]

export type Step = { name: StepName; status: StepStatus; note: string | null }

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
export const withStep = (steps: readonly Step[], name: StepName, status: StepStatus, note: string | null = null): Step[] =>
  steps.map((step) => (step.name === name ? { name, status, note } : step))
