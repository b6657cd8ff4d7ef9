import type { SentTo } from '#platform/http/endpoint.ts'
import type { ListingStatus } from '#catalog/listings/rules/listing.ts'
import { ROUNDINGS, type Rounding } from '#catalog/listings/bulk/rules.ts'
import { invalid } from '#platform/errors/index.ts'
import type { api, Fields } from '#web/framework/page/index.ts'

export type Change = SentTo<typeof api.bulkListings>['body']['change']

type Action = {
  label: string
  from: readonly ListingStatus[]
  change: (fields: Fields) => Change
}

const always = (change: Change) => () => change

/** Bulk actions on the listings page, by the value of the field `action`. */
export const ACTIONS: Readonly<Record<string, Action>> = {
  price: { label: 'Change price', from: ['draft', 'live'], change: (fields) => ({ price: adjustmentOf(fields) }) },
  'lowest-price': {
    label: 'Change minimum price',
    from: ['draft', 'live'],
    change: (fields) => ({ lowest_price: adjustmentOf(fields) }),
  },
  publish: { label: 'Publish', from: ['draft'], change: always({ publish: true }) },
  unpublish: { label: 'Unpublish', from: ['live'], change: always({ unpublish: true }) },
  'offers-on': { label: 'Turn on offers', from: ['draft', 'live'], change: always({ take_offers: true }) },
  'offers-off': { label: 'Turn off offers', from: ['draft', 'live'], change: always({ take_offers: false }) },
  everyone: { label: 'Show to everyone', from: ['draft', 'live'], change: always({ visibility: 'everyone' }) },
  link: { label: 'Show only to people with the link', from: ['draft', 'live'], change: always({ visibility: 'link' }) },
  delete: { label: 'Delete', from: ['draft', 'live'], change: always({ delete: true }) },
}

export const ROUNDING_LABELS: Readonly<Record<Rounding, string>> = {
  none: 'Cents',
  '1': 'Whole dollars',
  '5': '5 dollars',
  '.99': '.99',
}

/** Returns the change that the seller chose in the bulk bar. Errors: 400 `action` or `percent`. */
export function changeOf(fields: Fields): Change {
  const { action = '' } = fields
  if (!Object.hasOwn(ACTIONS, action)) throw invalid('action', 'Choose an action.')
  return ACTIONS[action]!.change(fields)
}

function adjustmentOf({ percent = '', round }: Fields) {
  const by = Number(percent)
  if (percent.trim() === '' || !Number.isFinite(by) || by < -90 || by > 300) throw invalid('percent', 'Enter a percentage from -90 to 300.')
  return { percent: by, round: ROUNDINGS.find((name) => name === round) ?? 'none' }
}
