import { EDITOR_STEPS, type EditorStep } from '#catalog/listings/rules/editor-steps.ts'
import type { Addition } from '#catalog/listings/rules/readiness.ts'
import type { Listing } from '#web/framework/page/index.ts'
import { EDITOR_COPY } from './copy.ts'

/** Ids of the headings that the links to the steps scroll to. */
export const STEP_ANCHORS: Readonly<Record<EditorStep, string>> = {
  photos: 'photos-title',
  details: 'about',
  price: 'pricing',
  publish: 'publish',
}

export const editorPath = (id: string): string => `/app/listings/${encodeURIComponent(id)}`

/** Returns the path of an editor step, without an anchor. */
export const stepPath = (id: string, step: EditorStep): string => `${editorPath(id)}?step=${step}`

/** Returns the link to a step. On a wide screen, where all steps are visible, the link scrolls to the step. */
export const stepHref = (id: string, step: EditorStep): string => `${stepPath(id, step)}#${STEP_ANCHORS[step]}`

/** Links to the steps, with the progress of a draft. Visible only on phones. */
export const StepLinks = ({ listing: { id, step: next }, shown }: { listing: Listing; shown: EditorStep }) => {
  const progress = EDITOR_STEPS.findIndex((step) => step === next)
  return (
    <nav class="editor-steps" aria-label={EDITOR_COPY.steps}>
      <ol role="list">
        {EDITOR_STEPS.map((step, index) => (
          <li>
            <a
              href={stepHref(id, step)}
              class={progress === -1 || index < progress ? 'is-done' : ''}
              aria-current={step === shown ? 'step' : undefined}
            >
              {EDITOR_COPY.stepNames[step]}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

type AdditionsProps = { listing: string; all: readonly Addition[]; lead: string }

/** Lists suggested additions, each with a link to its step. */
export const Additions = ({ listing, all, lead }: AdditionsProps) => (
  <>
    {all.map(({ step, noun }) => (
      <li>
        <a href={stepHref(listing, step)}>
          {lead} {noun}
        </a>
      </li>
    ))}
  </>
)
