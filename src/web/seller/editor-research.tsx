import type { Person } from '#platform/context/index.ts'
import { isWords } from '#catalog/listings/rules/fields.ts'
import { RULE_OF_THUMB } from '#helpers/research/rules/price-summary.ts'
import { DEAD_AFTER_MS } from '#helpers/research/rules/research.ts'
import { Badge, Button, HelperMark, Icon, type IconName, Notice } from '#web/ui/index.ts'
import { leftText } from '#web/framework/format.ts'
import { EDITOR_COPY } from './copy.ts'
import { stepPath } from './editor-steps.tsx'
import { HelpForm } from './help-form.tsx'
import { PriceBand } from './price-band.tsx'
import { dollarsText, type HelperRecord, type Listing, type ResearchRun } from '#web/framework/page/records.ts'

type Props = { viewer: Person; listing: Listing; run: ResearchRun | null; state: HelperRecord; now: Date }

/** Research tab: shows the steps while they run, and then the findings and questions. */
export const ResearchTab = ({ viewer, listing, run, state, now }: Props) => (
  <>
    {run ? null : (
      <p>
        {EDITOR_COPY.noComparables} {state.state === 'off' ? null : `${DESCRIPTIONS[state.state]} Research does not change what you typed.`}
      </p>
    )}
    {run && !run.result ? <Steps run={run} /> : null}
    {run?.status === 'failed' ? (
      <Notice means="warn">Price research could not be finished. It did not change what you typed.</Notice>
    ) : run?.result ? (
      <Found viewer={viewer} listing={listing} result={run.result} />
    ) : null}
    {listing.status === 'sold' ? null : <Start viewer={viewer} listing={listing} run={run} state={state} now={now} />}
    {run?.result ? (
      <details>
        <summary>{EDITOR_COPY.researchSteps}</summary>
        <Steps run={run} />
        <Limits state={state} />
      </details>
    ) : (
      <Limits state={state} />
    )}
  </>
)

const Limits = ({ state: { state, why } }: Pick<Props, 'state'>) =>
  state === 'full' || why === null ? null : <p class="small quiet">{why}</p>

const DESCRIPTIONS: Readonly<Record<HelperRecord['state'], string>> = {
  full: 'Price research reads your photos and text, finds what others ask for the same item, and suggests a price.',
  reduced: 'Price research uses the sources that are available, tells you which steps it skipped, and suggests a price.',
  off: '',
}

const Start = ({ viewer, listing, run, state, now }: Props) => {
  if (state.state === 'off') return null
  if (run?.status === 'running')
    return (
      <p class="small quiet">
        Research is running. If it stops, you can restart it in {leftText(new Date(Date.parse(run.touched_at) + DEAD_AFTER_MS), now)}.
      </p>
    )
  return (
    <HelpForm viewer={viewer} listing={listing} tab="research">
      <Button
        do="help-research"
        icon="search"
        label={run === null ? 'Research' : run.status === 'failed' ? 'Try again' : 'Research again'}
      />
    </HelpForm>
  )
}

const STEP_LABELS = {
  identify: 'Item',
  listings: 'Second-hand listings',
  catalog: 'New price',
  resale: 'Used offers',
  price: 'Price',
} as const
const STATE_LABELS = { queued: 'waiting', running: 'running', done: 'done', skipped: 'skipped', failed: 'failed' } as const
const SIGNS: Readonly<Record<keyof typeof STATE_LABELS, IconName>> = {
  queued: 'clock',
  running: 'wait',
  done: 'check',
  skipped: 'more',
  failed: 'warning',
}

type Step = ResearchRun['steps'][number]

/** Steps of a research run, with their states. A step that had no input is shown as skipped. */
const Steps = ({ run: { steps, result } }: { run: ResearchRun }) => (
  <ol class="research-steps" role="list" aria-label="Research steps">
    {steps.map((step) => {
      const state = step.skipped ? 'skipped' : step.status
      const note = noteOf(step, result)
      return (
        <li class={`is-${state}`}>
          <Icon name={SIGNS[state]} />
          <span>
            {STEP_LABELS[step.name]}
            <span class={state === 'done' ? 'hidden-text' : 'small'}>: {STATE_LABELS[state]}</span>
          </span>
          {note ? <span class="small quiet">{note}</span> : null}
        </li>
      )
    })}
  </ol>
)

function noteOf({ name, note, skipped, status }: Step, result: ResearchRun['result']): string | null {
  if (name === 'identify' && skipped) return 'No photos were read, so your own text is used instead'
  if (name === 'price' && status === 'done' && result?.priced_by === 'rule_of_thumb') return RULE_OF_THUMB
  return note
}

