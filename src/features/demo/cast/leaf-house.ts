import type { CastShop } from './types.ts'

export const leafHouse: CastShop = {
  slug: 'leaf-house', owner: 'sam', name: 'Leaf House', tone: 'leaf', emblem: 'house', category: 'Garden', location: 'Asheville, NC', sinceDays: 249,
  about: 'What grows, what holds it, and what to read beside it. Plants by pickup on Saturdays.',
  followers: ['ana', 'odette'], views: 76,
  things: [
    {
      title: 'Agave in terracotta', oneLiner: 'Five years old, pickup only', category: 'Garden', price: 26, shipping: 0,
      words: 'A five-year-old agave that has outgrown my window. Bring gloves.\n\nThe pot has white marks from hard water.', details: { Height: '14 in', Light: 'Full sun', Condition: 'Healthy' },
      life: { is: 'live', hours: 7 }, look: { kind: 'plant', dye: 'terracotta', bright: 'sage', flaw: 'faded' }, likes: ['odette'], visits: 20,
    },
    {
      title: 'Five cloth-bound novels', oneLiner: 'One spine sun-faded, all complete', category: 'Books', price: 30, shipping: 6,
      words: 'Five novels in cloth, from one shelf. The blue spine is faded by the sun. No writing inside but one dedication, which is lovely.', details: { Count: '5', Binding: 'Cloth', Condition: 'Good' },
      life: { is: 'live', hours: 24 }, look: { kind: 'books', dye: 'bottle green', bright: 'mustard', flaw: 'faded' }, likes: ['noor', 'theo'], visits: 28,
    },
    {
      title: 'Wooden shape blocks', oneLiner: 'Six blocks, one replaced', category: 'Kids', price: 19, shipping: 7,
      words: 'Beech blocks with painted shapes, sanded and oiled with linseed. One is a replacement that I made; its corners are a bit rounder.', details: { Count: '6', Material: 'Beech', Age: '1+' },
      life: { is: 'live', hours: 47 }, look: { kind: 'blocks', dye: 'camel', bright: 'tomato' }, likes: ['mika'], visits: 16,
    },
    {
      title: 'Seed tins', oneLiner: 'Three tins, empty, lids fit', category: 'Garden', price: 12, shipping: 5, words: 'Three small seed tins. Paper labels are a little foxed, lids fit tight. No seeds inside, sorry.', details: { Count: '3', Condition: 'Good' },
      life: { is: 'live', hours: 71 }, look: { kind: 'seed tins', dye: 'sky', bright: 'apricot' }, visits: 10,
    },
    {
      title: 'Stack of clay pots', oneLiner: 'Three sizes, years of patina', category: 'Garden', price: 15, shipping: 0, words: 'Three old clay pots that nest. Salt marks at the foot, no cracks. Heavy, so pickup.', details: { Count: '3' },
      life: { is: 'live', hours: 104 }, look: { kind: 'pots', dye: 'rust', bright: 'cream' }, visits: 8,
    },
    {
      title: 'Wooden steam train', oneLiner: 'Pull-along, one wheel re-glued', category: 'Kids', price: 28, floor: 22, shipping: 8, words: 'A pull-along train with wooden wheels. The rear wheel came off once and is glued for good.', details: { Length: '13 in', Material: 'Beech, water-based paint' },
      life: { is: 'live', hours: 140 }, look: { kind: 'train', dye: 'denim', bright: 'tomato' }, likes: ['ana', 'odette'], visits: 23,
    },
    {
      title: 'Honey bear', oneLiner: 'Well loved, one ear re-sewn', category: 'Kids', price: 17, shipping: 5, words: 'Mohair, excelsior inside, quiet since the growler gave up. One ear re-sewn by my grandmother.', details: { Height: '12 in', Condition: 'Well loved' },
      life: { is: 'live', hours: 200 }, look: { kind: 'bear', dye: 'camel', bright: 'tomato', flaw: 'mend', at: [652, 396] }, likes: ['theo', 'noor', 'mika'], visits: 35,
    },
    {
      title: 'Garden library, three volumes', oneLiner: 'Taken back until I find the fourth', category: 'Books', price: 36, shipping: 7, words: 'Was listed as a set of four, and then I could only find three.', life: { is: 'taken back', hours: 260, untilHours: 200 },
      look: { kind: 'books', dye: 'olive', bright: 'rose' }, views: ['front', 'close-up'], visits: 6,
    },
  ],
}
