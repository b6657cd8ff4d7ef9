import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import sharp from 'sharp'
import {
  CANARY,
  avifWithMetadata,
  heic,
  hostilePictures,
  jpegRotated,
  jpegWithMetadata,
  pngWithMetadata,
  scene,
  unusualPictures,
  webpWithMetadata,
} from '#test/fixtures/media.ts'
import { ImageError } from '#platform/media/image-error.ts'
import { createImages } from './index.ts'
import type { Images, Picture } from './index.ts'

let root: string
let images: Images
let files = 0

before(async () => {
  root = await mkdtemp(join(tmpdir(), 'images-test-'))
  images = createImages({ workers: 1 })
})
after(async () => {
  await images.close()
  await rm(root, { recursive: true, force: true })
})

async function take(bytes: Buffer, by: Images = images): Promise<Picture> {
  const folder = join(root, String((files += 1)))
  await mkdir(folder)
  await writeFile(join(folder, 'input'), bytes)
  return by.process(join(folder, 'input'), folder)
}

async function assertOnlyPixels(picture: Picture, name: string): Promise<void> {
  for (const variant of picture.variants) {
    const bytes = await readFile(variant.path)
    assert.equal(bytes.includes(CANARY), false, `${name}: ${variant.size} still contains the planted metadata`)
    const { format, exif, xmp, iptc, orientation, pages } = await sharp(bytes).metadata()
    assert.deepEqual(
      [format, exif, xmp, iptc, orientation, pages ?? 1],
      ['webp', undefined, undefined, undefined, undefined, 1],
      `${name}: ${variant.size}`,
    )
  }
}

describe('images that the service accepts', () => {
  test('an image is scaled to three sizes, each with a maximum length for the longer side', async () => {
    const picture = await take(await scene(3_000, 2_000).jpeg().toBuffer())
    assert.deepEqual([picture.width, picture.height], [3_000, 2_000])
    assert.deepEqual(
      picture.variants.map(({ size, width, height, contentType }) => [size, width, height, contentType]),
      [
        ['small', 480, 320, 'image/webp'],
        ['medium', 1_024, 683, 'image/webp'],
        ['large', 2_048, 1_365, 'image/webp'],
      ],
    )
    for (const variant of picture.variants) assert.equal((await readFile(variant.path)).length, variant.bytes)
  })

  test('an image is never enlarged', async () => {
    const picture = await take(await scene(300, 600).png().toBuffer())
    assert.deepEqual(
      picture.variants.map(({ width, height }) => [width, height]),
      [
        [240, 480],
        [300, 600],
        [300, 600],
      ],
    )
  })

  test('an image with any EXIF orientation is rotated upright', async () => {
    for (const orientation of [1, 2, 3, 4, 5, 6, 7, 8]) {
      const picture = await take(await jpegRotated(orientation, { width: 400, height: 200 }))
      const turned = orientation >= 5
      assert.deepEqual([picture.width, picture.height], turned ? [200, 400] : [400, 200])
      assert.deepEqual([picture.variants[2]!.width, picture.variants[2]!.height], turned ? [200, 400] : [400, 200])
      await assertOnlyPixels(picture, `orientation ${orientation}`)
    }
  })

  test('image processing preserves transparency', async () => {
    const picture = await take(await pngWithMetadata())
    assert.equal((await sharp(picture.variants[0]!.path).metadata()).hasAlpha, true)
  })

  test('image processing removes EXIF, GPS, XMP, IPTC, comments and trailers from every format', async () => {
    const inputs = { jpegWithMetadata, pngWithMetadata, webpWithMetadata, avifWithMetadata }
    for (const [name, make] of Object.entries(inputs)) {
      const bytes = await make()
      assert.ok(bytes.includes(CANARY), `${name} contains the planted metadata before processing`)
      await assertOnlyPixels(await take(bytes), name)
    }
  })

  test('16-bit, gray, palette, CMYK, wide-gamut, thin and tiny images are accepted', async () => {
    for (const [name, bytes] of Object.entries(await unusualPictures())) {
      const picture = await take(bytes).catch((error: unknown) => assert.fail(`${name}: ${String(error)}`))
      await assertOnlyPixels(picture, name)
      const { space, depth } = await sharp(picture.variants[0]!.path).metadata()
      assert.deepEqual([space, depth], ['srgb', 'uchar'], name)
    }
  })
})

describe('images that are rejected', () => {
  test('an upload of a HEIC image is rejected with the advice to use JPEG', async () => {
    await assert.rejects(take(heic()), { name: 'ImageError', reason: 'heic', message: /JPEG/ })
  })

  test('unsupported types, decompression bombs and damaged files are rejected with a reason', async () => {
    const hostile = await hostilePictures()
    const reasonOf = async (name: string) => {
      const { bytes } = hostile.find((file) => file.name === name)!
      return take(bytes).then(
        () => 'taken',
        (error: ImageError) => error.reason,
      )
    }
    for (const name of ['svg', 'gif', 'tiff', 'html', 'pdf', 'zip', 'text', 'nothing'])
      assert.equal(await reasonOf(name), 'unsupported', name)
    for (const name of [
      'png header of 65535 x 65535',
      'png header of 12001 x 10',
      'jpeg header of 65000 x 65000',
      'real png of 54 megapixels',
      'png header of 8000 x 6251',
    ]) {
      assert.equal(await reasonOf(name), 'too_many_pixels', name)
    }
    for (const name of ['jpeg start alone', 'png start alone']) assert.equal(await reasonOf(name), 'unreadable', name)
  })

  test('a single process decodes all hostile files without revealing metadata', async () => {
    const hostile = await hostilePictures()
    assert.ok(hostile.length >= 100, `${hostile.length} files`)
    let refused = 0
    for (const { name, bytes, expect } of hostile) {
      const outcome = await take(bytes).catch((error: unknown) => error)
      if (outcome instanceof Error) {
        refused += 1
        assert.ok(outcome instanceof ImageError, `${name}: ${outcome.message}`)
        assert.notEqual(outcome.reason, 'unavailable', name)
        assert.equal(outcome.message.includes(root), false, 'the message contains no path')
      } else {
        assert.equal(expect, 'either', `${name} was accepted`)
        await assertOnlyPixels(outcome as Picture, name)
      }
    }
    console.log(`# hostile pictures: ${hostile.length}, refused ${refused}`)
    await take(await scene(50, 50).jpeg().toBuffer())
  })
})
