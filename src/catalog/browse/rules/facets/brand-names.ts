/** Brands with more than one usual spelling, in the format of `spellingsOf`. Brands with a single spelling need no line. */
export const BRANDS = `
A.P.C.: apc
Abercrombie & Fitch: abercrombie and fitch, abercrombie, a&f
Acne Studios: acne
Adidas: adidas originals, addidas, adiddas
AllSaints: all saints
American Eagle: american eagle outfitters, aeo
Anthropologie: anthro
Apple: apple computer
Arc'teryx: arcteryx, arc teryx
Armani: giorgio armani
Asics: onitsuka tiger asics
Audio-Technica: audio technica, audiotechnica
Babolat: babolat tennis
Balenciaga: balenciaga paris
Banana Republic: banana rep
Bang & Olufsen: bang and olufsen, b&o
Barbour: j barbour, barbour international
Ben Sherman: bensherman
Birkenstock: birkenstocks
Bosch: robert bosch
Brooks Brothers: brooks bros
Burberry: burberrys, burberry london, burberrys of london
Calvin Klein: calvin klein jeans, ck
Canada Goose: canadagoose
Canon: canon eos
Carhartt: carhartt wip, carhart
Céline: celine, celine paris
Champion: champion usa
Chanel: coco chanel
Christian Dior: dior
Christian Louboutin: louboutin
Clarks: clarks originals, c&j clark
Club Monaco: clubmonaco
Coach: coach new york
Columbia: columbia sportswear
Comme des Garçons: cdg, comme des garcons play
Converse: converse all star, converse all stars
COS: collection of style
DeLonghi: de longhi
Denby: denby pottery
DKNY: donna karan
Dolce & Gabbana: dolce and gabbana, d&g, dolce gabbana
Dr. Martens: doc martens, doc marten, dr marten, doctor martens, docs
Dyson: dyson vacuum
Eileen Fisher: eileenfisher
Ermenegildo Zegna: zegna
Everlane: everlane clothing
Fender: fender guitars
Ferragamo: salvatore ferragamo
Fisher-Price: fisher price, fisherprice
Fjällräven: fjallraven, fjall raven
Free People: fp, freepeople
Fred Perry: fredperry
Fujifilm: fuji, fuji film
G-Star Raw: g star, gstar, g star raw
Gap: gap kids, the gap, baby gap, gapkids, babygap
Gibson: gibson guitars
Gucci: gucci italy
Guess: guess jeans
H&M: h and m, hm, hennes & mauritz, hennes and mauritz
Harley-Davidson: harley davidson, harley
Helly Hansen: hellyhansen
Helmut Lang: helmutlang
Herman Miller: hermanmiller
Hermès: hermes, hermes paris
Hewlett-Packard: hp, hewlett packard
Hugo Boss: boss, boss hugo boss
Iittala: ittala
Ikea: ikea of sweden
Isabel Marant: isabel marant etoile
J.Crew: j crew, jcrew
Jack & Jones: jack and jones
Jil Sander: jilsander
Jimmy Choo: jimmychoo
John Lewis: john lewis & partners
Kate Spade: kate spade new york
Kenzo: kenzo paris
KitchenAid: kitchen aid
L.L.Bean: ll bean, l l bean, llbean
Lacoste: lacoste sport
Lands' End: lands end
Le Creuset: lecreuset
Lego: lego group, legos
Levi's: levi, levis, levi strauss, levi strauss & co, levi strauss and co, levi's strauss
Longchamp: longchamp paris
Louis Vuitton: lv, louisvuitton
Lululemon: lululemon athletica
Madewell: madewell 1937
Maison Margiela: margiela, maison martin margiela, mm6
Makita: makita tools
Marc Jacobs: marc by marc jacobs
Marimekko: marimeko
Marks & Spencer: m&s, marks and spencer, marks spencer
Massimo Dutti: massimodutti
Max Mara: maxmara
Michael Kors: mk, michael michael kors
Microsoft: microsoft xbox
Miele: miele vacuum
Miu Miu: miumiu
Moncler: moncler italy
Muji: mujirushi, mujirushi ryohin
Mulberry: mulberry england
New Balance: nb, newbalance
New Look: newlook
Nikon: nikon nikkor
Nike: nike air, nike sb, nike inc
Nintendo: nintendo co
O'Neill: oneill, o neill
Oakley: oakleys
Old Navy: oldnavy
Olympus: olympus om
Patagonia: patagucci, patagonia inc
Paul Smith: ps paul smith
Penguin: penguin books
Pendleton: pendleton woolen mills
Petit Bateau: petitbateau
Prada: prada milano
Pull & Bear: pull and bear, pullandbear
Puma: puma se
Pyrex: pyrex glass
Ralph Lauren: polo ralph lauren, polo, polo by ralph lauren, lauren ralph lauren, rl
Ray-Ban: ray ban, rayban, ray bans
Reebok: reebok classic
REI: rei co op, rei coop
Rolex: rolex watches
Royal Copenhagen: royalcopenhagen
Royal Doulton: royaldoulton
Saint Laurent: ysl, yves saint laurent, saint laurent paris
Salomon: salomon sports
Sennheiser: senheiser
Smeg: smeg italy
Sony: sony playstation
St. John's Bay: st johns bay
Stella McCartney: stella mc cartney, adidas by stella mccartney
Stone Island: stoneisland
Stüssy: stussy
Superdry: super dry
Supreme: supreme new york, supreme nyc
Swarovski: swarovsky
Technics: technics sl
Ted Baker: ted baker london
The North Face: north face, tnf, northface, thenorthface
Theory: theory theyskens
Tiffany & Co.: tiffany, tiffany and co, tiffany & co
Timberland: timberlands, timbs
Tommy Hilfiger: tommy, tommy jeans, hilfiger
Topshop: top shop
Tory Burch: toryburch
Ugg: uggs, ugg australia
Under Armour: under armor, ua, underarmour
Uniqlo: uni qlo, uniqlo u
United Colors of Benetton: benetton
Urban Outfitters: uo, urbanoutfitters
Valentino: valentino garavani
Vans: vans off the wall
Versace: gianni versace, versus versace
Victoria's Secret: victorias secret, victoria secret
Vivienne Westwood: westwood
Wedgwood: wedgewood
Yamaha: yamaha corporation
Yeti: yeti coolers
Zara: zara man, zara woman, zara basic, zara kids
`
