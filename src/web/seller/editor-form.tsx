import { FLOOR_NOTE } from './floor-note.ts'
import { feeNote } from './fee-note.ts'
import type { Fees } from '#core/fees.ts'
import type { Person } from '#platform/context/index.ts'
import { keyOf, attributeOf } from '#catalog/listings/rules/fields.ts'
import { MARKET_CATEGORIES } from '#catalog/browse/rules/market.ts'
import { RULE_OF_THUMB } from '#helpers/research/rules/price-summary.ts'
import { PARCEL_PRESETS, parcelText } from '#core/parcel.ts'
import { continueTo, EDITOR_STEPS, type EditorStep } from '#catalog/listings/rules/editor-steps.ts'
import { clipAtWord, oneLine } from '#core/text.ts'
import { FIELD_LABELS, type TextField, type Typed } from '#catalog/listings/rules/editor-fields.ts'
import { Button, Check, Field, Form, Notice, Section, Select, TextArea } from '#web/ui/index.ts'
import { EDITOR_COPY } from './copy.ts'
import { EDITOR_FORM } from './editor-clashes.tsx'
import { Additions } from './editor-steps.tsx'
import { readinessOf } from './readiness-of.ts'
import { type Listing, type Problem, problemAt } from '#web/framework/page/index.ts'

/** Names of the fields that show their own error message. */
export const FORM_FIELDS = [...Object.keys(FIELD_LABELS).filter((name) => name !== 'take_offers'), 'fields']

type FormProps = {
  viewer: Person
  listing: Listing
  typed: Typed
  base: Typed
  problem: Problem | undefined
  /** Step that the page shows on a phone. Null if the listing is sold. */
  step: EditorStep | null
  /** True after the seller has tried to publish. The bar then shows the publish button on every step. */
  again: boolean
  fees: Fees
  /** The shop's category. Its fee applies to a listing without a category. */
  shopCategory: string | null
  questions: ReadonlyMap<string, string>
}

/** All fields of a listing. The seller must relist a sold listing before editing it. */
export const EditorForm = ({ viewer, listing, typed, base, problem, fees, shopCategory, step, again, questions }: FormProps) => {
  const at = (name: TextField) => ({ name, label: FIELD_LABELS[name], problem: problemAt(problem, name), value: typed[name] })
  const action = `/app/listings/${listing.id}`
  if (listing.status === 'sold' || step === null)
    return (
      <Form class="stack" action={action} viewer={viewer} label="The listing">
        <Notice means="plainly">To change this sold listing, relist it. Its link will stay the same.</Notice>
        <div class="actions">
          <Button kind="dark" do="relist" icon="undo" label="Relist" />
        </div>
      </Form>
    )
  return (
    <Form
      class="form wide editor-form"
      id={EDITOR_FORM}
      action={action}
      viewer={viewer}
      label="The listing"
      island="editor"
      with={{ base: JSON.stringify(base), step, ...confirmedPrice(listing, problem) }}
    >
      {/* the default button comes first, because pressing Enter in a field activates the first button in the form */}
      <button class="hidden-text" name="do" value="save" tabindex={-1} aria-hidden="true">
        Save
      </button>
      <div class="step" data-step="details">
        <h2 id="about">{EDITOR_COPY.stepNames.details}</h2>
        <Field {...at('title')} maxlength={80} hint="Use words that buyers search for." />
        <PromptNote listing={listing} typed={typed} />
        <Field {...at('one_liner')} maxlength={120} />
        <TextArea {...at('description')} maxlength={5000} rows={6} hint="Describe the condition, the measurements and every flaw." />
        <Select {...at('category')} choices={categories(fees, typed.category)} />
        <Lines typed={typed} questions={questions} problem={problemAt(problem, 'fields')} />
      </div>
      <PriceFields
        at={at}
        listing={listing}
        offers={typed.take_offers === 'true'}
        fee={feeNote(fees, typed.category || shopCategory, listing.price)}
      />
      <div class="step" data-step="publish">
        <h2 id="publish">{EDITOR_COPY.stepNames.publish}</h2>
        <Field
          {...at('parcel')}
          list="parcels"
          maxlength={60}
          hint="Weight and size of the packed item, such as 24 oz, 12 x 9 x 4 in. Required for shipping labels."
        />
        <datalist id="parcels">
          {PARCEL_PRESETS.map(({ label, parcel }) => (
            <option value={parcelText(parcel)}>{label}</option>
          ))}
        </datalist>
        <Field {...at('sku')} maxlength={64} hint="Your own stock number. Only you can see it." />
        <Select
          {...at('visibility')}
          choices={[
            { value: 'everyone', label: 'Everyone' },
            { value: 'link', label: 'Only people with the link' },
          ]}
        />
        {listing.status === 'draft' ? <Checklist listing={listing} /> : null}
      </div>
      <SaveBar status={listing.status} again={again} />
    </Form>
  )
}

