import type { Context, Person } from '#context.ts'
import { TONES } from '#domain/words.ts'
import { HelperOff } from '#web/components/badge.tsx'
import { Button } from '#web/components/button.tsx'
import { Field, Select } from '#web/components/field.tsx'
import { Form } from '#web/components/form.tsx'
import { Tabs } from '#web/components/tabs.tsx'
import { call } from './calling.ts'
import { dollarsText, type Listing } from './records.ts'

const ACTIONS: Readonly<Record<string, string>> = { 'help-research': 'startResearch', 'help-words': 'writeWords' }
export const isHelperAction = (action: string): boolean => Object.hasOwn(ACTIONS, action)

/** Asks a helper of this listing. Errors: 503 where it is off. */
export async function helpWith(ctx: Context, viewer: Person, id: string, fields: Record<string, string>): Promise<void> {
  const { tone = TONES[0], instruction = '' } = fields
  const body = fields.do === 'help-words' ? { tone, ...(instruction ? { instruction } : {}) } : {}
  await call(ctx, viewer, ACTIONS[fields.do ?? '']!, { params: { id }, body })
}

const TABS = [
  { id: 'research', label: 'Research' },
  { id: 'words', label: 'Words' },
  { id: 'chat', label: 'Chat' },
] as const

type PanelProps = { ctx: Context; viewer: Person; listing: Listing; tab: string | undefined }

/** The helpers beside the form. What this server has no key for is off, in calm words, and all else works (ux rule 8). */
export const HelperPanel = ({ ctx, viewer, listing, tab }: PanelProps) => {
  const shown = TABS.find(({ id }) => id === tab)?.id ?? 'research'
  return (
    <section class="helper-panel" id="help" aria-label="Helpers">
      <Tabs
        label="Helpers"
        tabs={TABS.map(({ id, label }) => ({ href: `/app/listings/${listing.id}?help=${id}#help`, label, current: id === shown }))}
      />
      {shown === 'research' ? (
        <Research viewer={viewer} listing={listing} />
      ) : shown === 'words' ? (
        <Words ctx={ctx} viewer={viewer} listing={listing} />
      ) : (
        <HelperOff name="The chat" does="You tell it what to change, and it changes the listing, each change with its undo." />
      )}
    </section>
  )
}

type Props = { ctx: Context; viewer: Person; listing: Listing }

/** Words need a model; research does without one, by fixed rules (interface, helpers 4 and 5). */
const hasModel = (ctx: Context): boolean => ctx.providers.model !== undefined

const Research = ({ viewer, listing: { id, research, status } }: Omit<Props, 'ctx'>) => (
  <>
    {research ? (
      <div class="stack">
        <p>
          <strong>{research.identified}</strong>, {research.confidence} confidence
        </p>
        <p>
          Sells for {dollarsText(research.price_range.low)} to {dollarsText(research.price_range.high)};{' '}
          {dollarsText(research.suggested_price)} is a fair ask.
        </p>
        <p class="quiet">{research.summary}</p>
      </div>
    ) : null}
    {status !== 'sold' ? (
      <Form action={`/app/listings/${id}`} viewer={viewer}>
        <input type="hidden" name="help" value="research" />
        <Button name="do" value="help-research" icon="search">
          {research ? 'Look it up again' : 'Look it up'}
        </Button>
      </Form>
    ) : research ? null : (
      <HelperOff name="Research" does="It looks at your photos, finds what the same thing sells for, and suggests a price." />
    )}
  </>
)

const VOICES = TONES.map((value) => ({ value, label: value }))

const Words = ({ ctx, viewer, listing: { id } }: Props) =>
  hasModel(ctx) ? (
    <Form action={`/app/listings/${id}`} viewer={viewer} class="form">
      <input type="hidden" name="help" value="words" />
      <Select name="tone" label="Voice" choices={VOICES} />
      <Field name="instruction" label="Anything to mind" maxlength={500} hint="Shorter, longer, or in your own words." />
      <Button name="do" value="help-words" icon="spark">
        Write
      </Button>
    </Form>
  ) : (
    <HelperOff name="Words" does="It writes title, line and description from what you filled in, in a voice you choose, as a suggestion." />
  )
