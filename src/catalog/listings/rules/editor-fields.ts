import { codePointLength, firstCodePoints } from '#core/code-points.ts'
import { LISTING_TEXTS } from './texts.ts'

/** The fields of a listing's editor, with their labels. */
export const FIELD_WORDS = {
  ...LISTING_TEXTS,
  price: 'Price',
  lowest_price: 'Your floor',
  shipping: 'Shipping',
  visibility: 'Who sees it',
  take_offers: 'Open to offers',
} as const
export type TextField = keyof typeof FIELD_WORDS
export const TEXT_FIELDS = Object.keys(FIELD_WORDS) as TextField[]

export type Line = { label: string; value: string }

/** A listing as one types it: every field is text. */
export type Typed = Record<TextField, string> & { lines: readonly Line[] }

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
        : `“${codePointLength(value) > 120 ? `${firstCodePoints(value, 117)}…` : value}”`

/** Where two have changed the same field, whose words go on standing. */
export const PICK = 'pick_'