/** Deletes a listing that has never been sold. The button has a separate form at the end of the page, far from all other buttons. */
export const DeleteListing = ({ viewer, listing: { id } }: Pick<FormProps, 'viewer' | 'listing'>) => (
  <Form class="stack" action={`/app/listings/${id}`} viewer={viewer} label="Delete this listing">
    <details class="danger">
      <summary>Delete this listing</summary>
      <p>This also deletes its photos permanently. You cannot delete a listing that has ever been sold.</p>
      <Button kind="bad" do="delete" icon="bin" label="Delete listing" />
    </details>
  </Form>
)

type FieldProps = (name: TextField) => { name: TextField; label: string; problem: string | undefined; value: string }

type PriceProps = { at: FieldProps; listing: Listing; offers: boolean; fee: string }

const PriceFields = ({ at, listing, offers, fee }: PriceProps) => (
  <div class="step" data-step="price">
    <h2 id="pricing">{EDITOR_COPY.stepNames.price}</h2>
    <div class="three">
      <Field {...at('price')} inputmode="decimal" before="$" hint={`${guessHint(listing)}${fee}`} />
      <Field {...at('lowest_price')} inputmode="decimal" before="$" hint="Buyers never see this price." />
      <Field {...at('shipping')} inputmode="decimal" before="$" hint="0 means “Pickup only”. Empty means “Ask about shipping”." />
    </div>
    <details class="hint">
      <summary>Patient buyers may be able to work out your minimum price.</summary>
      <p>{FLOOR_NOTE} If counteroffers are off, buyers cannot work out the minimum.</p>
    </details>
    <Check name="take_offers" label="Open to offers" checked={offers} />
  </div>
)

const PromptNote = ({ listing: { prompt, name }, typed }: { listing: Listing; typed: Typed }) => {
  if (!prompt) return null
  const suggestion = clipAtWord(oneLine(name), MAX_TITLE)
  return (
    <div class="title-words small">
      <p>
        You wrote: “<span class="words">{prompt}</span>”
      </p>
      {typed.title === '' ? (
        <>
          <input type="hidden" name="suggested_title" value={suggestion} />
          <Button small do="use-title" label={`Use “${suggestion}” as the title`} />
          <p class="hint">{EDITOR_COPY.emptyTitle}</p>
        </>
      ) : null}
    </div>
  )
}

const MAX_TITLE = 80

/** Returns a hint about a price that research guessed without evidence or derived from the price of a new item. */
const guessHint = ({ price, price_basis, research }: Listing): string => {
  if (price_basis === 'default') return 'This is a guess, because no comparable sales were found. Set your own price. '
  return research?.priced_by === 'rule_of_thumb' && price === research.suggested_price ? `${RULE_OF_THUMB}: ${FILLED_IN} ` : ''
}

const FILLED_IN = 'we filled in this price without comparable sales. Set your own price.'

/**
 * Returns a hidden field with the guessed price if the page asks the seller to confirm that price. The seller confirms the price by
 * publishing again.
 */
