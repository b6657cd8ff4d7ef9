import { FLOOR_NOTE } from './floor-note.ts'
import type { Person } from '#platform/context/index.ts'
import { keyOf, attributeOf } from '#catalog/listings/rules/fields.ts'
import { MARKET_CATEGORIES } from '#catalog/browse/rules/market.ts'
import { RULE_OF_THUMB } from '#helpers/research/rules/price-summary.ts'
import { PARCEL_PRESETS, parcelText } from '#core/parcel.ts'
import { isSize, readiness, showsFlaw } from '#catalog/listings/rules/readiness.ts'
import { clipAtWord, oneLine } from '#core/text.ts'
import { FIELD_LABELS, type TextField, type Typed } from '#catalog/listings/rules/editor-fields.ts'
import { Button, Check, Field, Form, Notice, Section, Select, TextArea } from '#web/ui/index.ts'
import { DROPS } from './copy.ts'
import { EDITOR_FORM } from './editor-clashes.tsx'
import { DROPS_ID } from './price-drop.tsx'
import { type Listing, type Problem, problemAt } from '#web/framework/page/index.ts'

/** Names of the fields that show their own error message. */
export const FORM_FIELDS = [...Object.keys(FIELD_LABELS).filter((name) => name !== 'take_offers'), 'fields']

type FormProps = {
  viewer: Person
  listing: Listing
  typed: Typed
  base: Typed
  problem: Problem | undefined
  questions: ReadonlyMap<string, string>
}

/** All fields of a listing. A sold listing must be relisted before it can be edited. */
export const EditorForm = ({ viewer, listing, typed, base, problem, questions }: FormProps) => {
  const at = (name: TextField) => ({ name, label: FIELD_LABELS[name], problem: problemAt(problem, name), value: typed[name] })
  const action = `/app/listings/${listing.id}`
  if (listing.status === 'sold')
    return (
      <Form class="stack" action={action} viewer={viewer} label="The listing">
        <Notice means="plainly">Relist this sold listing to change it. It keeps its link.</Notice>
        <div class="actions">
          <Button kind="dark" name="do" value="relist" icon="undo">
            Relist
          </Button>
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
      with={{ base: JSON.stringify(base), ...confirmedPrice(listing, problem) }}
    >
      {/* the default button comes first, because Enter in a field presses the first button of the form */}
      <button class="hidden-text" name="do" value="save" tabindex={-1} aria-hidden="true">
        Save
      </button>
      <h2 id="about">About</h2>
      <Field {...at('title')} maxlength={80} hint="Use words buyers search for." />
      <TitleWords listing={listing} typed={typed} />
      <Field {...at('one_liner')} maxlength={120} />
      <TextArea {...at('description')} maxlength={5000} rows={6} hint="Condition, measurements and every flaw." />
      <Select {...at('category')} choices={categories(typed.category)} />
      <Field {...at('sku')} maxlength={64} hint="Your own stock number. Only you see it." />
      <Lines typed={typed} questions={questions} problem={problemAt(problem, 'fields')} />
      <h2 id="pricing">Price</h2>
      <div class="three">
        <Field {...at('price')} inputmode="decimal" before="$" {...priceHint(listing)} />
        <Field {...at('lowest_price')} inputmode="decimal" before="$" hint="Buyers never see this price." />
        <Field
          {...at('shipping')}
          inputmode="decimal"
          before="$"
          hint="0 means “Pickup only”. If you leave this empty, the page shows “Ask about shipping” and the price includes no shipping."
        />
      </div>
      <p class="hint">
        <strong>While your shop counters offers, patient buyers may work out your minimum price.</strong> {FLOOR_NOTE}
      </p>
      {listing.price === null ? null : (
        <p class="small">
          <a href={`#${DROPS_ID}`}>{DROPS.link}</a>
        </p>
      )}
      <Field
        {...at('parcel')}
        list="parcels"
        maxlength={60}
        hint="Weight and size of the packed item, such as 24 oz, 12 x 9 x 4 in. Choose a common size or enter yours. Shipping labels need it."
      />
      <datalist id="parcels">
        {PARCEL_PRESETS.map(({ label, parcel }) => (
          <option value={parcelText(parcel)}>{label}</option>
        ))}
      </datalist>
      <Check name="take_offers" label="Open to offers" checked={typed.take_offers === 'true'} />
      <Select
        {...at('visibility')}
        choices={[
          { value: 'everyone', label: 'Everyone' },
          { value: 'link', label: 'Only people with the link' },
        ]}
      />
      {listing.status === 'draft' ? <Checklist listing={listing} /> : null}
      <SaveBar status={listing.status} />
      <details class="danger">
        <summary>Delete this listing</summary>
        <p>This permanently deletes its photos too. You cannot delete a listing that has ever been sold.</p>
        <Button kind="bad" name="do" value="delete" icon="bin">
          Delete listing
        </Button>
      </details>
    </Form>
  )
}

