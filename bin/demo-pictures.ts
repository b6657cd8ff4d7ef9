// Draws the missing pictures of the demo market into demo/pictures: node --import ./bin/tsx.js bin/demo-pictures.ts After you change the
// drawings, delete the affected pictures and run the command again.
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { listOf, platesOf } from '#demo/art/pictures.ts'
import { SHOPS } from '#demo/cast/index.ts'

const FOLDER = join(import.meta.dirname, '../demo/pictures')

const plates = SHOPS.map(platesOf).flatMap(({ sign, items }) => [sign, ...items.flat()])
for (const { file, svg } of plates) {
  if (existsSync(join(FOLDER, file))) continue
  await sharp(Buffer.from(svg()))
    .flatten({ background: '#ffffff' })
    .avif(file.endsWith('-front.avif') ? { quality: 43, effort: 3 } : { quality: 36, effort: 4 })
    .toFile(join(FOLDER, file))
  console.log(file)
}
const expected = new Set(plates.map(({ file }) => file))
for (const name of readdirSync(FOLDER)) if (name.endsWith('.avif') && !expected.has(name)) rmSync(join(FOLDER, name))
writeFileSync(join(FOLDER, 'list.json'), `${JSON.stringify(listOf(SHOPS), null, 2)}\n`)
