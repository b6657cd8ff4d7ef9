/** A listing in the corpus. Queries refer to the listing by its `key`. */
export type Sample = { key: string; category: string; title: string; words: string }

/** 116 realistic listings, one per line, in the format `key | category | title | other text`. */
const LISTINGS = `
couch | Home | Grey two-seater couch | Comfortable, from a smoke-free home, small scratch on one leg
sofabed | Home | IKEA sofa bed with storage | Folds out for guests, washable cover
armchair | Home | Mid-century armchair in teak | Reupholstered in green wool
coffeetable | Home | Oak coffee table | Solid oak, 110 x 60 cm, a few ring marks
desk | Home | Standing desk, electric | Two motors, remembers three heights, 140 cm wide
officechair | Home | Ergonomic swivel chair | Mesh back, adjustable arms, for long days at the computer
floorlamp | Home | Brass floor lamp | Arc shape with marble foot, takes an E27 bulb
rug | Home | Persian rug 200x300 | Hand knotted, deep red, cleaned last year
curtains | Home | Linen curtains, set of two | Off-white, 250 cm drop, with hooks
mirror | Home | Round wall mirror | 60 cm with a thin black frame
vase | Home | Ceramic vase, Danish | Speckled glaze, signed on the base, no chips
dutchoven | Home | Le Creuset casserole 24 cm | Flame orange, cast iron, inside a little stained
knives | Home | Japanese chef's knife | 21 cm blade of carbon steel, sharpened
espresso | Home | Gaggia Classic espresso machine | Descaled, new gasket, makes a lovely cup
kettle | Home | Stovetop kettle | Whistles, enamel, pale blue
duvet | Home | Goose down duvet, king size | 10.5 tog, dry-cleaned
bookcase | Home | Billy bookcase, white | 80 x 202 cm, flat-packed and ready
quilt | Home | Handmade patchwork quilt | Cotton, double bed, made by my aunt
clock | Home | Wall clock from a railway station | Quartz works, 40 cm
toaster | Home | Dualit toaster, four slots | Polished chrome, timer replaced
wineglasses | Home | Six crystal wine glasses | Cut stem, never in the dishwasher
christmas | Home | Box of Christmas baubles | Glass ornaments, forty of them, some from the fifties
sewing | Home | Singer sewing machine 201K | Black and gold, with pedal and case
af1 | Shoes | Nike Air Force 1 white | Size 9, worn twice, original box
jordan | Shoes | Air Jordan 1 Mid Chicago | US 10, light creasing on the toe
converse | Shoes | Converse Chuck Taylor high tops | Black canvas, UK 6
martens | Shoes | Dr. Martens 1460 boots | Cherry red, EU 39, broken in
uggs | Shoes | Sheepskin slippers | Warm lining, size 5, rubber sole
heels | Shoes | Patent leather stilettos | 9 cm heel, black, worn to one wedding
loafers | Shoes | Brown penny loafers | Goodyear welt, resoled once, size 42
hikers | Shoes | Salomon hiking shoes, Gore-Tex | Waterproof, EU 44, used for one season
running | Shoes | Asics Gel-Kayano running shoes | Stability, US 8.5, about 200 km
sandals | Shoes | Birkenstock Arizona | Two straps, cork bed, narrow fit
wellies | Shoes | Hunter rain boots, tall | Dark green, size 7, no cracks
football | Shoes | Adidas Predator cleats | Firm ground, kids' size 3
501 | Clothing | Levi's 501 jeans W32 L34 | Straight leg, mid blue, button fly
truckerjacket | Clothing | Denim trucker jacket | Levi's, type III, faded, men's M
cashmere | Clothing | Cashmere crew neck | Navy, fully fashioned, no moth holes
aran | Clothing | Aran fisherman knit | Chunky cream pullover of pure wool, unisex L
hoodie | Clothing | Champion reverse weave hooded sweatshirt | Heather grey, heavy cotton
trench | Clothing | Burberry trench coat | Honey, belted, checked lining, women's 10
barbour | Clothing | Barbour Bedale waxed jacket | Olive, rewaxed this autumn, C42
puffer | Clothing | North Face Nuptse down jacket | 700 fill, black, packs small
parka | Clothing | Canada Goose parka | Coyote ruff, rated to minus thirty
dress | Clothing | Floral summer dress | Midi, cotton, buttons down the front, size 12
gown | Clothing | Ivory bridal gown with train | Lace bodice, altered to UK 8, steamed and boxed
suit | Clothing | Hugo Boss two-piece suit | Charcoal, 40R, trousers unhemmed
tux | Clothing | Vintage tuxedo | Shawl collar, wool, 38S, for black tie evenings
tee | Clothing | Nirvana In Utero tour tee | Single stitch, 1993, XL, authentic fade
shirt | Clothing | Oxford button-down shirt | White, non-iron, collar 15.5
leggings | Clothing | Lululemon Align leggings | High rise, 25 inch, US 6
swimsuit | Clothing | Speedo Endurance swimsuit | Navy, size 34, lined
scarf | Clothing | Silk scarf by Hermes | 90 cm carre, hand rolled edges
gloves | Clothing | Leather gloves, cashmere lined | Black, size 8
beanie | Clothing | Carhartt beanie | Ribbed acrylic, mustard
kimono | Clothing | Japanese silk kimono | Hand painted cranes, from Kyoto, 1960s
pyjamas | Clothing | Flannel pyjama set | Tartan, brushed cotton, M
skirt | Clothing | Pleated wool skirt | Kilt style, knee length, W28
tote | Bags | Canvas tote | Heavy natural cotton with inside pocket
neverfull | Bags | Louis Vuitton Neverfull MM | Monogram, date code, pouch included
clutch | Bags | Beaded evening clutch | 1930s, silver thread, kiss clasp
backpack | Bags | Fjallraven Kanken backpack | Ox red, 16 litres, fits a laptop
suitcase | Bags | Rimowa cabin suitcase | Aluminium, four wheels, TSA lock
briefcase | Bags | Leather briefcase | Saddle tan, brass lock, one owner
crossbody | Bags | Coach crossbody purse | Pebbled leather, dark cherry
duffel | Bags | Patagonia Black Hole duffel 55L | Tough, shoulder straps, one repair patch
wallet | Bags | Bellroy slim wallet | Holds twelve cards, cocoa leather
iphone | Tech | iPhone 13 128GB unlocked | Midnight, battery 88 %, no scratches
pixel | Tech | Google Pixel 7a handset | Android, boxed with charger
macbook | Tech | MacBook Air M1 | 8 GB, 256 GB SSD, space grey, US keyboard
thinkpad | Tech | ThinkPad X1 Carbon laptop | i7, 16 GB, good battery, Windows 11
ipad | Tech | iPad 9th generation tablet | Wifi, 64GB, with pencil
ps5 | Tech | PlayStation 5 with two controllers | Disc edition, boxed
switch | Tech | Nintendo Switch OLED | White dock, Mario Kart included
gameboy | Tech | Game Boy Color, teal | New shell screen, Tetris cartridge
kindle | Tech | Kindle Paperwhite e-reader | 11th gen, waterproof, cover included
headphones | Tech | Sony WH-1000XM4 headphones | Noise cancelling, over ear, case
earbuds | Tech | AirPods Pro | Second generation, spare tips
speaker | Tech | Marshall Bluetooth speaker | Loud, battery lasts 20 hours
turntable | Tech | Technics SL-1200 turntable | Direct drive, Ortofon cartridge
receiver | Tech | Marantz stereo receiver | 1974, serviced, warm sound
canon | Tech | Canon AE-1 film camera | 35mm SLR with 50mm lens, new light seals
lens | Tech | Nikon 85mm f/1.8 lens | For portraits, clean glass
gopro | Tech | GoPro Hero 10 | Action cam with mounts and three batteries
drone | Tech | DJI Mini 3 quadcopter | Flies 38 minutes, folds small
monitor | Tech | Dell 27 inch 4K monitor | USB-C, tilts and turns
keyboard | Tech | Mechanical keyboard, brown switches | Tenkeyless, PBT caps
tv | Tech | LG OLED television 55 | C1, with remote, no burn-in
watch | Tech | Garmin Forerunner 245 | GPS running watch, heart rate
guitar | Collectibles | Yamaha acoustic guitar | Spruce top, new strings, gig bag
piano | Collectibles | Casio keyboard piano, 88 keys | Weighted keys with stand and pedal
lp | Collectibles | Pink Floyd, Dark Side of the Moon LP | First UK pressing, vinyl near mint
beatles | Collectibles | Beatles 45s, box of singles | Twenty seven-inch records, sleeves worn
charizard | Collectibles | Charizard holo trading card | Pokemon base set, graded PSA 8
comics | Collectibles | Amazing Spider-Man 300 | Marvel comic, first Venom, bagged
stamps | Collectibles | Album of old stamps | Commonwealth, some mint, from grandfather
coins | Collectibles | Morgan silver dollars | Five coins, 1881 to 1889
seiko | Collectibles | Seiko 5 automatic wristwatch | Steel, day and date, keeps good time
ring | Collectibles | Sapphire engagement ring | 18 ct gold, size N, valued
necklace | Collectibles | Freshwater pearl necklace | 45 cm, silver clasp
brooch | Collectibles | Art deco brooch | Marcasite and onyx, sterling silver
lego | Kids | LEGO Millennium Falcon 75192 | Complete, with booklet and all minifigures
pram | Kids | Bugaboo Fox pram | Bassinet and seat, rain cover, black
carseat | Kids | Infant car seat, i-Size | Rear facing, never in an accident
crib | Kids | Wooden cot with mattress | Slats, 120 x 60, three heights
onesies | Kids | Bundle of baby bodysuits | Newborn to three months, organic cotton
trike | Kids | Child's tricycle | Red with a bell and a tipping bucket
dollhouse | Kids | Victorian doll's house | Furnished, lights work, three floors
puzzle | Kids | Jigsaw of the world map, 500 pieces | Complete, counted
dune | Books | Dune by Frank Herbert | Hardback, first edition thus, dust jacket
potter | Books | Harry Potter box set | All seven paperbacks, some creases
cookbook | Books | Ottolenghi Simple | Recipes with few ingredients, splash on two pages
atlas | Books | Times Atlas of the World | Large format, maps, 1985
mower | Garden | Push reel lawnmower | Freshly sharpened, quiet
shears | Garden | Felco secateurs | Number 2, red handles
tent | Garden | Vango three person tent | Sewn-in groundsheet, two minutes to pitch
planter | Garden | Terracotta pots, set of five | Weathered, 15 to 30 cm
bbq | Garden | Weber kettle barbecue | 57 cm, with cover and chimney starter
bike | Garden | Brompton folding bicycle | Six gears, mudguards, M type
`

export const CORPUS: readonly Sample[] = LISTINGS.trim()
  .split('\n')
  .map((line) => {
    const [key, category, title, words] = line.split(' | ')
    return { key: key!, category: category!, title: title!, words: words! }
  })
