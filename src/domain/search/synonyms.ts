/**
 * Words that sellers and buyers use for one thing. Each finds the others, ranked below itself. One group a line;
 * a name of two words counts where both stand in the listing.
 */
export const SYNONYMS = `
sneakers, trainers, gym shoes, tennis shoes, kicks, runners, sports shoes
boots, booties
heels, pumps, stilettos, high heels
wellies, wellingtons, rain boots, gumboots, rubber boots
slippers, house shoes, mules
flip flops, thongs, sliders
hiking boots, walking boots, hiking shoes, walking shoes, trekking shoes
cleats, football boots, soccer shoes, soccer cleats
running, runner, jogging
jumper, sweater, pullover, knit, knitwear
cardigan, cardi
hoodie, hooded sweatshirt, hoody
sweatshirt, crewneck
tshirt, tee, t-shirt
tank top, vest, singlet, camisole
trousers, pants, slacks
jeans, denims
sweatpants, joggers, tracksuit bottoms, track pants
leggings, yoga pants, tights
underwear, lingerie
swimsuit, swimwear, bathing suit, bikini, swimming costume
swim trunks, swimming shorts, board shorts
dress, frock, gown
wedding dress, bridal gown, bridal dress, wedding gown
suit, two piece
tuxedo, dinner jacket, tux, dinner suit
waistcoat, vest, gilet
coat, overcoat
jacket, blazer
raincoat, mac, rain jacket, waterproof jacket
trench coat, trenchcoat, mac
puffer, down jacket, puffa, quilted jacket, puffer jacket
windbreaker, windcheater, anorak
dungarees, overalls, bib overalls
jumpsuit, playsuit, romper, onesie
onesie, bodysuit, babygrow, sleepsuit
pyjamas, sleepwear, nightwear, loungewear, nightgown
bathrobe, dressing gown, robe
beanie, woolly hat, knit hat, bobble hat
cap, baseball cap, snapback
braces, suspenders
bow tie, bowtie
tie, necktie
scarf, shawl, wrap
gloves, mittens, mitts
sunglasses, shades, sunnies
glasses, spectacles, eyeglasses
handbag, purse, shoulder bag, pocketbook, crossbody, clutch
backpack, rucksack, knapsack
suitcase, luggage, carry on, trolley case, cabin bag
duffel, holdall, duffle, gym bag, weekender, sports bag
fanny pack, bum bag, belt bag, waist bag
briefcase, attache case, satchel
tote, shopper
wallet, billfold, card holder, cardholder
couch, sofa, settee, loveseat, chesterfield
sofa bed, sofabed, futon, sleeper sofa, pull out couch
armchair, easy chair, lounge chair, recliner
stool, footstool, pouffe, ottoman
wardrobe, armoire, closet
dresser, chest of drawers, drawers, bureau
sideboard, credenza, buffet
bookcase, bookshelf, shelving, shelves, book shelf
bedside table, nightstand, night table
desk, writing table, workstation
lamp, light
lampshade, lamp shade
rug, carpet, kilim
curtains, drapes, draperies
blinds, shades
duvet, comforter, quilt, doona
duvet cover, bedding, bed linen, sheets
pillow, cushion
blanket, throw
quilt, patchwork, bedspread, coverlet
mirror, looking glass
vase, urn
plant pot, planter, flowerpot, pots
tap, faucet
bin, trash can, wastebasket
hob, cooktop, stove
oven, cooker, range
fridge, refrigerator
freezer, deep freeze
dishwasher, dish washer
washing machine, washer
tumble dryer, dryer
vacuum, hoover, vacuum cleaner
iron, steam iron
frying pan, skillet, frypan
saucepan, pot, pan
casserole, dutch oven, cocotte, cooking pot
cutlery, flatware, silverware
crockery, dinnerware, tableware, dishes
plates, dishes
mug, cup
wine glasses, glassware, goblets, stemware
food processor, mixer, blender
coffee machine, espresso machine, coffee maker
kettle, teakettle
teapot, tea pot
torch, flashlight
candle holder, candlestick
picture frame, photo frame
poster, print, artwork
christmas ornaments, baubles, christmas decorations, tree decorations, xmas
christmas, xmas
mobile phone, cell phone, smartphone, cellphone, handset, iphone, android, cell, mobile, phone
laptop, notebook computer, macbook, chromebook, thinkpad
computer, pc, desktop, laptop
tablet, ipad
ereader, e-reader, kindle, kobo, ebook reader
earphones, earbuds, airpods, in ear headphones
headphones, headset, cans
speaker, loudspeaker
turntable, record player, phonograph, vinyl player
vinyl, lp, record
single, 45, seven inch
stereo, hifi, hi-fi, amplifier, receiver, amp
tv, television, telly
monitor, screen, display
games console, console, playstation, xbox, nintendo, ps5, ps4, video game console
playstation, ps4, ps5
gameboy, game boy
video game, videogame
camera, slr, dslr, camcorder
camcorder, video camera, action cam
lens, objective
drone, quadcopter, uav
smartwatch, smart watch, fitness tracker, apple watch
watch, wristwatch, timepiece
clock, timepiece
hard drive, ssd, hdd
charger, power adapter, power supply
memory card, sd card
usb stick, flash drive, thumb drive
bicycle, bike, cycle
scooter, kick scooter
ebike, e-bike, electric bike, electric bicycle
lawnmower, lawn mower, mower
secateurs, pruners, pruning shears, garden clippers
shovel, spade
barbecue, bbq, grill, barbeque
patio, terrace, outdoor
garden hose, hosepipe
wheelbarrow, barrow
parasol, sunshade
umbrella, brolly
gazebo, canopy, pavilion
pram, stroller, pushchair, buggy, baby carriage, baby buggy
cot, crib, baby bed
moses basket, bassinet
nappy, diaper
dummy, pacifier
baby carrier, sling, baby wrap
car seat, booster seat
high chair, highchair
changing table, baby changer
tricycle, trike
dolls house, dollhouse
soft toy, stuffed animal, plush, teddy, cuddly toy, plushie
teddy bear, teddy
lego, building bricks
jigsaw, puzzle
board game, boardgame, tabletop game
model train, toy train, railway set
comic, comic book, graphic novel
novel, fiction
cookbook, cookery book, recipe book, recipes
hardback, hardcover
paperback, softcover
textbook, course book
magazine, periodical
map, atlas
trading card, collectible card, collector card, tcg
football card, sports card, baseball card
coin, numismatic
stamp, philatelic, philately
brooch, pin, badge
necklace, pendant, chain, choker
bracelet, bangle, cuff
earrings, ear studs, hoops
ring, band
engagement ring, wedding ring, diamond ring
jewelry, bijouterie
antique, vintage, retro, old
secondhand, used, preloved, preowned
handmade, handcrafted, artisan
guitar, acoustic, fender, gibson
piano, keyboard, digital piano
drum kit, drum set, drums
violin, fiddle
dumbbells, hand weights, free weights
treadmill, running machine
exercise bike, spin bike, stationary bike
yoga mat, exercise mat
weights, barbell, dumbbell, kettlebell
skis, ski
fishing rod, fishing pole
sleeping bag, bedroll
flask, thermos, vacuum flask
water bottle, drinking bottle
cooler, cool box, ice chest
football, soccer
sewing machine, overlocker
yarn, wool
typewriter, typing machine
screwdriver, driver
spanner, wrench
drill, cordless drill, power drill
suede, nubuck
lorry, truck
rain, waterproof, weatherproof
waterproof, gore-tex, water resistant
kids, children, childrens
baby, infant, newborn
mens, gents, gentlemens
womens, ladies
huge, oversized, large
small, mini, little
tiny, miniature
cinema, movie, film
dvd, bluray, blu-ray
`
