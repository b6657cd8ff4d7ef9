import { parcelText, parseParcel } from '#core/parcel.ts'
import { isWords } from '#catalog/listings/rules/fields.ts'
import { eachText } from '#catalog/listings/rules/texts.ts'
import { PICK, TEXT_FIELDS, type Clash, type TextField, type Typed } from '#catalog/listings/rules/editor-fields.ts'
import { fieldAmount, type Listing } from '#web/framework/page/index.ts'

/** Returns a listing's fields as values for the editor's form. */
export const typedOf = (listing: Listing): Typed => ({
  ...eachText((name) => listing[name] ?? ''),
  price: fieldAmount(listing.price),
  lowest_price: fieldAmount(listing.lowest_price),
  shipping: fieldAmount(listing.shipping),
  parcel: parcelText(listing.parcel),
  visibility: listing.visibility,
  take_offers: String(listing.take_offers),
  // omits the detail line in the seller's own words, because the page shows it next to the title
  lines: listing.fields.filter((line) => !isWords(line)).map(({ label, value }) => ({ label, value })),
})

/** Parses the editor's form: the submitted values, and the values that were current when the page was loaded. */
export function readTyped(fields: Record<string, string>, lines: readonly Record<string, string>[]): { typed: Typed; base: Typed | null } {
  const values = TEXT_FIELDS.map((name) => [name, plain(fields[name] ?? '')] as const)
  const cleaned = lines.map(({ label = '', value = '' }) => ({ label: plain(label).trim(), value: plain(value).trim() }))
  const typed = {
    ...(Object.fromEntries(values) as Record<TextField, string>),
    take_offers: fields.take_offers === 'true' ? 'true' : 'false',
    lines: cleaned.filter(({ label, value }) => label !== '' || value !== ''),
  }
  return { typed, base: readBase(fields.base ?? '') }
}

/** Converts line breaks from CRLF, which forms send, to LF. */
const plain = (text: string): string => text.replaceAll('\r\n', '\n')

function readBase(text: string): Typed | null {
  try {
    const base = JSON.parse(text) as Typed
    return TEXT_FIELDS.every((name) => typeof base[name] === 'string') && Array.isArray(base.lines) ? base : null
  } catch {
    return null
  }
}

/** Returns only the fields that changed on this page, so that saving preserves changes made elsewhere. */
export function changesOf(typed: Typed, base: Typed): Record<string, unknown> {
  const changed = TEXT_FIELDS.filter((name) => typed[name] !== base[name])
  const gone = base.lines
    .filter(({ label }) => !typed.lines.some((line) => line.label === label))
    .map(({ label }) => ({ label, value: '' }))
  const lines = [...gone, ...typed.lines.filter((line) => !base.lines.some((one) => one.label === line.label && one.value === line.value))]
  return {
    ...Object.fromEntries(changed.map((name) => [name, name === 'parcel' ? parseParcel(typed[name]) : typed[name]])),
    ...(lines.length > 0 ? { fields: lines } : {}),
  }
}

/** Returns the current values of the fields that were changed both on this page and elsewhere. */
export function clashesOf(typed: Typed, base: Typed, now: Typed): Clash[] {
  return TEXT_FIELDS.filter((name) => typed[name] !== base[name] && now[name] !== base[name] && now[name] !== typed[name]).map((name) => ({
    name,
    now: now[name],
  }))
}

/** Returns the submitted values. A field counts as unchanged if the user resolved its conflict by choosing the stored value. */
export const withPicks = (typed: Typed, base: Typed, fields: Record<string, string>): Typed => ({
  ...typed,
  ...Object.fromEntries(TEXT_FIELDS.filter((name) => fields[`${PICK}${name}`] === 'theirs').map((name) => [name, base[name]])),
})
