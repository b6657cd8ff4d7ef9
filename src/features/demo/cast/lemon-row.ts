import type { CastShop } from './types.ts'

export const lemonRow: CastShop = {
  slug: 'lemon-row', owner: 'ana', name: 'Lemon Row', tone: 'lemon', emblem: 'lemon', category: 'Home', location: 'Portland, OR', sinceDays: 233,
  about: 'Lamps, chairs and kitchen things from estate sales along the row. Rewired, re-glued, oiled. Big pieces by pickup.',
  followers: ['sam', 'odette'], views: 98,
  things: [
    {
      title: 'Oak table lamp', oneLiner: 'Turned oak, rewired in 2024, pull chain', category: 'Home', price: 58, floor: 46, shipping: 14,
      words: 'Turned oak base with a linen shade. I rewired it in 2024 with a cloth cord and an inline switch.\n\nThe shade has a faint tan at the top from an old bulb; lit, you do not see it.',
      details: { Height: '21 in', Material: 'Oak, linen', Condition: 'Good, rewired 2024', Bulb: 'E26' },
      life: { is: 'live', hours: 9 }, look: { kind: 'lamp', dye: 'apricot', bright: 'cream', cloth: 'plain' }, likes: ['mika', 'odette'], visits: 27,
    },
    {
      title: 'Stoneware bud vase', oneLiner: 'Dripping plum glaze, signed below', category: 'Home', price: 22, shipping: 9,
      words: 'Studio stoneware with a plum glaze that ran just far enough. Signed, not a name I know. Comes without the flowers.', details: { Height: '7 in', Material: 'Stoneware', Condition: 'Very good' },
      life: { is: 'live', hours: 28 }, look: { kind: 'vase', dye: 'plum', bright: 'tomato' }, likes: ['theo'], visits: 19,
    },
    {
      title: 'Mustard side chair', oneLiner: 'Button back, beech legs, pickup only', category: 'Home', price: 120, floor: 95, shipping: 0,
      words: 'A side chair from the sixties, upholstered again by the owner before me in a mustard wool.\n\nOne scuff on the seat edge, right side. Pickup in SE Portland; I help carry.', details: { Height: '33 in', Material: 'Beech, wool', Condition: 'Good, small scuff', Collection: 'SE Portland' },
      life: { is: 'live', hours: 44 }, look: { kind: 'chair', dye: 'mustard', bright: 'cream', cloth: 'twill', flaw: 'scuff' }, likes: ['odette', 'mika', 'sam'], visits: 52,
    },
    {
      title: 'Enamel watering can', oneLiner: 'Two gallons, chip inside the rim', category: 'Garden', price: 34, shipping: 12,
      words: 'Holds water, pours well, looks good doing it.\n\nA chip of the enamel inside the rim, the size of a dime. No rust through.', details: { Volume: '2 gal', Material: 'Enamelled steel', Condition: 'Good, chip inside rim' },
      life: { is: 'live', hours: 66 }, look: { kind: 'watering can', dye: 'sky', bright: 'butter', flaw: 'chip' }, likes: ['sam'], visits: 24,
    },
    {
      title: 'Twin-bell alarm clock', oneLiner: 'Wind-up, loud, keeps time within two minutes a day', category: 'Home', price: 26, shipping: 6, words: 'Mint green, brass bells. Gains about two minutes a day. The bells wake the neighbours.', details: { Condition: 'Works', Made: 'West Germany' },
      life: { is: 'live', hours: 110 }, look: { kind: 'clock', dye: 'mint', bright: 'tomato' }, visits: 15,
    },
    {
      title: 'Two speckled enamel mugs', oneLiner: 'For the campfire or the desk', category: 'Home', price: 14, offers: false, shipping: 6, words: 'One blue, one cream. Light knocks on the rims, none through. Sold as a pair.', details: { Condition: 'Good', Volume: '12 oz each' },
      life: { is: 'live', hours: 170 }, look: { kind: 'mugs', dye: 'denim', bright: 'cream', flaw: 'chip', at: [600, 770] }, visits: 12,
    },
    {
      title: 'Patchwork lap quilt', oneLiner: 'Hand quilted, a few threads loose', category: 'Home', price: 72, floor: 60, shipping: 11, words: 'Hand quilted cotton, about 50 by 60 inches. A few loose threads along one edge; I left them so you can see the work.', details: { Size: '50 × 60 in', Material: 'Cotton', Condition: 'Good' },
      life: { is: 'sold', hours: 520, soldHours: 70 }, look: { kind: 'quilt', dye: 'tomato', bright: 'sky', cloth: 'floral' }, likes: ['noor'], visits: 44,
    },
    {
      title: 'Framed desert print', oneLiner: 'For those with the link', category: 'Home', price: 45, shipping: 15, link: true, words: 'Promised to the reading group first, so it is not in the market. Oak frame, real glass.', details: { Size: '16 × 20 in' },
      life: { is: 'live', hours: 26 }, look: { kind: 'frame', dye: 'terracotta', bright: 'mustard' }, visits: 4,
    },
  ],
}
