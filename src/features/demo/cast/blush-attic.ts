import type { CastShop } from './types.ts'

export const blushAttic: CastShop = {
  slug: 'blush-attic', owner: 'noor', name: 'Blush Attic', tone: 'blush', emblem: 'attic', category: 'Shoes', location: 'Providence, RI', sinceDays: 186, lowestPercent: 10,
  about: 'Shoes, bags and dresses from an attic with too many of each. Resoled, re-stitched, honestly described.',
  followers: ['theo', 'ana'], views: 121,
  things: [
    {
      title: 'Dot dress', oneLiner: 'Puff sleeves, ruffle hem, rose sash', category: 'Clothing', price: 54, floor: 44, shipping: 7,
      words: 'A dress that dances by itself. Viscose with dots, puff sleeves, a ruffle at the hem.\n\nThe sash is not original, but it is better.', details: { Size: 'US 8', Material: 'Viscose', Condition: 'Very good' },
      life: { is: 'live', hours: 1 }, look: { kind: 'dress', dye: 'bottle green', bright: 'rose', cloth: 'dotted' }, likes: ['mika', 'odette', 'ana'], visits: 38,
    },
    {
      title: 'Bottle-green satchel', oneLiner: 'Thick leather, strap re-stitched', category: 'Bags', price: 88, floor: 72, shipping: 10,
      words: 'Bridle leather that will outlive us. The handle came loose on one side and was re-stitched by a saddler; the thread is lighter.\n\nFits a 13 inch laptop.', details: { Material: 'Leather', Width: '14 in', Condition: 'Good, strap re-stitched' },
      life: { is: 'live', hours: 12 }, look: { kind: 'satchel', dye: 'bottle green', bright: 'mustard', flaw: 'mend', at: [248, 500] }, likes: ['theo', 'jules'], visits: 42,
    },
    {
      title: 'Chalk lace-up boots', oneLiner: 'Resoled last winter, size 38', category: 'Shoes', price: 70, shipping: 11,
      words: 'White leather lace-ups, resoled last winter with rubber. Scuffs at the right toe that polish hides for an evening.', details: { Size: 'EU 38', Material: 'Leather', Condition: 'Good, resoled' },
      life: { is: 'live', hours: 33 }, look: { kind: 'boots', dye: 'chalk', bright: 'apricot', flaw: 'scuff' }, likes: ['mika'], visits: 29,
    },
    {
      title: 'Suede trainers', oneLiner: 'Sky suede, little worn', category: 'Shoes', price: 45, shipping: 8,
      words: 'Worn perhaps ten times. Suede brushed, laces washed. A faint mark on the left sole edge.', details: { Size: 'EU 41', Material: 'Suede', Condition: 'Very good' },
      life: { is: 'live', hours: 62 }, look: { kind: 'trainers', dye: 'teal', bright: 'mustard' }, likes: ['theo'], visits: 26,
    },
    {
      title: 'Floral wash bag', oneLiner: 'Quilted, lined, brass zip', category: 'Bags', price: 13, shipping: 4, words: 'Quilted cotton with a wipe-clean lining. The zip is stiff at the last inch.', details: { Width: '10 in', Condition: 'Good' },
      life: { is: 'live', hours: 90 }, look: { kind: 'pouch', dye: 'plum', bright: 'butter', cloth: 'floral' }, visits: 13,
    },
    {
      title: 'Rust walking boots', oneLiner: 'Broken in on gentle hills', category: 'Shoes', price: 58, floor: 50, shipping: 11, words: 'Full-grain leather, waxed twice a year. The tread has half its life left.', details: { Size: 'EU 40', Condition: 'Good' },
      life: { is: 'live', hours: 160 }, look: { kind: 'boots', dye: 'cocoa', bright: 'tomato' }, visits: 15,
    },
    {
      title: 'Evening tote in ink', oneLiner: 'Sold to a friend of a friend', category: 'Bags', price: 31, shipping: 6, words: 'Plain, dark, useful.', life: { is: 'sold', hours: 350, soldHours: 44 }, look: { kind: 'tote', dye: 'ink', bright: 'rose', cloth: 'plain' }, views: ['front'], visits: 19,
    },
    {
      title: 'Tomato trainers', oneLiner: 'Red suede, sold within a day', category: 'Shoes', price: 49, shipping: 8, words: 'Loud and comfortable.', life: { is: 'sold', hours: 95, soldHours: 80 }, look: { kind: 'trainers', dye: 'tomato', bright: 'cream' }, views: ['front', 'close-up'], likes: ['odette'], visits: 40,
    },
  ],
}
