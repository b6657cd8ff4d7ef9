import type { Detail, Picture } from '#catalog/browse/records.ts'
import type { Core } from '#platform/context/index.ts'
import { createUrls } from '#platform/context/urls.ts'
import { REAL } from '#core/tenant.ts'

export const NOW = new Date('2030-01-31T12:00:00Z')
export const after = (minutes: number): Date => new Date(NOW.getTime() + minutes * 60_000)

const PUBLIC_URL = 'https://market.example'
/** The parts of a context that presenters of public listings use: the current time is `NOW`, and files have a separate host. */
export const CORE = {
  now: () => NOW,
  config: { publicUrl: PUBLIC_URL },
  urls: createUrls({ publicUrl: PUBLIC_URL, programsUrl: 'https://files.example', storeDomain: 'market.example' }),
} as unknown as Core

/** A photo or a video with a small, a large and a medium file. */
export const picture = (name: string, isVideo = false): Picture => ({
  isVideo,
  isStock: false,
  alt: null,
  variants: ['small', 'large', 'medium'].map((size) => ({ size, key: `${name}-${size}`, width: 10, height: 10 })),
}) as unknown as Picture // prettier-ignore

/** A live public listing, published 100 days before `NOW`, with a photo and a video. */
export const DETAIL: Detail = {
  id: 'lst_1',
  status: 'live',
  visibility: 'everyone',
  title: 'Brass lamp',
  oneLiner: 'A lamp that works.',
  category: 'Home',
  facets: { brand: 'Kaiser', size: 'Large', condition: 'good' },
  priceCents: 4_050,
  wasCents: 5_125,
  shipping: { kind: 'sent', cents: 850 },
  shipsTo: ['US'],
  takesOffers: true,
  takesDeposit: false,
  publishedAt: after(-100 * 24 * 60 - 30),
  soldAt: null,
  reservedUntil: null,
  link: 'brass-lamp-1',
  url: 'https://attic.market.example/brass-lamp-1',
  shop: { id: 'shp_1', slug: 'attic', name: 'The Attic', tone: 'sage', tenant: REAL, visibility: 'public', paused: false, awayUntil: null },
  seller: { id: 'acc_1', name: 'Ana' },
  cover: picture('lamp'),
  liked: false,
  description: 'First.\n\nSecond.',
  details: [
    { label: 'Color', value: 'Gold' },
    { label: 'Height', value: '40 cm' },
  ],
  pictures: [picture('lamp'), picture('film', true)],
  hasQuestions: false,
}
