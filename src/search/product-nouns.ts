import { stem } from './stem.ts'
import { wordsOf } from './tokenize.ts'

/** Returns true for the stem of an item or a brand. The search never treats such a stem as a typing error. */
export const isProductNoun = (stem: string): boolean => NOUN_STEMS.has(stem)

/** Words in the lexicon's tables that describe items but are not names of items. */
export const QUALITIES: ReadonlySet<string> = new Set(
  wordsOf(`secondhand used preloved preowned handmade handcrafted artisan mens gents gentlemens womens ladies kids children baby infant
    waterproof weatherproof christmas xmas hardback hardcover paperback softcover denim knit knitwear bluray box bundle`).map(stem),
)

/** Names of items and brands, in addition to the words in the other tables. */
const WORDS = `
accordion acer acoustic adidas aeroplane airfryer album alarm ale anchor android anvil apron aquarium armor asics asus audi
axe bag bagpipes ball balloon banana banjo banner basin basket basketball bass bat bath bathtub battery bead beads beam beard bed
bedframe beer bell belt bench beret bib bicycle bike binder binoculars bird blazer blender boat bolt bonnet bonsai book boot bose
bottle bow bowl box boxing bra bracket brick bridle bronco broom brush bucket buckle bugle bulb bumper bunk bunting burner bus
bust button cab cabinet cable caddy cage cake calculator calendar camper camping canary candle canoe canopy canvas cap cape car
caravan card cards cart casio cassette castle cat cd cello chain chainsaw chair chalk chandelier chess chicken chime chisel
cigar clarinet clay clip clock cloth coaster coat cobra coffee coin collar comb compass compost compressor concertina cone cooker
corset couch cradle crane crate crayon cream cricket crock crocs crossbow crown crutch cube cupboard curler cymbal dagger
dart dartboard darts deck dehumidifier denon dice diary dinghy dish dog doll dolphin domino dongle door doormat doll drawer
dress drum duck dumbbell dummy duster dvd dyson earmuffs earring easel egg elliptical engine epson eraser etching fan faucet feather
fedora fence fender fern fiddle figurine filter fitbit flag flannel flask float flute foil folder fork fossil fountain frame
freezer fridge frisbee fryer fur furnace futon gameboy gate gazebo generator gibson glider globe glove goal goggles golf gong
gown grater greenhouse grill guitar gun hair hairdryer halter hammer hammock hamper hamster handcuffs handle hanger harmonica
harness harp hat hatchet heater hedge helmet hinge hoe honda hook hoop horn horse hose hp huawei humidifier iron ironing jacket jack jar jeep
jersey jewel jigsaw jug juicer jukebox jumper kart kayak kennel kettle keyboard keyring kilt kite knife knob lace ladder ladle lamp
lantern laser lathe latch lawn leash lego lenovo leotard letter lexus lipstick lock locker locket loft loom lotion lute lyre
magnet makeup mallet mandolin mannequin manual marble marimba marker mask mast mat match matchbox mattress medal megaphone menorah
mercedes microphone microscope microwave mill mitten mixer modem moped mop motherboard motor motorbike motorcycle mower mug
mulcher nail napkin needle net nikon nike nintendo notebook nut oar oboe oil opener orchid organ origami otter oven overalls
oximeter pacifier paddle paddleboard padlock pail paint painting pajamas palette pallet pan panasonic pants paper parachute
parasol parcel parrot partition pastel paste patch pearl pebble pedal peg pen pencil pendant perfume peugeot philips phone piano
piccolo pick pickaxe pickup pie pill pillow pin pinball pipe piston pitcher plane planer planner plant plate platter playpen pliers
plug plunger polaroid pole polisher poncho pool popcorn porcelain porsche poster pot potato pottery pouch prada press printer prism
projector propeller protractor pruner puma pump punchbag puppet purse quad quilt quiver rack racket racquet radiator radio raft
rail rake ram ramp razor rebec recliner recorder reel reebok refrigerator remote ring robe robot rocker rocket rod roller rollerblades
rope rosary router rower rowing rucksack rug rule ruler saab sack saddle safe sail sailboat salt samsung samovar sander
sari sarong satchel satin saucer sauna saw saxophone scale scales scanner scarf scissors scooter screen screw screwdriver
sculpture seat seed server sewing shampoo shaver shawl shed sheet shelf shell shield shin shirt shoe shovel shower shredder sieve sign sink sitar
skate skateboard skates skillet skipping skirt skis sled sledge sleigh sling slipper snorkel snowboard snowshoe soap sock socket socks soda
sofa solder sonos soup spade spanner speaker spear speedboat spoon spray sprinkler spur squash stapler statue steamer steering
steinway stencil stereo stick sticker stilts stirrup stool stopwatch stove strainer strap straw stroller subwoofer suit suitcase sundial
sunscreen surfboard suzuki swatch sweater swing sword syringe syrup table tablecloth tablet tambourine tank tap tapestry tarp tart
taser teapot telescope tennis tent terrarium thermometer thermostat thimble tiara tie tile tiller timer tin tire toaster toilet toolbox
tools toothbrush torch toshiba towel tower toy toyota tractor trailer train trampoline trap tray treadmill treadle tricycle tripod trolley trombone
trophy trout trowel truck trumpet trunk tuba tub tumbler tuner turban turbine tv tweezers twine typewriter tyre ukulele umbrella unicycle
urn utensil vacuum valve van vase veil vest vibraphone vinyl viola violin vise vitamin volkswagen volvo waffle wagon walker wallpaper wand
wardrobe washer watch waterbed wax webcam wedge weight wetsuit wheel wheelchair whip whiskey whistle whiteboard wig winch window wine
wok wrench wreath xbox xylophone yacht yamaha yarn yoyo zip zipper zither
`
const NOUN_STEMS: ReadonlySet<string> = new Set(wordsOf(WORDS).map(stem))
