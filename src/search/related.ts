/** Words for similar items, one group per line. The search uses these words only when there are no exact matches. */
export const RELATED = `
sunglasses, shades
sneakers, trainers, kicks, runners
bicycle, bike, cycle
slippers, house shoes, mules
running, runner, jogging
tank top, vest, singlet, camisole
swimsuit, swimwear, bathing suit, bikini, swimming costume
leggings, yoga pants, tights
suit, two piece
waistcoat, vest, gilet
jacket, blazer
coat, overcoat
raincoat, mac, rain jacket, waterproof jacket
trench coat, trenchcoat, mac
puffer, down jacket, puffa, quilted jacket, puffer jacket
jumpsuit, playsuit, romper, onesie
onesie, bodysuit, babygrow, sleepsuit
pyjamas, sleepwear, nightwear, loungewear, nightgown
cap, baseball cap, snapback
braces, suspenders
scarf, shawl, wrap
gloves, mittens, mitts
jumper, sweater, pullover, knit, knitwear
handbag, purse, shoulder bag, pocketbook, crossbody, clutch
suitcase, luggage, carry on, trolley case, cabin bag
duffel, holdall, duffle, gym bag, weekender, sports bag
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
desk, writing table, workstation
lamp, light
rug, carpet, kilim
blinds, shades
duvet, comforter, quilt, doona
duvet cover, bedding, bed linen, sheets
pillow, cushion
blanket, throw
quilt, patchwork, bedspread, coverlet
vase, urn
plant pot, planter, flowerpot, pots
bin, trash can, wastebasket
hob, cooktop, stove
oven, cooker, range
saucepan, pot, pan
casserole, dutch oven, cocotte, cooking pot
plates, dishes
crockery, dinnerware, tableware, dishes
mug, cup
wine glasses, glassware, goblets, stemware
food processor, mixer, blender
poster, print, artwork
christmas ornaments, baubles, christmas decorations, tree decorations, xmas
mobile phone, cell phone, smartphone, cellphone, handset, iphone, android, cell, mobile, phone
laptop, notebook computer, macbook, chromebook, thinkpad
computer, pc, desktop, laptop
tablet, ipad
ereader, e-reader, kindle, kobo, ebook reader
earphones, earbuds, airpods, in ear headphones
headphones, headset, cans
single, 45, seven inch
stereo, hifi, hi-fi, amplifier, receiver, amp
monitor, screen, display
games console, console, playstation, xbox, nintendo, ps5, ps4, video game console
camera, slr, dslr, camcorder
camcorder, video camera, action cam
lens, objective
smartwatch, smart watch, fitness tracker, apple watch
watch, wristwatch, timepiece
clock, timepiece
hard drive, ssd, hdd
scooter, kick scooter
patio, terrace, outdoor
gazebo, canopy, pavilion
moses basket, bassinet
baby carrier, sling, baby wrap
soft toy, stuffed animal, plush, teddy, cuddly toy, plushie
teddy bear, teddy
lego, building bricks
jigsaw, puzzle
model train, toy train, railway set
comic, comic book, graphic novel
novel, fiction
map, atlas
football card, sports card, baseball card
brooch, pin, badge
necklace, pendant, chain, choker
bracelet, bangle, cuff
earrings, ear studs, hoops
ring, band
engagement ring, wedding ring, diamond ring
antique, vintage, retro, old
guitar, acoustic, fender, gibson
piano, keyboard, digital piano
weights, barbell, dumbbell, kettlebell
sewing machine, overlocker
yarn, wool
screwdriver, driver
drill, cordless drill, power drill
suede, nubuck
waterproof, gore-tex, water resistant
huge, oversized, large
small, mini, little
tiny, miniature
cinema, movie, film
dvd, bluray, blu-ray
boots, booties
heels, pumps, stilettos, high heels
flip flops, thongs, sliders
underwear, lingerie
bathrobe, dressing gown, robe
dress, frock, gown
trousers, pants, slacks
football, soccer
iron, steam iron
baby, infant, newborn
`
