import { darker, lighter } from '#demo/art/draw/colour.ts'
import { symmetric, box, button, clothed, faded, filled, line, shaded, solid, stitches } from '#demo/art/draw/shapes.ts'
import type { Paint, ItemDrawing } from '#demo/art/thing.ts'
import { hanger } from './hanger.ts'

const inside = (dye: string): string => filled('M426 272 Q500 246 574 272 Q560 330 500 336 Q440 330 426 272Z', darker(dye, 0.5))

export const tee: ItemDrawing = {
  shown: 'on a hanger',
  position: 'peg',
  cloths: ['plain', 'striped', 'dotted'],
  closeUp: [560, 560],
  label: [500, 330],
  flaw: [610, 760],
  hasBack: true,
  draw({ dye, wood, back }) {
    const body =
      'M412 272 C370 286 326 300 288 322 C236 352 196 470 160 578 C206 604 252 618 294 624 L326 540 C334 690 328 850 322 990 Q500 1016 678 990 C672 850 666 690 674 540 L706 624 C748 618 794 604 840 578 C804 470 764 352 712 322 C674 300 630 286 588 272 Q566 352 500 356 Q434 352 412 272Z'
    const pocket = back ? '' : clothed('M560 470 H656 V556 Q608 590 560 556Z', dye, 4) + line('M560 488 H656', darker(dye, 0.3), 4)
    return (
      hanger(wood) +
      (back ? clothed('M412 272 Q500 300 588 272 L580 330 H420Z', dye, 0) : inside(dye)) +
      clothed(body, dye) +
      line(back ? 'M418 276 Q500 310 582 276' : 'M418 276 Q436 344 500 347 Q564 344 582 276', darker(dye, 0.18), 18) +
      pocket +
      symmetric(
        stitches('M180 562 Q230 588 300 602', darker(dye, 0.4)) + faded(0.22, line('M330 560 Q350 660 336 780', darker(dye, 0.6), 14)),
      ) +
      stitches('M330 966 Q500 990 670 966', darker(dye, 0.4))
    )
  },
}

export const jacket: ItemDrawing = {
  shown: 'on a hanger',
  position: 'peg',
  cloths: ['twill', 'plain', 'checked'],
  closeUp: [600, 480],
  label: [500, 330],
  flaw: [232, 838],
  hasBack: true,
  draw({ dye, bright, wood, back }) {
    const sleeve = 'M300 330 C236 366 206 480 158 862 Q206 892 262 892 C290 740 318 640 336 560Z'
    const cuff = 'M166 800 Q216 828 274 828 L262 892 Q206 892 158 862Z'
    const body =
      'M420 268 C376 286 330 304 296 330 C312 540 312 800 300 1000 Q500 1026 700 1000 C688 800 688 540 704 330 C670 304 624 286 580 268 Q500 330 420 268Z'
    const patch = (x: number, y: number, width: number, height: number) =>
      clothed(
        `M${x} ${y} H${x + width} V${y + height - 20} L${x + width / 2} ${y + height} L${x} ${y + height - 20}Z`,
        lighter(dye, 0.05),
        5,
      ) + stitches(`M${x + 10} ${y + 22} H${x + width - 10}`, bright, 4)
    const front =
      line('M500 346 V1012', darker(dye, 0.45), 6) +
      stitches('M478 352 V1006', bright) +
      [430, 560, 690, 820, 950].map((y) => button(521, y, lighter(bright, 0.2))).join('') +
      patch(556, 456, 108, 120) +
      patch(340, 730, 128, 156) +
      patch(536, 730, 128, 156)
    const yoke = stitches('M318 430 Q500 456 682 430', bright) + stitches('M500 440 V1010', bright)
    const collar = 'M424 262 Q396 290 396 322 L462 396 L500 326 Q452 306 424 262Z'
    return (
      hanger(wood) +
      symmetric(clothed(sleeve, dye) + clothed(cuff, darker(dye, 0.08), 5) + stitches('M172 816 Q216 842 270 842', bright)) +
      (back ? '' : inside(dye)) +
      clothed(body, dye) +
      (back
        ? yoke + clothed('M420 264 Q500 236 580 264 L586 316 Q500 340 414 316Z', darker(dye, 0.06), 5)
        : front + symmetric(clothed(collar, darker(dye, 0.06), 5) + stitches('M410 322 L460 378', bright, 3)))
    )
  },
}

export const knit: ItemDrawing = {
  shown: 'on a hanger',
  position: 'peg',
  cloths: ['knitted', 'ribbed', 'striped'],
  closeUp: [500, 520],
  label: [500, 356],
  flaw: [214, 690],
  hasBack: true,
  draw({ dye, bright, wood, back }) {
    const sleeve = 'M316 330 C236 356 196 470 168 640 C156 740 160 800 178 872 L266 880 C300 760 322 660 338 560Z'
    const body =
      'M404 288 C360 300 324 314 306 334 C322 540 318 760 304 930 L316 1000 Q500 1024 684 1000 L696 930 C682 760 678 540 694 334 C676 314 640 300 596 288 Q500 350 404 288Z'
    const hem = 'M304 926 Q500 950 696 926 L684 1000 Q500 1024 316 1000Z'
    const cuff = 'M170 826 Q220 842 276 838 L264 900 Q214 904 180 888Z'
    const yoke = back
      ? ''
      : zigzag(430, bright) + faded(0.9, line('M318 476 Q500 502 682 476', lighter(dye, 0.8), 8)) + zigzag(540, lighter(dye, 0.8))
    return (
      hanger(wood) +
      symmetric(clothed(sleeve, dye) + clothed(cuff, darker(dye, 0.14), 5)) +
      inside(dye) +
      clothed(body, dye) +
      yoke +
      clothed(hem, darker(dye, 0.14), 5) +
      ribs(hem) +
      line(back ? 'M410 288 Q500 322 590 288' : 'M408 288 Q500 372 592 288', darker(dye, 0.34), 42) +
      line(back ? 'M410 288 Q500 322 590 288' : 'M408 288 Q500 372 592 288', darker(dye, 0.1), 32)
    )
  },
}

