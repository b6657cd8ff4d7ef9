/**
 * Items for an occasion or a general word, which precedes the colon. A search for `winter` finds gloves, but a search for `gloves` finds no
 * other winter items. The items are guesses and rank last: a search for `chef` finds the chef's knife before the pan.
 */
export const KINDS = `
living room, lounge: sofa, armchair, coffee table, rug, lamp, tv, sideboard
bedroom: bed, mattress, duvet, wardrobe, nightstand, pillow, lamp
bathroom: towel, mirror, shower, tap
dining, dining room: dining table, dining chair, plates, cutlery, wine glasses
kitchen, kitchenware, cookware, cooking, chef: pan, saucepan, casserole, knife, kettle, toaster, mixer, wok, skillet, oven, cookbook
baking, baker: cake tin, mixer, rolling pin, baking tray, oven
coffee lover, barista, coffee: espresso machine, coffee maker, grinder, cafetiere, kettle, mug
tea: teapot, kettle, teacup, mug
drinking, drinks, drinkware, cocktail, bar: glass, wine glasses, mug, decanter, shaker, tumbler
lighting, illumination: lamp, lantern, chandelier, candle, bulb
decor, decoration, ornament, home decor: vase, mirror, candle, poster, cushion, clock, frame, baubles, figurine
soft furnishings, textiles: curtains, cushion, rug, blanket, quilt, throw
storage: bookcase, shelf, box, cabinet, wardrobe, basket, drawers
appliance, appliances, white goods: toaster, kettle, fridge, washing machine, vacuum, microwave, dishwasher, espresso machine
home office, office, workspace, work from home, remote work: desk, office chair, monitor, keyboard, laptop, printer, lamp, ergonomic
study, student, school: desk, laptop, backpack, calculator, textbook, lamp
sandals, summer shoes: sandals, birkenstock, espadrilles, flip flops
winter, cold, cold weather, snow, warm, cosy, cozy: parka, puffer, gloves, scarf, beanie, wool, down, fleece, thermal, cashmere, sheepskin, coat, sweater, blanket, ski
summer, hot weather: sandals, shorts, swimsuit, sunglasses, dress, hat, fan, linen, parasol
beach, seaside, pool, swimming, swim: swimsuit, sunglasses, towel, sandals, snorkel, goggles, surfboard, parasol
rain, rainy, wet weather, storm: umbrella, raincoat, wellies, waterproof, trench coat, poncho
formal, black tie, evening, gala, cocktail party: suit, tuxedo, gown, heels, clutch, bow tie, shirt
wedding, bride, bridal: wedding dress, gown, veil, tiara, ring, suit
outfit, outfits: suit, dress, gown, tuxedo, jumpsuit
business, interview, smart: suit, blazer, shirt, briefcase, tie, loafers
party, night out: heels, clutch, dress, sequin, speaker
sportswear, activewear, gym, workout, fitness, exercise: leggings, running shoes, dumbbells, yoga mat, sports bra, tracksuit, kettlebell, treadmill, fitness tracker
running, jogging, marathon: running shoes, sports watch, leggings, shorts
hiking, trekking, mountain, walking: hiking shoes, boots, backpack, rucksack, tent, gore-tex, trekking poles
camping, outdoors, outdoor adventure, festival, expedition: tent, sleeping bag, backpack, lantern, stove, camping chair, groundsheet, hammock, cooler
cycling, cyclist, commuting, commute: bicycle, bike, helmet, panniers, lock, scooter
winter sports, skiing: ski, snowboard, goggles, boots
football, soccer: cleats, jersey, shin pads, football boots
water sports: surfboard, wetsuit, kayak, paddle
sleep, sleeping: pyjamas, duvet, pillow, mattress, bed, sleeping bag
sweater, jumper, pullover, knitwear: cardigan, crew neck, turtleneck, turtle neck, roll neck, v neck, fair isle, aran, cashmere
travel, traveling, travelling, trip, holiday, vacation, journey, flight: suitcase, luggage, backpack, duffel, travel bag, passport holder
jewelry, bling, accessories for women: ring, necklace, bracelet, earrings, brooch, pendant
accessories: scarf, belt, hat, gloves, wallet, sunglasses, tie, watch
knitwear: wool, knit
nightwear, bedtime: pyjamas, nightgown, robe, slippers
denim: jeans, denim jacket, dungarees
leather goods: wallet, briefcase, handbag, belt
designer, luxury, high end, fashion: hermes, gucci, chanel, prada, burberry, louis vuitton, dior, rolex, fendi
gaming, gamer, games, video games: playstation, xbox, nintendo, console, controller, gameboy, gaming, ps5, video game
music, musical, musician, audiophile, audio, sound, listening, hifi: vinyl, record, turntable, headphones, speaker, guitar, piano, receiver, amplifier, earbuds, violin, drums
instrument, musical instrument, band: guitar, piano, violin, drums, keyboard, ukulele, saxophone, trumpet, flute
photo, photographer: camera, lens, tripod, film, flash, slr
filming, video, videography, vlogging: camera, camcorder, gopro, drone, tripod, microphone
aerial: drone
gadget, gadgets, electronics, electronic, device: phone, laptop, tablet, headphones, speaker, camera, drone, console, smartwatch
apple: iphone, ipad, macbook, airpods, imac
computing, programming, coding: laptop, monitor, keyboard, mouse
screen: monitor, tv, tablet
home cinema, movie, movies, film night, films, cinema, streaming: tv, dvd, projector, soundbar, speaker
reading, reader, read, bookworm, literature: book, novel, ereader, paperback, hardback
fantasy, wizard, magic: harry potter, lord of the rings, wizard
science fiction, scifi, sci-fi: dune, star wars, foundation, star trek
star wars, space, spaceship: millennium falcon, star wars, star trek, lego
superhero, superheroes: comic, marvel, batman, spider man, dc
geography, world: atlas, map, globe
collector, collecting, collection, memorabilia: stamps, coins, trading card, comic, figurine, vintage, first edition
money, currency: coin, banknote
antiques, heirloom, period: antique, victorian, art deco, georgian, edwardian
retro gaming: gameboy, nintendo, sega, atari
baby, newborn, infant, new parents, nursery, expecting, baby shower, toddler: pram, cot, car seat, bodysuit, bassinet, high chair, baby, nappy, crib, stroller
toys, toy, play, playing, playroom, birthday for a child: lego, doll, puzzle, jigsaw, tricycle, teddy, train set, board game, dollhouse
rainy day, family game night, indoor games: board game, puzzle, jigsaw, cards, lego
construction toy, building toy: lego, duplo, meccano
kid transport, ride on: tricycle, scooter, balance bike, bike
garden, gardening, gardener, yard, lawn, planting: lawnmower, secateurs, spade, plant pot, rake, hose, shears, watering can, wheelbarrow, planter
grass, cutting grass, mowing: lawnmower, strimmer, scythe
pruning, hedge, trimming: secateurs, shears, hedge trimmer, loppers
grilling, cookout, outdoor cooking: barbecue, grill, smoker
picnic: basket, blanket, flask, cooler
diy, tools, toolbox, workshop: drill, hammer, saw, screwdriver, spanner, sander
crafts, craft, crafting, hobby, needlework, dressmaking: sewing machine, yarn, fabric, knitting needles, easel, paint
tailoring, mending, clothes repair: sewing machine, thread
art, artist: painting, easel, print, poster, canvas, paint
timekeeping, tell the time, telling time: watch, clock
valentine, anniversary, proposal, engagement: ring, necklace, earrings, bracelet
pet, pets, dog, cat: leash, kennel, pet bed, aquarium, cage
car, driving, motoring: car seat, roof box, tyres, dash cam
washing, laundry: washing machine, dryer, iron
cleaning: vacuum, mop, steam cleaner
breakfast: toaster, kettle, espresso machine, mug
halloween, costume, fancy dress, cosplay: costume, mask, cape, wig
asian, oriental, japan, japanese: japanese, kimono, japan
scandinavian, nordic, scandi: danish, swedish, ikea, teak
`

