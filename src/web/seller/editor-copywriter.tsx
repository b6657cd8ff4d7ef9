import type { Person } from '#platform/context/index.ts'
import { wordDiff } from './word-diff.ts'
import { LONGEST, TONES, type ListingCopy } from '#helpers/copywriter/rules/copy.ts'
import { Button, Field, HelperMark, Select } from '#web/ui/index.ts'
import type { HelperRecord, Listing, Take } from '#web/framework/page/records.ts'
import { HelpForm } from './help-form.tsx'
import { NoHelper } from './no-helper.tsx'

type Props = { viewer: Person; listing: Listing; takes: readonly Take[]; take: Take | undefined; state: HelperRecord }

/**
 * Copywriter tab: generates versions (takes) of the title, the one-liner and the description, in a chosen tone. The listing changes only
 * when the seller applies a take.
 */
export const WordsTab = (props: Props) => {
  const { viewer, listing, takes, take, state } = props
  return (
    <>
      {state.state === 'off' ? (
        <NoHelper
          state={state}
          name="Writing help"
          does="Writing help suggests a title, a short summary and a description based on your details, in a tone you choose."
        />
      ) : listing.status === 'sold' ? null : (
        <RequestForm viewer={viewer} listing={listing} take={take} />
      )}
      {take ? (
        <>
          <Filmstrip listing={listing} takes={takes} shown={take} />
          <Shown viewer={viewer} listing={listing} take={take} />
        </>
      ) : null}
    </>
  )
}

const VOICES = TONES.map((value) => ({ value, label: value }))

const RequestForm = ({ viewer, listing, take }: { viewer: Person; listing: Listing; take: Take | undefined }) => (
  <HelpForm viewer={viewer} listing={listing} tab="words" class="stack" label="Writing help" with={{ do: 'help-words' }}>
    <Select name="tone" label="Voice" choices={VOICES} {...(take ? { value: take.tone } : {})} />
    <div class="actions">
      <Button kind="dark" name="instruction" value="take" icon="spark" label={take ? 'Write a new version' : 'Write'} />
      {take ? (
        <>
          <Button name="instruction" value="shorter" label="Shorten" />
          <Button name="instruction" value="longer" label="Lengthen" />
        </>
      ) : null}
    </div>
    <Field name="own" label="Instructions" maxlength={500} placeholder="Mention the mended cuff first" />
    <Button small name="instruction" value="own" label="Write with instructions" />
  </HelpForm>
)

type StripProps = { listing: Listing; takes: readonly Take[]; shown: Take }

/** All takes (generated versions), oldest first. Each take has its own URL. */
const Filmstrip = ({ listing: { id }, takes, shown }: StripProps) => {
  const ordered = takes.toReversed()
  return (
    <nav class="filmstrip" aria-label="Versions">
      <ol role="list">
        {ordered.map((take, index) => (
          <li>
            <a
              href={`/app/listings/${id}?help=words&take=${take.id}#help`}
              data-swap="help"
              id={`take-${take.id}`}
              aria-current={take.id === shown.id ? 'true' : undefined}
            >
              <span class="nth">Version {index + 1}</span>
              <span class="clip">{take.title || take.one_liner || take.description}</span>
              <span class="small">{take.used_at === null ? requestOf(take) : 'Previously used in the listing'}</span>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

const requestOf = ({ tone, instruction }: Take): string => (instruction === 'take' ? tone : `${tone}, ${instruction}`)

const PARTS = [
  { part: 'title', label: 'Title' },
  { part: 'one_liner', label: 'Short summary' },
  { part: 'description', label: 'Description' },
] as const

/** The differences between a take (a generated version) and the listing, by field. */
const Shown = ({ viewer, listing, take }: { viewer: Person; listing: Listing; take: Take }) => {
  const differs = PARTS.filter(({ part }) => take[part] !== '' && take[part] !== (listing[part] ?? ''))
  return (
    <div class="take">
      {PARTS.map(({ part, label }) => (
        <section aria-label={label}>
          <h4>
            {label} <Count text={take[part]} part={part} />
          </h4>
          <Diff before={listing[part] ?? ''} after={take[part]} />
          {listing.status !== 'sold' && differs.length > 1 && differs.some((one) => one.part === part) ? (
            <HelpForm viewer={viewer} listing={listing} tab="words" label={`Use the ${label.toLowerCase()}`} with={{ take: take.id, part }}>
              <Button small do="take-part" label={`Use this ${label.toLowerCase()}`} />
            </HelpForm>
          ) : null}
        </section>
      ))}
      {take.teaser ? (
        <section aria-label="Teaser">
          <h4>
            Teaser <Count text={take.teaser} part="teaser" />
          </h4>
          <p>{take.teaser}</p>
        </section>
      ) : null}
      <HelperMark>Suggested by writing help</HelperMark>
      {differs.length === 0 ? (
        <p class="small quiet">Your listing uses this wording.</p>
      ) : listing.status === 'sold' ? null : (
        <HelpForm viewer={viewer} listing={listing} tab="words" label="Use this version" with={{ take: take.id }}>
          <Button kind="pop" do="use-take" icon="check" label={differs.length > 1 ? 'Use all' : 'Use this'} />
        </HelpForm>
      )}
    </div>
  )
}

const Count = ({ text, part }: { text: string; part: keyof ListingCopy }) => (
  <span class="small quiet number">
    {[...text].length}/{LONGEST[part]}
  </span>
)

const Diff = ({ before, after }: { before: string; after: string }) =>
  after === '' ? (
    <p class="small quiet">No changes.</p>
  ) : (
    <p class="diff">
      {wordDiff(before, after).map(({ kind, text }) =>
        kind === 'gone' ? <del>{text}</del> : kind === 'new' ? <ins>{text}</ins> : <span>{text}</span>,
      )}
    </p>
  )
