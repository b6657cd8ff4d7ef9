import type { CastShop } from './types.ts'

export const pinkCassette: CastShop = {
  slug: 'pink-cassette', owner: 'jules', name: 'Pink Cassette', tone: 'pink', emblem: 'cassette', category: 'Tech', location: 'Chicago, IL', sinceDays: 298, lowestPercent: 20,
  about: 'Old electronics that work, tested for a week on my bench before they are listed. If it hums, I say so.',
  followers: ['ana', 'theo', 'mika', 'odette'], views: 187,
  things: [
    {
      title: '35 mm rangefinder', oneLiner: 'Sharp lens, meter reads one stop low', category: 'Collectibles', price: 145, floor: 120, shipping: 12,
      words: 'A compact rangefinder with a 40 mm f/1.7. Shutter is right at all speeds; I shot a roll to be sure.\n\nThe meter reads one stop low. Set the film speed to half and forget about it. Light seals are new.',
      details: { Format: '35 mm', Lens: '40 mm f/1.7', Condition: 'Works, meter one stop low', Battery: 'Adapter included' },
      life: { is: 'live', hours: 2 }, look: { kind: 'camera', dye: 'ink', bright: 'tomato', flaw: 'scuff' }, likes: ['theo', 'ana', 'sam'], visits: 61,
    },
    {
      title: 'Mountain Songs LP', oneLiner: 'Plays clean, sleeve has a seam split', category: 'Collectibles', price: 18, shipping: 5,
      words: 'Vinyl is clean and plays without a skip; I listened to both sides.\n\nThe sleeve is split along the lower seam by two inches.', details: { Pressing: '1974', Vinyl: 'VG+', Sleeve: 'G, seam split' },
      life: { is: 'live', hours: 15 }, look: { kind: 'record', dye: 'indigo', bright: 'apricot', flaw: 'split', at: [140, 1000] }, likes: ['mika'], visits: 21,
    },
    {
      title: 'Pocket game handheld', oneLiner: 'New screen lens, one game inside', category: 'Tech', price: 75, floor: 60, shipping: 6,
      words: 'Cleaned contacts, new lens over the screen, battery door present. One platform game is in it, and it is a good one.', details: { Condition: 'Very good', Batteries: '4 × AA' },
      life: { is: 'live', hours: 36 }, look: { kind: 'handheld', dye: 'oat', bright: 'rose' }, likes: ['odette', 'theo'], visits: 48,
    },
    {
      title: 'Over-ear headphones', oneLiner: 'New pads, long coiled cord', category: 'Tech', price: 60, shipping: 8,
      words: 'Studio headphones with new pads and a cord that reaches the sofa. Some scuffs on the left cup. Stand is not included.', details: { Impedance: '250 ohm', Condition: 'Good, new pads' },
      life: { is: 'live', hours: 58 }, look: { kind: 'headphones', dye: 'tomato', bright: 'cream', flaw: 'scuff', at: [286, 850] }, visits: 30,
    },
    {
      title: 'Kitchen radio in teal', oneLiner: 'FM and AM, warm little speaker', category: 'Tech', price: 52, floor: 40, shipping: 10, words: 'Works on mains and batteries. The antenna is bent near the tip; reception does not mind.', details: { Bands: 'FM, AM', Condition: 'Good' },
      life: { is: 'live', hours: 84 }, look: { kind: 'radio', dye: 'teal', bright: 'mustard' }, likes: ['ana'], visits: 25,
    },
    {
      title: 'Cassette recorder', oneLiner: 'New belts, records and plays', category: 'Tech', price: 44, shipping: null, words: 'New belts last spring. Records, plays, rewinds with enthusiasm. Ask for shipping: it depends on how far you are.', details: { Condition: 'Works', Included: 'One blank tape' },
      life: { is: 'live', hours: 125 }, look: { kind: 'tapedeck', dye: 'slate', bright: 'apricot' }, visits: 17,
    },
    {
      title: 'Green travel camera', oneLiner: 'For parts or a patient person', category: 'Collectibles', price: 25, shipping: 8, words: 'Shutter sticks below 1/30. Everything else is there. The second picture is the maker’s own, so that you see it without my dust.', details: { Condition: 'For parts' },
      life: { is: 'live', hours: 190 }, look: { kind: 'camera', dye: 'bottle green', bright: 'mustard' }, views: ['front', 'web', 'back'], visits: 14,
    },
    {
      title: 'Disco Weather LP', oneLiner: 'Gone, thanks', category: 'Collectibles', price: 22, shipping: 5, words: 'Near mint in the inner sleeve.', life: { is: 'sold', hours: 300, soldHours: 18 },
      look: { kind: 'record', dye: 'plum', bright: 'butter' }, views: ['front', 'back'], visits: 31,
    },
    { title: 'Blue handheld, boxed', category: 'Tech', price: 110, shipping: 8, words: 'Only has the maker’s picture so far; mine follow on Sunday.', life: { is: 'draft', hours: 40 }, look: { kind: 'handheld', dye: 'indigo', bright: 'apricot' }, views: ['web'] },
  ],
}
