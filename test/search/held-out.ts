import { parse, type Query } from './queries.ts'

/**
 * First set: 34 queries that were written when the search seemed complete. Failures in this set then led to a lower weight of vague words,
 * so the set is no longer an independent measure.
 */
export const FIRST_HELD_OUT: readonly Query[] = [
  ...parse(
    'exact',
    `
speedo swimsuit | swimsuit
dell 4k monitor | monitor
bugaboo fox | pram
morgan silver dollars | coins
garmin forerunner | watch
danish ceramic vase | vase`,
  ),
  ...parse(
    'stem',
    `
trading cards pokemon | charizard
waterproofed hiking shoe | hikers
folded tents | tent
embroidering quilted patchworks | quilt
ornament of glass | christmas
sharpened mowers | mower`,
  ),
  ...parse(
    'typing error',
    `
bugabo | pram
nintedo swich | switch
headphnes | headphones
lululemmon leggins | leggings
technisc | turntable
kimno | kimono
ottolengi | cookbook`,
  ),
  ...parse(
    'synonym',
    `
mobile | iphone pixel
rucksack | backpack
pushchair | pram
telly | tv
sunday newspaper holder or handbag | crossbody
pruning shears | shears
grill | bbq
pullover | aran`,
  ),
  ...parse(
    'meaning',
    `
keep my hands warm | gloves
something to read on the plane | kindle dune potter
present for a chef | knives dutchoven cookbook
black tie dinner outfit | tux suit gown
toys for a three year old | trike lego puzzle dollhouse
watching movies at home | tv
exercise clothes | leggings running swimsuit`,
  ),
]

/**
 * 36 queries that were written after the weight of vague words was reduced. The search has not changed since these queries were first run.
 */
export const HELD_OUT: readonly Query[] = [
  ...parse(
    'exact',
    `
rimowa cabin suitcase | suitcase
barbour bedale | barbour
times atlas | atlas
lego millennium falcon | lego
oxford shirt | shirt`,
  ),
  ...parse(
    'stem',
    `
pleating skirts wool | skirt
beaded clutches | clutch
furnished doll houses | dollhouse
reupholstering armchairs | armchair
belting trench | trench`,
  ),
  ...parse(
    'typing error',
    `
birkenstcok arizona | sandals
carharrt beany | beanie
terracota pots | planter
marschall speaker | speaker
casserol | dutchoven
quadcoptor | drone`,
  ),
  ...parse(
    'synonym',
    `
spectator gridiron football shoes | football
baby buggy | pram
loveseat | couch
holdall | duffel
movie camera slr | canon
dinner suit | tux
flashlight lantern torch patio grill | bbq
nightwear | pyjamas`,
  ),
  ...parse(
    'meaning',
    `
going to the beach | swimsuit sandals
bride | gown ring
stay dry walking the dog | wellies barbour hikers
playing old video games | gameboy switch ps5
learn an instrument | guitar piano
cutting the lawn | mower
mother's day jewellery | ring necklace brooch
student desk setup | desk officechair monitor thinkpad keyboard
cosy night in | pyjamas uggs duvet
commute to work | bike briefcase backpack
tell the time | clock seiko watch
christmas decorations | christmas`,
  ),
]