/**
 * Families of items and their members. A chair is furniture, so a search for `furniture` finds chairs, but a search for `chair` does not
 * find other furniture. Members rank below all other matches, and are omitted when many listings contain the searched word.
 */
export const FAMILIES = `
furniture: sofa, armchair, chair, table, desk, wardrobe, bookcase, dresser, bed, stool, sideboard, cabinet, shelf
seating: chair, armchair, sofa, stool, bench
kitchenware, cookware: pan, saucepan, casserole, knife, kettle, toaster, wok, skillet
drinkware: wine glasses, mug, decanter, tumbler
lighting: lamp, lantern, chandelier
home decor, decor: vase, mirror, poster, cushion, figurine, baubles
appliance, appliances: toaster, kettle, fridge, washing machine, vacuum, microwave, dishwasher, espresso machine
footwear: shoes, sneakers, boots, sandals, loafers, heels, slippers
outerwear: coat, jacket, parka, puffer, trench coat, anorak
luggage: suitcase, duffel, backpack, travel bag, trunk, garment bag
headwear: hat, cap, beanie, beret, fedora
knitwear: sweater, cardigan, crew neck, turtleneck, knit
nightwear: pyjamas, nightgown, robe
underwear: bra, briefs, boxers, lingerie
denim: jeans, denim jacket
jewelry: ring, necklace, bracelet, earrings, brooch, pendant
instrument, musical instrument: guitar, piano, violin, drums, ukulele, saxophone, trumpet, flute
gadget, gadgets, electronics: phone, laptop, tablet, headphones, speaker, camera, drone, console, smartwatch
toys, toy: lego, doll, puzzle, jigsaw, tricycle, teddy, train set, board game, dollhouse
`

/**
 * Words and their narrower terms. A MacBook is a laptop, so a search for `laptop` finds MacBooks, but a search for `macbook` does not find
 * other laptops.
 */
export const NARROWER = `
sneakers: air force, air jordan, chuck taylor, converse, samba, stan smith, air max, new balance, running shoes
boots: booties, wellies
heels: high heels, stilettos
sofa: loveseat, chesterfield, sofa bed
sweater: aran, cardigan, crew neck, turtleneck, turtle neck, roll neck, fair isle
handbag: crossbody, clutch, shoulder bag
phone: iphone, pixel
notebook: laptop, macbook, chromebook, thinkpad
laptop: macbook, chromebook, thinkpad
computer: laptop, macbook, chromebook, thinkpad, imac
tablet: ipad
ereader: kindle, kobo
earphones: airpods
console: playstation, xbox, nintendo switch, ps5, ps4, gameboy
camera: camcorder, gopro, action cam
watch: smartwatch, chronograph
rug: kilim
dress: gown, sundress
trousers: jeans, chinos
map: atlas
puzzle: jigsaw
necklace: choker, pendant
bracelet: bangle
swimwear: swimsuit, bikini, swim trunks
baby clothes: bodysuit, babygrow, sleepsuit, onesie
`

/** Other names for the market's categories. None of these names refers to a single kind of item. */
export const CATEGORY_NAMES = `
Clothing: clothes, clothing, apparel, garment, garments
Shoes: shoes, shoe, footwear
Bags: bags, bag
Home: homeware, homewares, housewares
Collectibles: collectibles, collectible, collectables, collectable
Books: books, book
Tech: tech, technology, electronics
Kids: kids, children
Garden: garden, gardening
`