const ribs = (hem: string): string => faded(0.5, `<path d="${hem}" fill="url(#rib)"/>`)

function zigzag(y: number, colour: string): string {
  const points = Array.from(
    { length: 13 },
    (_, at) => `${at === 0 ? 'M' : 'L'}${326 + at * 29} ${y + (at % 2) * 30 + Math.round(12 - Math.abs(at - 6) * 2)}`,
  )
  return line(points.join(' '), colour, 11)
}

export const dress: ItemDrawing = {
  shown: 'on a hanger',
  position: 'peg',
  cloths: ['dotted', 'floral', 'gingham'],
  closeUp: [480, 560],
  label: [500, 330],
  flaw: [640, 930],
  hasBack: true,
  draw({ dye, bright, wood, back }) {
    const skirt = 'M392 556 C350 720 276 900 224 1062 Q500 1120 776 1062 C724 900 650 720 608 556Z'
    const top = back
      ? 'M404 278 C398 360 396 450 386 572 Q500 596 614 572 C604 450 602 360 596 278 Q500 318 404 278Z'
      : 'M404 278 C398 360 396 450 386 572 Q500 596 614 572 C604 450 602 360 596 278 L560 280 Q556 388 500 392 Q444 388 440 280Z'
    const sleeve = 'M404 276 C344 286 296 330 290 392 Q340 430 396 414Z'
    const folds = ['M430 600 Q404 820 346 1076', 'M500 604 V1090', 'M570 600 Q596 820 654 1076']
      .map((d) => line(d, darker(dye, 0.5), 6))
      .join('')
    return (
      hanger(wood, 286) +
      (back ? '' : inside(dye)) +
      symmetric(clothed(sleeve, dye)) +
      clothed(skirt, dye) +
      faded(0.4, folds) +
      clothed(top, dye) +
      solid('M384 548 Q500 574 616 548 L620 588 Q500 616 380 588Z', bright, 5) +
      ruffle(dye) +
      (back ? line('M500 318 V540', darker(dye, 0.4), 5) : [424, 472, 520].map((y) => button(500, y, lighter(bright, 0.5), 10)).join(''))
    )
  },
}

const ruffle = (dye: string): string =>
  clothed(
    'M240 1012 Q500 1070 760 1012 L778 1066 q-34 34 -70 12 t-70 16 t-69 10 t-69 4 t-69 -4 t-69 -8 t-70 -14 t-70 -18Z',
    lighter(dye, 0.08),
    5,
  )

export const shirt: ItemDrawing = {
  shown: 'on a hanger',
  position: 'peg',
  cloths: ['plain', 'checked', 'gingham', 'striped'],
  closeUp: [590, 520],
  label: [500, 330],
  flaw: [400, 880],
  hasBack: true,
  draw(paint: Paint) {
    const { dye, bright, wood, back } = paint
    const sleeve = 'M300 326 C240 352 196 520 176 640 Q226 680 296 676 L334 540Z'
    const body =
      'M420 268 C376 286 330 302 298 326 C314 540 318 740 312 930 Q340 1006 400 1014 Q500 1000 600 1014 Q660 1006 688 930 C682 740 686 540 702 326 C670 302 624 286 580 268 Q500 326 420 268Z'
    const collar = 'M430 258 Q404 282 398 306 L440 380 L500 322 Q456 300 430 258Z'
    const placket = `${clothed(box(482, 330, 36, 672, 6), lighter(dye, 0.14), 4)}${[410, 520, 630, 740, 850, 950].map((y) => button(500, y, lighter(bright, 0.6), 9)).join('')}`
    const pocket = clothed('M556 470 H652 V560 L604 586 L556 560Z', dye, 4)
    const camp = symmetric(clothed(collar, lighter(dye, 0.1), 5))
    return (
      hanger(wood) +
      symmetric(clothed(sleeve, dye) + stitches('M188 628 Q240 660 298 656', darker(dye, 0.4))) +
      (back ? '' : inside(dye)) +
      clothed(body, dye) +
      (back
        ? stitches('M312 420 Q500 446 688 420', darker(dye, 0.4)) +
          line('M500 440 V700', darker(dye, 0.3), 5) +
          clothed('M424 262 Q500 234 576 262 L580 306 Q500 330 420 306Z', lighter(dye, 0.1), 5)
        : placket + pocket + camp) +
      faded(0.12, shaded(body))
    )
  },
}
