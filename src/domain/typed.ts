/** The fields of a listing's editor. */
export const TEXT_FIELDS = [
  'title',
  'one_liner',
  'description',
  'category',
  'price',
  'lowest_price',
  'shipping',
  'visibility',
  'take_offers',
] as const
export type TextField = (typeof TEXT_FIELDS)[number]
export type Line = { label: string; value: string }

/** A listing as one types it: every field is text. */
export type Typed = Record<TextField, string> & { lines: readonly Line[] }

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

/** A field that two have changed, what stands there now and, where it is known, which helper wrote that. */
export type Clash = { name: TextField; now: string; by?: string }

/** What the editor's page is told of a save: what stands there now, and what could not be saved. */
export type Saved = { now: Typed; updatedAt: string; clashes: readonly Clash[]; problem: { param: string | null; message: string } | null }

/** A value of a field in words, as a notice shows it. */
export const inWords = (name: TextField, value: string): string =>
  name === 'take_offers'
    ? value === 'true'
      ? 'on'
      : 'off'
    : name === 'visibility'
      ? value === 'link'
        ? 'only people with the link'
        : 'everyone'
      : value === ''
        ? 'empty'
        : `“${value.length > 120 ? `${value.slice(0, 117)}…` : value}”`

/** Where two have changed the same field, whose words go on standing. */
export const PICK = 'pick_'
