import { parse, type Query } from './queries.ts'

/** 32 queries written after the search was finished; nothing was changed for them since. */
export const HELD_OUT: readonly Query[] = [
  ...parse('exact', `
speedo swimsuit | swimsuit
dell 4k monitor | monitor
bugaboo fox | pram
morgan silver dollars | coins
garmin forerunner | watch
danish ceramic vase | vase`),
  ...parse('stem', `
trading cards pokemon | charizard
waterproofed hiking shoe | hikers
folded tents | tent
embroidering quilted patchworks | quilt
ornament of glass | christmas
sharpened mowers | mower`),
  ...parse('typing error', `
bugabo | pram
nintedo swich | switch
headphnes | headphones
lululemmon leggins | leggings
technisc | turntable
kimno | kimono
ottolengi | cookbook`),
  ...parse('synonym', `
mobile | iphone pixel
rucksack | backpack
pushchair | pram
telly | tv
sunday newspaper holder or handbag | crossbody
pruning shears | shears
grill | bbq
pullover | aran`),
  ...parse('meaning', `
keep my hands warm | gloves
something to read on the plane | kindle dune potter
present for a chef | knives dutchoven cookbook
black tie dinner outfit | tux suit gown
toys for a three year old | trike lego puzzle dollhouse
watching movies at home | tv
exercise clothes | leggings running swimsuit`),
]
