/**
 * Exact synonyms, one group per line. Synonyms rank below the word itself. A synonym that consists of two words matches only listings that
 * contain both words.
 */
export const SYNONYMS = `
wellies, wellingtons, rain boots, gumboots, rubber boots
cardigan, cardi
hoodie, hooded sweatshirt, hoody
sweatshirt, crewneck
tshirt, tee, t-shirt
jeans, denims
windbreaker, windcheater, anorak
bow tie, bowtie
tie, necktie
sunglasses, sunnies
glasses, spectacles, eyeglasses
backpack, rucksack, knapsack
fanny pack, bum bag, belt bag, waist bag
bedside table, nightstand, night table
lampshade, lamp shade
curtains, drapes, draperies
mirror, looking glass
tap, faucet
freezer, deep freeze
dishwasher, dish washer
vacuum, hoover, vacuum cleaner
frying pan, skillet, frypan
cutlery, flatware, silverware
coffee machine, espresso machine, coffee maker
kettle, teakettle
teapot, tea pot
torch, flashlight
candle holder, candlestick
picture frame, photo frame
christmas, xmas
speaker, loudspeaker
turntable, record player, phonograph, vinyl player
gameboy, game boy
drone, quadcopter, uav
charger, power adapter, power supply
memory card, sd card
usb stick, flash drive, thumb drive
bicycle, bike
ebike, e-bike, electric bike, electric bicycle
secateurs, pruners, pruning shears, garden clippers
shovel, spade
barbecue, bbq, grill, barbeque
garden hose, hosepipe
wheelbarrow, barrow
parasol, sunshade
pram, stroller, pushchair, buggy, baby carriage, baby buggy
cot, crib, baby bed
nappy, diaper
dummy, pacifier
car seat, booster seat
high chair, highchair
changing table, baby changer
tricycle, trike
dolls house, dollhouse
board game, boardgame, tabletop game
cookbook, cookery book, recipe book, recipes
hardback, hardcover
paperback, softcover
textbook, course book
magazine, periodical
trading card, collectible card, collector card, tcg
coin, numismatic
stamp, philatelic, philately
jewelry, bijouterie
secondhand, used, preloved, preowned
handmade, handcrafted, artisan
drum kit, drum set, drums
violin, fiddle
dumbbells, hand weights, free weights
treadmill, running machine
exercise bike, spin bike, stationary bike
yoga mat, exercise mat
fishing rod, fishing pole
sleeping bag, bedroll
flask, thermos, vacuum flask
water bottle, drinking bottle
typewriter, typing machine
spanner, wrench
lorry, truck
kids, children, childrens
mens, gents, gentlemens
womens, ladies
sneakers, trainers, gym shoes, tennis shoes, sports shoes
high heels, heels
stilettos, stiletto heels
cleats, soccer cleats, football boots, soccer boots, soccer shoes
hiking boots, walking boots, hiking shoes, walking shoes, trekking shoes
jumper, sweater, pullover
swimsuit, bathing suit, swimming costume
puffer, puffer jacket, puffa
trench coat, trenchcoat
raincoat, rain jacket
pyjamas, nightwear, sleepwear
handbag, purse, pocketbook
suitcase, trolley case, cabin bag
duffel, duffle, holdall
tote, tote bag
wallet, billfold
couch, sofa, settee
sofa bed, sofabed, sleeper sofa, pull out couch
footstool, pouffe, ottoman
wardrobe, armoire
dresser, chest of drawers
sideboard, credenza
bookcase, bookshelf, book shelf
desk, writing table
rug, carpet
duvet, comforter, doona
flowerpot, plant pot, planter
trash can, wastebasket
fridge, refrigerator
casserole, dutch oven, cocotte
crockery, dinnerware, tableware
christmas ornaments, baubles, christmas decorations, tree decorations
mobile phone, cell phone, smartphone, cellphone, handset, mobile, phone
notebook computer, laptop
computer, pc
ereader, e-reader, ebook reader
earphones, earbuds, in ear headphones
vinyl, lp, record
stereo, hifi, hi-fi
games console, console, video game console
playstation 5, ps5
playstation 4, ps4
video game, videogame
camcorder, video camera
smartwatch, smart watch
watch, wristwatch
lawnmower, lawn mower, mower
umbrella, brolly
soft toy, stuffed animal, plush, cuddly toy, plushie
model train, toy train
comic, comic book
earrings, ear studs
bangle, bracelet
digital piano, keyboard piano
tuxedo, dinner jacket, tux, dinner suit
wedding dress, bridal gown, bridal dress, wedding gown
bathrobe, dressing gown
trousers, slacks
washing machine, washer
tumble dryer, dryer
tv, television, telly
dress, frock
beanie, woolly hat, knit hat, bobble hat
gloves, mittens
bluray, blu-ray
card holder, cardholder
sweatpants, joggers, tracksuit bottoms, track pants
swim trunks, swimming shorts, board shorts
overalls, dungarees, bib overalls
cooler, cool box, ice chest
drill, power drill
baby, infant
waterproof, weatherproof
`
