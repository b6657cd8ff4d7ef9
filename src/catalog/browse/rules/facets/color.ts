import { foldWords } from '#core/fold.ts'
import { spellingsOf } from './spellings.ts'
import type { FacetValue } from './value.ts'

const COLORS = spellingsOf(`
black: jet black, onyx, ebony, noir
white: off white, snow, optic white, blanc
grey: gray, charcoal, slate, graphite, anthracite, heather grey, heather gray, space grey, space gray, ash, gunmetal
silver: chrome, platinum, stainless steel, silver tone
gold: golden, rose gold, brass, gold tone, yellow gold
bronze: copper
brown: chocolate, cognac, chestnut, mahogany, walnut, espresso, mocha, coffee, tortoise, tortoiseshell, umber
tan: camel, sand, caramel, taupe, fawn
beige: nude, oatmeal, stone, natural, ecru, linen, biscuit
cream: ivory, vanilla, eggshell, pearl, champagne
red: crimson, scarlet, cherry, ruby, brick, vermilion
burgundy: maroon, wine, bordeaux, oxblood, merlot, claret
pink: rose, blush, fuchsia, magenta, salmon, hot pink, dusty pink, coral
orange: rust, terracotta, tangerine, apricot, peach, burnt orange
yellow: mustard, lemon, ochre, saffron
green: forest, emerald, mint, sage, lime, bottle green, jade, moss, pistachio
olive: olive green, army green
khaki: military green
teal: petrol
turquoise: aqua, cyan, aquamarine
blue: sky blue, cobalt, indigo, denim, royal blue, baby blue, light wash, mid wash, dark wash, sapphire, azure, electric blue
navy: navy blue, midnight, midnight blue, marine
purple: violet, lilac, lavender, plum, aubergine, mauve, eggplant, amethyst
multicolour: multi, multicolor, multicoloured, multicolored, multi colour, multi color, multi coloured, rainbow, various colours
clear: transparent, see through, crystal
`)

const LONGEST = Math.max(...[...COLORS.keys()].map((spelling) => spelling.split(' ').length))
const MOST = 8

/** Returns the colors named in `text` (spec: completions 13.11, several colors in one field). Omits unknown colors. */
export function colorsOf(text: string): FacetValue[] {
  const found = new Map<string, FacetValue>()
  for (const part of text.split(SEPARATOR)) {
    const color = colorOf(part)
    if (color && !found.has(color.value) && found.size < MOST) found.set(color.value, color)
  }
  return [...found.values()]
}

/**
 * Returns the last color in `part`, because the words before it only qualify it: `forest green` is green. Longer spellings take precedence
 * over shorter ones.
 */
function colorOf(part: string): FacetValue | null {
  const written = part.match(WORD) ?? []
  const words = written.map(foldWords)
  for (let end = words.length; end > 0; end--) {
    for (let start = Math.max(0, end - LONGEST); start < end; start++) {
      const value = COLORS.get(words.slice(start, end).join(' '))
      if (value !== undefined) return { value, label: written.slice(start, end).join(' ') }
    }
  }
  return null
}

const SEPARATOR = /[,/;&+|\n]|\band\b/i
const WORD = /[\p{L}\p{M}\p{N}'’]+/gu
