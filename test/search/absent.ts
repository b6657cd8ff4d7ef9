import { SHOPS } from '#demo/cast/index.ts'
import { MarketIndex } from '#search/market-index.ts'

const phrases = (lines: string): string[] => lines.trim().split(/\s*,\s*|\n/)

/** 60 items that people resell. Neither the corpus nor the demo market contains any of them. */
export const IN_NEITHER: readonly string[] = phrases(`
dishwasher, fridge, washing machine, microwave, air fryer, lawn rake, chainsaw, ladder, hammer, wheelbarrow
canoe, kayak, surfboard, skateboard, snowboard, ice skates, golf clubs, tennis racket, treadmill, dumbbells
violin, trumpet, saxophone, drum kit, ukulele, accordion, harmonica, cello, flute, harp
printer, projector, router, hard drive, microphone, smartwatch, car stereo, xbox, sega, telescope
wardrobe, bunk bed, chandelier, aquarium, wallpaper, fireplace, bathtub, ironing board, hair dryer, perfume
handcuffs, bow tie, poncho, wetsuit, motorcycle helmet, caravan, tractor, wheelchair, hamster cage, chess set`)

/** Items in the corpus that the demo market does not contain. Users who try the demo are likely to search for them. */
export const NOT_IN_DEMO: readonly string[] = phrases(`
bicycle, bike, iphone, sofa, couch, nike, macbook, laptop, notebook, ps5, lego, pram, kimono, tent, guitar, piano, drone, monitor
kettle, suitcase, wallet, espresso machine, sunglasses, bracelet, television, leggings, swimsuit, atlas, barbecue, lawnmower`)

/** Builds a marketplace index of all items in the demo market, including sold items. */
export function demoIndex(): MarketIndex {
  const index = new MarketIndex()
  for (const { slug, items } of SHOPS)
    for (const [at, { title, oneLiner, text, category, price = 0, details = {} }] of items.entries()) {
      const facts = { id: `${slug} ${at}`, shopId: slug, priceCents: price * 100, takeOffers: true, publishedAtMs: at }
      const texts = { title, oneLiner: oneLiner ?? null, category: category ?? null, description: text ?? null }
      index.put({ ...facts, ...texts, values: Object.values(details) })
    }
  return index
}
