import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DYES, type Dye } from './draw/colour.ts'
import { drawEmblem, EMBLEMS, type Emblem } from './emblem.ts'
import { FLAWS } from './flaws.ts'
import { drawPicture, VIEWS, viewsOf, type Picture } from './picture.ts'
import { STUDIOS, type Studio } from './studio.ts'
import { KINDS } from './things/index.ts'
import { altOf } from './alt-text.ts'
import { byHand } from './by-hand.ts'

const dyes = Object.keys(DYES) as Dye[]
const studios = Object.keys(STUDIOS) as Studio[]

/** Every kind of item in every view, with different flaws, dyes and rooms. */
const PICTURES: Picture[] = KINDS.flatMap((kind, at) =>
  VIEWS.map((view, which) => ({
    kind,
    view,
    seed: `${at}`,
    dye: dyes[(at + which) % dyes.length]!,
    bright: dyes[(at * 3 + 5) % dyes.length]!,
    studio: studios[at % studios.length]!,
    flaw: { is: FLAWS[at % FLAWS.length]! },
  })),
)

test('the same input produces the same picture, and a different seed produces a different picture', () => {
  for (const picture of PICTURES) assert.equal(drawPicture(picture), drawPicture({ ...picture }))
  const blocks = PICTURES.find(({ kind, view }) => kind === 'blocks' && view === 'front')!
  assert.notEqual(drawPicture(blocks), drawPicture({ ...blocks, seed: 'other' }))
})

test('demo drawings are well-formed SVG of limited size, without text or external references', () => {
  const drawings = [...PICTURES.map(drawPicture), ...Object.keys(EMBLEMS).map((emblem) => drawEmblem(emblem as Emblem, 'mint'))]
  for (const svg of drawings) {
    assert.doesNotMatch(svg, /NaN|undefined|null|Infinity|e[-+]\d/)
    assert.doesNotMatch(svg, /<text|<image|<script|<foreignObject|href|url\((?!#)|data:/)
    assert.equal(svg.match(/<g[ >]/g)?.length, svg.match(/<\/g>/g)?.length)
    for (const [, name] of svg.matchAll(/url\(#([a-z]+)\)/g)) assert.ok(svg.includes(` id="${name}"`) || name === 'cloth', name)
    assert.ok(svg.length > 2_000 && svg.length < 140_000, String(svg.length))
  }
})

test('the front view of an item comes first, and the manufacturer’s picture shows no flaws', () => {
  assert.deepEqual(viewsOf({ kind: 'jacket', flaw: { is: 'fleck' } }), ['front', 'flaw', 'back', 'close-up', 'label'])
  assert.deepEqual(viewsOf({ kind: 'lamp' }), ['front', 'close-up'])
  const plain = PICTURES.find(({ kind, view }) => kind === 'jacket' && view === 'front')!
  const { flaw: _flaw, ...unharmed } = plain
  assert.notEqual(drawPicture(plain), drawPicture(unharmed))
  const onWhite = { ...plain, view: 'web' as const }
  assert.equal(
    drawPicture(onWhite),
    drawPicture({ ...onWhite, studio: 'blush', flaw: { is: 'stain' } }),
    'the manufacturer’s picture shows no flaw and no background',
  )
})

test('the alt text of a demo drawing describes the item and the view', () => {
  assert.equal(altOf({ kind: 'jacket', view: 'front' }, 'Denim chore jacket'), 'Denim chore jacket on a hanger, front')
  assert.equal(altOf({ kind: 'jacket', view: 'flaw' }, 'Denim chore jacket'), 'Denim chore jacket: the flaw, circled')
})

test('lines that imitate hand drawing deviate by only a few units, and an unknown path command throws an error', () => {
  const [first, ...rest] = [...byHand('<path d="M0 0 H200 v100 Z"/>').matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(
    ([, x, y]) => [Number(x), Number(y)] as const,
  )
  assert.ok(rest.length > 20)
  for (const [x, y] of [first!, ...rest]) {
    const away = Math.min(Math.abs(y), Math.abs(x - 200), Math.abs(y - x / 2))
    assert.ok(away < 7, `${x} ${y}`)
  }
  assert.throws(() => byHand('<path d="M0 0 A5 5 0 0 1 9 9"/>'), /path command A/)
})
