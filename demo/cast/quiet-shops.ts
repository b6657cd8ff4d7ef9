import type { CastShop } from './types.ts'

/** Shops that the marketplace does not show: one for each possible reason. */

export const rainyRadio: CastShop = {
  slug: 'rainy-radio',
  owner: 'jules',
  name: 'Rainy Day Radio',
  tone: 'mint',
  emblem: 'radio',
  category: 'Tech',
  location: 'Chicago, IL',
  sinceDays: 120,
  paused: true,
  about: 'Repaired radios, one at a time. Resting until the bench is clear again.',
  followers: ['theo'],
  views: 33,
  items: [
    {
      title: 'Cream bedside radio',
      oneLiner: 'Waits for the shop to open again',
      category: 'Tech',
      price: 48,
      shipping: 9,
      text: 'Warm sound, new cord, a dial that glows.',
      details: { Bands: 'FM, AM' },
      life: { is: 'live', hours: 500 },
      appearance: { kind: 'radio', dye: 'cream', bright: 'tomato' },
      views: ['front', 'close-up'],
      visits: 11,
    },
  ],
}

export const movingSale: CastShop = {
  slug: 'sams-moving-sale',
  owner: 'sam',
  name: 'Sam’s moving sale',
  tone: 'lemon',
  emblem: 'house',
  category: 'Home',
  location: 'Asheville, NC',
  sinceDays: 9,
  visibility: 'link',
  about: 'For neighbours who have the link. Everything goes by the end of the month.',
  followers: [],
  views: 14,
  items: [
    {
      title: 'Reading chair',
      oneLiner: 'Yours if you carry it',
      category: 'Home',
      price: 40,
      shipping: 0,
      text: 'A good chair for a long book. Seat sags a little on the left.',
      details: { Collection: 'West Asheville' },
      life: { is: 'live', hours: 130 },
      appearance: { kind: 'chair', dye: 'teal', bright: 'cream', cloth: 'plain' },
      views: ['front', 'close-up'],
      visits: 7,
    },
  ],
}

export const nest: CastShop = {
  slug: 'the-nest',
  owner: 'noor',
  name: 'The Nest',
  tone: 'pink',
  emblem: 'attic',
  category: 'Kids',
  location: 'Providence, RI',
  sinceDays: 3,
  visibility: 'private',
  about: 'Opens in spring. Only Noor sees it until then.',
  followers: [],
  views: 0,
  items: [
    {
      title: 'Lilac bear',
      oneLiner: 'The first item in the new shop',
      category: 'Kids',
      price: 21,
      shipping: 5,
      text: 'A soft bear, washed and mended.',
      life: { is: 'live', hours: 50 },
      appearance: { kind: 'bear', dye: 'lilac', bright: 'butter' },
      views: ['front'],
    },
  ],
}
