import type { CastShop } from './types.ts'

export const mintFox: CastShop = {
  slug: 'mint-fox', owner: 'ana', name: 'Mint & Fox', tone: 'mint', emblem: 'fox', category: 'Clothing', location: 'Portland, OR', sinceDays: 410,
  about: 'Workwear and knits that have a few good years behind them and many ahead. Washed, mended where it helps, and photographed with every flaw.',
  followers: ['theo', 'mika', 'noor'], views: 164,
  things: [
    {
      title: 'Denim chore jacket', oneLiner: 'Broken in, three patch pockets, mustard stitching', category: 'Clothing', price: 64, floor: 52, shipping: 8,
      words: 'A French cut chore jacket in mid-weight denim, worn soft at the elbows and nowhere thin.\n\nOne paint fleck on a cuff, from the previous owner’s fence. It does not come out; I tried.\n\nSits boxy. I wear a medium and have room for a knit below.',
      details: { Size: 'M', Material: '100% cotton denim', Brand: 'Union Row', Condition: 'Good, paint fleck on cuff', 'Pit to pit': '22 in' },
      life: { is: 'live', hours: 5 }, look: { kind: 'jacket', dye: 'denim', bright: 'mustard', cloth: 'twill', flaw: 'fleck' }, likes: ['theo', 'mika', 'odette'], visits: 41,
    },
    {
      title: 'Lambswool crew knit', oneLiner: 'Fair Isle yoke, one darn at the elbow', category: 'Clothing', price: 48, floor: 36, shipping: 6,
      words: 'Soft lambswool from a Shetland mill with a small Fair Isle yoke.\n\nOne elbow had a moth hole. I darned it in a matching yarn; you can see it if you look for it.\n\nHand washed, dried flat, stored with cedar.',
      details: { Size: 'S/M', Material: 'Lambswool', Condition: 'Good, one darn', Made: 'Scotland' },
      life: { is: 'live', hours: 20 }, look: { kind: 'knit', dye: 'forest', bright: 'butter', cloth: 'knitted', flaw: 'darn' }, likes: ['theo', 'noor'], visits: 33,
    },
    {
      title: 'Checked wool tote', oneLiner: 'Winter tote in heavy checked wool', category: 'Bags', price: 39, shipping: 7,
      words: 'Made from a blanket end by somebody with a good eye. Lined in cotton, one inside pocket, leather handles.\n\nLight wear at the bottom corners.',
      details: { Material: 'Wool, leather handles', Width: '15 in', Condition: 'Very good' },
      life: { is: 'live', hours: 52 }, look: { kind: 'tote', dye: 'rust', bright: 'butter', cloth: 'checked' }, likes: ['mika'], visits: 18,
    },
    {
      title: 'Polka-dot tee', oneLiner: 'Heavy cotton, boxy, dots all over', category: 'Clothing', price: 16, shipping: 4,
      words: 'A boxy tee in heavy cotton. Dots are printed and have not cracked. No flaws that I can find.',
      details: { Size: 'L', Material: 'Cotton', Condition: 'Like new' },
      life: { is: 'live', hours: 75 }, look: { kind: 'tee', dye: 'ink', bright: 'cream', cloth: 'dotted' }, visits: 11,
    },
    {
      title: 'Wide-leg jeans', oneLiner: 'High waist, hem let down by an inch', category: 'Clothing', price: 42, floor: 34, shipping: 7,
      words: 'Rigid denim, high waist, wide from the knee.\n\nThe hem was let down by an inch, so there is a lighter line where it used to be. Some like it; I do.',
      details: { Size: 'W29 L31', Material: 'Rigid denim', Condition: 'Good, hem let down' },
      life: { is: 'live', hours: 98 }, look: { kind: 'jeans', dye: 'indigo', bright: 'mustard', flaw: 'faded', at: [350, 1070] }, likes: ['odette'], visits: 22,
    },
    {
      title: 'Moss camp shirt', oneLiner: 'Short sleeves, camp collar, one button replaced', category: 'Clothing', price: 24, shipping: 5,
      words: 'A light cotton camp shirt. The fourth button is a near match, not the original.', details: { Size: 'M', Material: 'Cotton poplin', Condition: 'Good' },
      life: { is: 'live', hours: 150 }, look: { kind: 'shirt', dye: 'sage', bright: 'cream' }, visits: 9,
    },
    {
      title: 'Camel pleated skirt', oneLiner: 'Checked wool, knife pleats', category: 'Clothing', price: 34, shipping: 6, words: 'Checked wool skirt with pleats that still hold. Two waist buttons, so it gives an inch.',
      details: { Size: 'US 6', Material: 'Wool', Condition: 'Very good' },
      life: { is: 'sold', hours: 400, soldHours: 120 }, look: { kind: 'skirt', dye: 'camel', bright: 'mustard', cloth: 'checked' }, likes: ['mika', 'theo'], visits: 37,
    },
    {
      title: 'Striped harbour tee', oneLiner: 'Breton stripes, sold once, back again', category: 'Clothing', price: 18, shipping: 4,
      words: 'The first buyer took it back to me: too small for her brother. So it is here again, a little cheaper.', details: { Size: 'S', Material: 'Cotton', Condition: 'Good' },
      life: { is: 'relisted', hours: 700, soldHours: 420, againHours: 31 }, look: { kind: 'tee', dye: 'teal', bright: 'cream', cloth: 'striped' }, visits: 26,
    },
    { title: null, prompt: 'corduroy overshirt, plum, from the market on Saturday', life: { is: 'draft', hours: 3 }, look: { kind: 'shirt', dye: 'plum', bright: 'butter' }, views: [] },
    { title: null, prompt: 'yellow rain jacket, kids L?', life: { is: 'draft', hours: 4 }, look: { kind: 'jacket', dye: 'butter', bright: 'denim' }, views: ['front'] },
    { title: 'Ribbed lilac jumper', category: 'Clothing', words: 'Chunky rib, barely worn. Need to weigh it before I set a price.', details: { Size: 'M' }, life: { is: 'draft', hours: 8 }, look: { kind: 'knit', dye: 'lilac', bright: 'cream', cloth: 'ribbed' }, views: ['front', 'close-up'] },
    { title: 'Gingham picnic dress', oneLiner: 'Ready for the first warm day', category: 'Clothing', price: 38, shipping: 6, words: 'Cotton gingham, ruffle hem, pockets. No flaws.', details: { Size: 'S' }, life: { is: 'draft', hours: 12 }, look: { kind: 'dress', dye: 'tomato', bright: 'cream', cloth: 'gingham' }, views: ['front', 'back'] },
  ],
}
