import type { Child } from 'hono/jsx'
import type { Person } from '#context.ts'
import { MARKET_CATEGORIES } from '#domain/market.ts'
import { Notice } from '#web/components/badge.tsx'
import { Button } from '#web/components/button.tsx'
import { Check, Field, Select, TextArea } from '#web/components/field.tsx'
import { Form } from '#web/components/form.tsx'
import { problemAt, type Problem } from './calling.ts'
import type { TextField, Typed } from './edits.ts'
import type { Listing } from './records.ts'

export const FIELD_WORDS: Readonly<Record<TextField, string>> = {
  title: 'Title',
  one_liner: 'One line',
  description: 'Description',
  category: 'Category',
  price: 'Price',
  lowest_price: 'Your floor',
  shipping: 'Shipping',
  visibility: 'Who sees it',
  take_offers: 'Open to offers',
}

/** Fields that show their own problem. */
export const FORM_FIELDS = [...Object.keys(FIELD_WORDS).filter((name) => name !== 'take_offers'), 'fields']

type FormProps = { viewer: Person; listing: Listing; typed: Typed; base: Typed; problem: Problem | undefined }

/** Everything one can say of a listing. A sold one is put up again first. */
export const EditorForm = ({ viewer, listing, typed, base, problem }: FormProps) => {
  const at = (name: TextField) => ({ name, label: FIELD_WORDS[name], problem: problemAt(problem, name), value: typed[name] })
  const action = `/app/listings/${listing.id}`
  if (listing.status === 'sold')
    return (
      <Form class="stack" action={action} viewer={viewer} label="The listing">
        <Notice means="plainly">A sold listing stays as it was. Put it up again to change it: it keeps its link.</Notice>
        <Buttons>
          <Button kind="dark" name="do" value="relist" icon="undo">
            Put it up again
          </Button>
        </Buttons>
      </Form>
    )
  return (
    <Form class="form wide" action={action} viewer={viewer} label="The listing" island="editor">
      <input type="hidden" name="base" value={JSON.stringify(base)} />
      <Field {...at('title')} maxlength={80} hint="What it is, as one searches for it." />
      <Field {...at('one_liner')} maxlength={120} />
      <TextArea {...at('description')} maxlength={5000} rows={6} hint="Its condition, its measures, and every flaw." />
      <Select {...at('category')} choices={categories(typed.category)} />
      <div class="three">
        <Field {...at('price')} inputmode="decimal" before="$" />
        <Field {...at('lowest_price')} inputmode="decimal" before="$" hint="Buyers never see it." />
        <Field {...at('shipping')} inputmode="decimal" before="$" hint="0: pickup only. Empty: buyers ask." />
      </div>
      <Check name="take_offers" label="Open to offers" checked={typed.take_offers === 'true'} />
      <Select
        {...at('visibility')}
        choices={[
          { value: 'everyone', label: 'Everyone' },
          { value: 'link', label: 'Only people with the link' },
        ]}
      />
      <Lines typed={typed} problem={problemAt(problem, 'fields')} />
      <Buttons>
        {listing.status === 'draft' ? (
          <>
            <Button kind="dark">Save</Button>
            <Button kind="pop" name="do" value="publish">
              Publish
            </Button>
          </>
        ) : (
          <>
            <Button kind="dark">Save</Button>
            <Button name="do" value="unpublish">
              Unpublish
            </Button>
            <Button name="do" value="sold">
              Mark as sold
            </Button>
          </>
        )}
      </Buttons>
      {listing.status === 'draft' ? <Checklist listing={listing} /> : null}
      <details class="danger">
        <summary>Delete this listing</summary>
        <p>Its photos go with it, for ever. One that was ever sold stays.</p>
        <Button kind="bad" name="do" value="delete" icon="bin">
          Delete it
        </Button>
      </details>
    </Form>
  )
}

const Buttons = ({ children }: { children?: Child }) => <div class="actions save-bar">{children}</div>

const categories = (chosen: string) => [
  { value: '', label: 'None yet' },
  ...[...MARKET_CATEGORIES, ...(chosen && !MARKET_CATEGORIES.some((one) => one === chosen) ? [chosen] : [])].map((value) => ({
    value,
    label: value,
  })),
]

const SPARE_LINES = 3

/** Details in pairs, with room for a few more. */
const Lines = ({ typed: { lines }, problem }: { typed: Typed; problem: string | undefined }) => (
  <fieldset class="field detail-lines">
    <legend>Details</legend>
    {problem ? <p class="problem">{problem}</p> : null}
    <p class="hint">Brand, size, colour, material, year. Empty a value to take its line away.</p>
    {[...lines, ...Array.from({ length: SPARE_LINES }, () => ({ label: '', value: '' }))].map(({ label, value }, index) => (
      <div class="detail-line">
        <input
          class="input"
          name={`fields[${index}][label]`}
          value={label}
          maxlength={60}
          aria-label={`Detail ${index + 1}: name`}
          placeholder="Size"
        />
        <input class="input" name={`fields[${index}][value]`} value={value} maxlength={500} aria-label={`Detail ${index + 1}: value`} />
      </div>
    ))}
  </fieldset>
)

/** What stands in the way of publishing, and what would help it sell. */
const Checklist = ({ listing: { title, price, photos, fields, shipping } }: { listing: Listing }) => {
  const missing = [title === null ? 'a title' : null, price === null ? 'a price' : null].filter((one) => one !== null)
  const helps = [
    photos.length < 3 ? 'three photos or more' : null,
    shipping === null ? 'what shipping costs' : null,
    fields.length === 0 ? 'a few details, such as size and condition' : null,
  ].filter((one) => one !== null)
  return (
    <Notice means={missing.length > 0 ? 'warn' : 'ok'}>
      <p>{missing.length > 0 ? `Before it can go live it needs ${missing.join(' and ')}.` : 'Nothing stands in the way of publishing.'}</p>
      {helps.length > 0 ? <p>It sells better with {helps.join(', ')}.</p> : null}
    </Notice>
  )
}
