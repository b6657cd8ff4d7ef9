import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { ImageError } from '#platform/media/image-error.ts'
import { createImages, type Images } from './index.ts'

let root: string
let images: Images

before(async () => {
  root = await mkdtemp(join(tmpdir(), 'drawing-test-'))
  images = createImages({ workers: 1 })
})
after(async () => {
  await images.close()
  await rm(root, { recursive: true, force: true })
})

async function folder(name: string): Promise<string> {
  const path = join(root, name)
  await mkdir(path)
  return path
}

test('an SVG upload is rejected both by the type check and by the decoder', async () => {
  const path = join(root, 'upload.svg')
  await writeFile(path, '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="120"><path d="M0 0H8V10H0Z" fill="#ff0000"/></svg>')
  await assert.rejects(images.process(path, root), (error) => error instanceof ImageError && error.reason === 'unsupported')
  const { decode } = await import('./decode.ts')
  await assert.rejects(decode({ id: 1, inputPath: path, outFolder: root, sizes: [] }), /unsupported image format|blocked/i)
})

test('if a share card fails to render, the next card is still rendered', async () => {
  const colours = { band: '#bdf4e1', pop: '#7aebca', ink: '#08231e', text: '#066557' }
  const card = { above: '', title: 'Lamp', price: null, sold: false, colours, photoPath: null }
  await assert.rejects(images.card({ ...card, photoPath: join(root, 'absent.webp') }, await folder('broken')), ImageError)
  assert.ok((await stat(await images.card(card, await folder('next')))).size > 1_000)
})

test('a share card contains the title, price and photo', async () => {
  const photoPath = join(root, 'photo.webp')
  await sharp({ create: { width: 400, height: 500, channels: 3, background: '#0000ff' } })
    .webp()
    .toFile(photoPath)
  const colours = { band: '#bdf4e1', pop: '#7aebca', ink: '#08231e', text: '#066557' }
  const card = { above: 'Mint & Fox', title: 'Denim chore jacket', price: '$64', sold: false, colours, photoPath }
  const { data, info } = await sharp(await readFile(await images.card(card, await folder('card'))))
    .raw()
    .toBuffer({ resolveWithObject: true })
  assert.deepEqual([info.width, info.height], [1200, 630])
  const share = (left: number, top: number, width: number, height: number, like: (r: number, g: number, b: number) => boolean) => {
    let count = 0
    for (let y = top; y < top + height; y++)
      for (let x = left; x < left + width; x++) {
        const at = (y * info.width + x) * info.channels
        if (like(data[at]!, data[at + 1]!, data[at + 2]!)) count++
      }
    return count / (width * height)
  }
  const dark = (r: number, g: number, b: number): boolean => r + g + b < 150
  assert.ok(share(0, 0, 500, 630, (r, _g, b) => b > 200 && r < 60) > 0.95, 'the photo')
  assert.ok(share(560, 150, 400, 140, dark) > 0.1, 'the title')
  assert.ok(share(560, 478, 170, 96, dark) > 0.05, 'the price')
  assert.equal(share(560, 310, 400, 150, dark), 0, 'the background between them')
})
