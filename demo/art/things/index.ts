import type { ItemDrawing } from '#demo/art/thing.ts'
import { pouch, satchel, tote } from './bags.ts'
import { jeans, skirt } from './bottoms.ts'
import { camera, handheld, headphones, radio, record, tapedeck } from './collected.ts'
import { chair, clock, frame, lamp, mugs, quilt, vase } from './furnishings.ts'
import { plant, pots, seedTins, wateringCan } from './garden.ts'
import { bear, blocks, books, train } from './nursery.ts'
import { boots, trainers } from './shoes.ts'
import { dress, jacket, knit, shirt, tee } from './tops.ts'

export type Kind = keyof typeof ITEM_DRAWINGS

/** All kinds of items that can be drawn. */
export const ITEM_DRAWINGS = {
  tee,
  jacket,
  knit,
  dress,
  shirt,
  jeans,
  skirt,
  tote,
  satchel,
  pouch,
  boots,
  trainers,
  lamp,
  vase,
  chair,
  clock,
  mugs,
  quilt,
  frame,
  camera,
  record,
  radio,
  handheld,
  headphones,
  tapedeck,
  books,
  blocks,
  bear,
  train,
  'watering can': wateringCan,
  plant,
  'seed tins': seedTins,
  pots,
} as const satisfies Record<string, ItemDrawing>

export const KINDS = Object.keys(ITEM_DRAWINGS) as Kind[]
