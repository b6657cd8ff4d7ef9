export const KINDS = ['exact', 'stem', 'typing error', 'synonym', 'meaning'] as const
export type Kind = (typeof KINDS)[number]

/** A query, and the listings in the corpus that the query should find. */
export type Query = { kind: Kind; q: string; expected: readonly string[] }

/** Parses one query per line, in the format `text | keys of the expected listings`. */
export const parse = (kind: Kind, lines: string): Query[] =>
  lines
    .trim()
    .split('\n')
    .map((line) => {
      const [q, keys] = line.split(' | ')
      return { kind, q: q!, expected: keys!.trim().split(' ') }
    })

/** 64 queries that were written together with the corpus, before the search had synonym tables. */
export const QUERIES: readonly Query[] = [
  ...parse(
    'exact',
    `
persian rug | rug
levi's 501 | 501
le creuset casserole | dutchoven
canon ae-1 | canon
macbook air m1 | macbook
harry potter box set | potter
trench coat | trench
nintendo switch | switch
dr martens 1460 | martens
sapphire ring | ring
weber barbecue | bbq
silk scarf | scarf
85mm lens | lens`,
  ),
  ...parse(
    'stem',
    `
camera films | canon
folding bicycles | bike
knitted pullovers | aran
hiking shoe | hikers
painted kimonos | kimono
runner shoes | running
pleat skirts | skirt
sharpening knife | knives
records | beatles
wooden cots | crib
waxing jackets | barbour
bottle green boots tall | wellies
leathers glove | gloves`,
  ),
  ...parse(
    'typing error',
    `
iphnoe | iphone
persain rug | rug
cashmeer | cashmere
turntabel | turntable
secatuers | shears
headfones sony | headphones
birkenstok | sandals
play staton | ps5
suticase | suitcase
brompten | bike
secateur felko | shears
expresso machine | espresso
neckalce pearl | necklace`,
  ),
  ...parse(
    'synonym',
    `
sneakers | af1 jordan converse running
settee | couch sofabed
cell phone | iphone pixel
sweater | aran cashmere
purse | crossbody clutch
carpet | rug
vinyl records | lp beatles
stroller | pram
wedding dress | gown
record player | turntable
tv | tv
bathing suit | swimsuit
drapes | curtains`,
  ),
  ...parse(
    'meaning',
    `
something warm for winter | parka puffer aran gloves
gift for a gamer | ps5 switch gameboy
jewellery | ring necklace brooch
things for a newborn baby | onesies crib pram carseat
camping gear | tent
music lover | turntable lp beatles guitar headphones speaker receiver
footwear for rain | wellies hikers
furniture for a living room | couch sofabed armchair coffeetable
home office | desk officechair monitor
photography equipment | canon lens
travel luggage | suitcase duffel backpack
cooking | dutchoven knives cookbook`,
  ),
]