const confirmedPrice = ({ price, price_basis }: Listing, problem: Problem | undefined): Record<string, string> =>
  price_basis === 'default' && problem?.param === 'price' ? { confirmed_price: String(price) } : {}

/**
 * Bar at the bottom of the screen. On a wide screen, its buttons save and publish. On a phone, its button opens the next step; only the
 * last step has the buttons that save and publish. A script shows the save state.
 */
const SaveBar = ({ status, again }: { status: 'draft' | 'live'; again: boolean }) => (
  <div class="save-bar">
    <p class="save-state" id="save-state" role="status" />
    {again
      ? null
      : EDITOR_STEPS.slice(1).map((next, index) => (
          <div class="actions next" data-step={EDITOR_STEPS[index]}>
            <Button kind="dark" do={continueTo(next)} label={EDITOR_COPY.continueTo[next]} />
          </div>
        ))}
    <div class="actions" data-step={again ? undefined : 'publish'}>
      <Button do="save" label="Save" />
      {status === 'draft' ? (
        <Button kind="pop" do="publish" label="Publish" />
      ) : (
        <>
          <Button do="unpublish" label="Unpublish" />
          <Button do="sold" label="Mark as sold" />
        </>
      )}
    </div>
  </div>
)

const categories = ({ fees }: Fees, chosen: string) => [
  { value: '', label: 'None yet' },
  ...[...new Set<string>([...MARKET_CATEGORIES, ...Object.keys(fees), ...(chosen ? [chosen] : [])])].map((value) => ({
    value,
    label: value,
  })),
]

const USUAL_DETAILS = ['Size', 'Brand', 'Condition', 'Material', 'Colour', 'Year', 'Measures', 'Made in', 'Model']
const SPARE_LINES = 3

const unsaid = (lines: Typed['lines']): string[] =>
  USUAL_DETAILS.filter((name) => !lines.some(({ label }) => attributeOf(keyOf(label)) === attributeOf(keyOf(name))))

type LinesProps = { typed: Typed; problem: string | undefined; questions: ReadonlyMap<string, string> }

const Lines = ({ typed: { lines }, problem, questions }: LinesProps) => (
  <fieldset class="field detail-lines" id="details" data-lines>
    <legend>Details</legend>
    {problem ? (
      <p class="problem" id="fields-problem">
        {problem}
      </p>
    ) : null}
    <p class="hint">Brand, size, colour, material, year. Clear a value to remove its line.</p>
    {[...lines, ...Array.from({ length: SPARE_LINES }, () => ({ label: '', value: '' }))].map(({ label, value }, index) => (
      <div class="detail-line">
        <input
          class="input"
          name={`fields[${index}][label]`}
          value={label}
          maxlength={60}
          aria-label={`Detail ${index + 1}: name`}
          placeholder={label === '' ? unsaid(lines)[index - lines.length] : undefined}
        />
        <input
          class="input"
          name={`fields[${index}][value]`}
          value={value}
          maxlength={500}
          placeholder={value === '' ? questions.get(label) : undefined}
          aria-label={`Detail ${index + 1}: value`}
        />
      </div>
    ))}
  </fieldset>
)

/** Requirements for publishing, and suggestions. A script updates the lists while the seller types. */
const Checklist = ({ listing }: { listing: Listing }) => {
  const { missing, helps } = readinessOf(listing)
  return (
    <Section id="checklist-title" title={EDITOR_COPY.checklist} className="checklist">
      <ul role="list" id="missing" class="todo">
        {missing.length === 0 ? <li class="is-done">{EDITOR_COPY.ready}</li> : null}
        <Additions listing={listing.id} all={missing} lead={EDITOR_COPY.add} />
      </ul>
      <ul role="list" id="helps" class="todo soft">
        <Additions listing={listing.id} all={helps} lead={EDITOR_COPY.sellsBetter} />
      </ul>
    </Section>
  )
}