/** Offers the seller's prompt as a title. */
const TitleWords = ({ listing: { prompt, name }, typed }: { listing: Listing; typed: Typed }) => {
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
          <Button small name="do" value="use-title">
            Use “{suggestion}” as the title
          </Button>
        </>
      ) : null}
    </div>
  )
}

const MAX_TITLE = 80

/** Returns a hint for a price that research guessed without evidence, or derived from the price of a new item. */
const priceHint = ({ price, price_basis, research }: Listing): { hint?: string } => {
  if (price_basis === 'default') return { hint: 'A guess: no comparable sales were found. Set your own price.' }
  return research?.priced_by === 'rule_of_thumb' && price === research.suggested_price ? { hint: `${RULE_OF_THUMB}: ${FILLED_IN}` } : {}
}

const FILLED_IN = 'we filled in this price without comparable sales. Set your own price.'

/** Returns a hidden field with the guessed price if the form has just asked about it. Publishing again then confirms the price. */
const confirmedPrice = ({ price, price_basis }: Listing, problem: Problem | undefined): Record<string, string> =>
  price_basis === 'default' && problem?.param === 'price' ? { confirmed_price: String(price) } : {}

/** Bar with the save and publish buttons. On a phone it sticks to the bottom of the screen. Scripts show the save state in it. */
const SaveBar = ({ status }: { status: 'draft' | 'live' }) => (
  <div class="save-bar" id="publish">
    <p class="save-state" id="save-state" role="status" />
    <div class="actions">
      <Button name="do" value="save">
        Save
      </Button>
      {status === 'draft' ? (
        <Button kind="pop" name="do" value="publish">
          Publish
        </Button>
      ) : (
        <>
          <Button name="do" value="unpublish">
            Unpublish
          </Button>
          <Button name="do" value="sold">
            Mark as sold
          </Button>
        </>
      )}
    </div>
  </div>
)

const categories = (chosen: string) => [
  { value: '', label: 'None yet' },
  ...[...MARKET_CATEGORIES, ...(chosen && !MARKET_CATEGORIES.some((one) => one === chosen) ? [chosen] : [])].map((value) => ({
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

/** Requirements for publishing, and suggestions that help to sell. A script updates the list while the seller types. */
const Checklist = ({ listing: { title, price, photos, fields, shipping, category } }: { listing: Listing }) => {
  const filled = fields.filter(({ value }) => value !== '')
  const { missing, helps } = readiness({
    title: title !== null,
    price: price !== null,
    shipping: shipping !== null,
    category: category !== null,
    photos: photos.length,
    flawPhoto: photos.some(({ alt }) => showsFlaw(alt ?? '')),
    size: filled.some(({ label }) => isSize(label)),
    details: filled.length,
  })
  return (
    <Section id="checklist-title" title="Before the listing goes live" className="checklist">
      <ul role="list" id="missing" class="todo">
        {missing.length === 0 ? <li class="is-done">Ready to publish</li> : null}
        {missing.map((one) => (
          <li>Add {one}</li>
        ))}
      </ul>
      <ul role="list" id="helps" class="todo soft">
        {helps.map((one) => (
          <li>It sells better with {one}</li>
        ))}
      </ul>
    </Section>
  )
}