type Result = NonNullable<ResearchRun['result']>
type FoundProps = { viewer: Person; listing: Listing; result: Result }

const SURE = {
  high: { means: 'ok', label: 'High confidence' },
  medium: { means: 'info', label: 'Medium confidence' },
  low: { means: 'warn', label: 'Low confidence' },
} as const

const Found = ({ viewer, listing, result }: FoundProps) => (
  <div class="found">
    <div class="found-head">
      <h3>{result.identified}</h3>
      <Badge means={SURE[result.confidence].means}>{SURE[result.confidence].label}</Badge>
    </div>
    <PriceBand result={result} mine={listing.price} />
    {listing.status === 'sold' ? null : listing.price === result.suggested_price ? (
      <p class="small quiet">
        {result.priced_by === 'rule_of_thumb' ? 'This will be your price until you set your own.' : 'This is now your price.'}
      </p>
    ) : (
      <HelpForm viewer={viewer} listing={listing} tab="research" with={{ do: 'use-price', amount: String(result.suggested_price) }}>
        <Button kind="pop" icon="tag" label={`Use ${dollarsText(result.suggested_price)}`} />
      </HelpForm>
    )}
    <HelperMark>Suggested by price research</HelperMark>
    <Compared result={result} />
    <OpenQuestions listing={listing} result={result} />
    <Facts viewer={viewer} listing={listing} />
  </div>
)

/** Questions from research that only the seller can answer. Each question is about an empty detail line. */
const OpenQuestions = ({ listing, result }: Pick<FoundProps, 'listing' | 'result'>) => {
  const open = result.questions.filter(({ key }) => listing.fields.some((line) => line.key === key && line.value === ''))
  if (open.length === 0 || listing.status === 'sold') return null
  return (
    <section class="stack tight" aria-labelledby="questions-title">
      <h4 id="questions-title">Questions for you</h4>
      <p>
        {open.map(({ question }) => question).join(' ')}{' '}
        <a href={`${stepPath(listing.id, 'details')}#details`}>Answer in the Details section</a>
      </p>
    </section>
  )
}

/** Facts that research found. They count as written by the helper until the seller confirms them. */
const Facts = ({ viewer, listing }: { viewer: Person; listing: Listing }) => {
  const found = listing.fields.filter((line) => line.source === 'agent' && line.value !== '' && !isWords(line))
  if (found.length === 0 || listing.status === 'sold') return null
  return (
    <section class="stack tight" aria-labelledby="facts-title">
      <h4 id="facts-title">Details to confirm</h4>
      {found.map(({ label, value }) => (
        <HelpForm viewer={viewer} listing={listing} tab="research" with={{ do: 'set-line', label, value }} class="fact-line" label={label}>
          <span>
            {label}: <strong>{value}</strong>
          </span>
          <span class="actions">
            <Button small name="keep" value="yes" label="Keep" />
            <Button small kind="quiet" name="keep" value="no" label="Remove" />
          </span>
        </HelpForm>
      ))}
    </section>
  )
}

/** Number of comparable prices shown at first, and after the list is expanded. */
const SHOWN = 3
const SHOWN_UNFOLDED = 8

const Compared = ({ result: { comparables, summary, priced_by, price_facts: facts } }: { result: Result }) => (
  <div class="compared">
    <ComparableList all={comparables.slice(0, SHOWN)} />
    <details>
      <summary>{comparables.length === 0 ? 'Source of this price' : `Comparable prices (${comparables.length})`}</summary>
      <ComparableList all={comparables.slice(SHOWN, SHOWN_UNFOLDED)} />
      {priced_by === 'rule_of_thumb' ? null : <p>{summary}</p>}
      <ul class="small">
        {facts.map((fact) => (
          <li>{fact}</li>
        ))}
      </ul>
    </details>
  </div>
)

/** each comparable item shows whether its price is an asking price or the price of a sale */
const ComparableList = ({ all }: { all: Result['comparables'] }) =>
  all.length === 0 ? null : (
    <ul role="list">
      {all.map(({ title, price, kind, condition, url, source }) => (
        <li>
          <a class="clip" href={url} rel="noreferrer noopener nofollow">
            {title}
          </a>
          <span class="small">
            <strong class="number">{dollarsText(price)}</strong> {kind === 'sold' ? 'sold' : 'asking'}
            {condition ? `, ${condition}` : ''}, {source}
          </span>
        </li>
      ))}
    </ul>
  )
