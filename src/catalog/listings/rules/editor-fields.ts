import { codePointLength, firstCodePoints } from '#core/code-points.ts'
import { LISTING_TEXTS } from './texts.ts'

export const FIELD_LABELS = {
  ...LISTING_TEXTS,
  price: 'Price',
  lowest_price: 'Minimum price',
  shipping: 'Shipping',
  parcel: 'Parcel',
  visibility: 'Visibility',
  take_offers: 'Open to offers',
} as const
export type TextField = keyof typeof FIELD_LABELS
export const TEXT_FIELDS = Object.keys(FIELD_LABELS) as TextField[]

export type Line = { label: string; value: string }

/** A listing as input of the editor form. All values are strings. */
export type Typed = Record<TextField, string> & { lines: readonly Line[] }

/**
 * A field that the user changed in the editor while its stored value also changed. `now` is the stored value; `by` is the helper that wrote
 * this value, if known.
 */
export type Clash = { name: TextField; now: string; by?: string }

/** Result of saving in the editor. */
export type Saved = { now: Typed; updatedAt: string; clashes: readonly Clash[]; problem: { param: string | null; message: string } | null }

/** Formats a field's value for a message to the user. */
export const formatFieldValue = (name: TextField, value: string): string =>
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
        : `“${codePointLength(value) > 120 ? `${firstCodePoints(value, 117)}…` : value}”`

/** Prefix of the form fields in which the seller chooses between two conflicting values. */
export const PICK = 'pick_'
