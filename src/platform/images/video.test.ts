import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { box, fullBox, text, u32 } from '#test/fixtures/bytes.ts'
import { CANARY, matroska, metadataBoxes, mov, mp4, scene, webm } from '#test/fixtures/media.ts'
import { ImageError } from '#platform/media/image-error.ts'
import { cleanVideo } from './video.ts'

let root: string
before(async () => {
  root = await mkdtemp(join(tmpdir(), 'video-test-'))
})
after(() => rm(root, { recursive: true, force: true }))

async function clean(bytes: Buffer) {
  const path = join(root, 'video')
  await writeFile(path, bytes)
  return { ...(await cleanVideo(path)), after: await readFile(path) }
}

async function outcome(bytes: Buffer): Promise<string> {
  return clean(bytes).then(
    () => 'taken',
    (error: unknown) => (error instanceof ImageError ? error.reason : assert.fail(String(error))),
  )
}

const logged = { extra: metadataBoxes(), trailing: metadataBoxes(), metadataTracks: [CANARY, `log ${CANARY} log`] }
const good: Record<string, Buffer> = {
  'mp4 for the web': mp4(logged),
  'mp4 from a camera': mp4({ ...logged, moovFirst: false }),
  'mp4 with a 64-bit size': mp4({ ...logged, largeMdat: true }),
  'mov from a phone': mov({ ...logged, moovFirst: false }),
  webm: webm(),
  'webm from a browser': webm({ live: true }),
}

describe('videos that are accepted', () => {
  for (const [name, bytes] of Object.entries(good)) {
    test(`${name}: cleaning the video preserves the file length and image data, and removes metadata`, async () => {
      assert.ok(bytes.includes(CANARY))
      const { after, type, contentType, bytes: size } = await clean(bytes)
      assert.equal(after.includes(CANARY), false)
      assert.deepEqual([after.length, size], [bytes.length, bytes.length])
      assert.ok(name.startsWith(type))
      assert.match(contentType, /^video\/(mp4|quicktime|webm)$/)
      const sample = Buffer.alloc(64, 0x65)
      assert.equal(after.indexOf(sample), bytes.indexOf(sample), 'the picture data stays at its offset')
    })

    test(`${name}: cleaning the video a second time changes nothing`, async () => {
      const once = await clean(bytes)
      assert.deepEqual((await clean(once.after)).after, once.after)
    })
  }

  test('in a video without other metadata, cleaning changes only dates and technical names', async () => {
    const bytes = mp4()
    const { after } = await clean(bytes)
    let changed = 0
    for (const [at, byte] of after.entries()) if (byte !== bytes[at]) changed += 1
    assert.ok(changed < 200, `${changed} bytes`)
  })

  test('cleaning a fragmented video removes its metadata', async () => {
    const fragment = box(
      'moof',
      fullBox('mfhd', 0, 0, u32(1)),
      box('traf', fullBox('tfhd', 0, 0, u32(1)), box('udta', text(CANARY))),
      box('uuid', text(CANARY)),
    )
    const { after } = await clean(
      mp4({ extra: [box('mvex', fullBox('trex', 0, 0, Buffer.alloc(20)))], trailing: [fragment, box('mdat', Buffer.alloc(10, 9))] }),
    )
    assert.equal(after.includes(CANARY), false)
  })
})

describe('videos that are rejected', () => {
  test('only MP4, MOV and WebM videos are accepted', async () => {
    assert.equal(await outcome(matroska()), 'unsupported')
    assert.equal(await outcome(await scene(10, 10).jpeg().toBuffer()), 'unsupported')
    assert.equal(await outcome(text('#EXTM3U\nfile:///etc/passwd')), 'unsupported')
    assert.equal(await outcome(webm({ trackType: 0x11 })), 'unsupported')
  })

  test('a video is rejected if its samples are in a different file', async () => {
    const bytes = mp4()
    const at = bytes.indexOf('url ', 0, 'latin1')
    bytes.writeUInt32BE(0, at + 4)
    assert.equal(await outcome(bytes), 'unsupported')
  })

  test('a video of more than 40 MB is rejected', async () => {
    const path = join(root, 'large')
    await writeFile(path, mp4())
    await truncate(path, 40 * 1_048_576 + 1)
    await assert.rejects(cleanVideo(path), { reason: 'too_large' })
  })

  test('a video with wrong counts or sizes in its index is rejected', async () => {
    const lies: [string, number, number][] = [
      ['stco', 8, 0xffff_ffff],
      ['stsz', 12, 0xffff_ffff],
      ['stsc', 8, 0x7fff_ffff],
      ['moov', -4, 0xffff_fff0],
      ['trak', -4, 7],
      ['mdia', -4, 0],
      ['mdat', -4, 3],
      ['hdlr', -4, 0x00ff_ffff],
    ]
    for (const [type, offset, value] of lies) {
      // changes a table in the metadata track, because the cleaner reads the sample tables only in tracks that it hides
      const bytes = mp4({ metadataTracks: [CANARY] })
      bytes.writeUInt32BE(value, bytes.lastIndexOf(type, undefined, 'latin1') + offset)
      assert.equal(await outcome(bytes), 'unreadable', `${type} ${offset}`)
    }
  })

  test('cleaning a video does not damage the file if its index points to itself', async () => {
    const bytes = mp4({ metadataTracks: [CANARY] })
    bytes.writeUInt32BE(0, bytes.lastIndexOf('stco', undefined, 'latin1') + 12)
    bytes.writeUInt32BE(0x7fff_ffff, bytes.lastIndexOf('stsz', undefined, 'latin1') + 8)
    const { after } = await clean(bytes)
    assert.equal(after.toString('latin1', 4, 8), 'ftyp')
    assert.ok(after.includes('moov'))
  })

  test('a video with metadata nested a thousand levels deep is accepted', async () => {
    let nested = box('free')
    for (let level = 0; level < 1_000; level += 1) nested = box(level % 2 ? 'trak' : 'mdia', nested)
    assert.equal(await outcome(mp4({ extra: [box('udta', nested)] })), 'taken')
  })

  test('a truncated or corrupted video never crashes the cleaner', async () => {
    let count = 0
    for (const [name, bytes] of Object.entries(good)) {
      for (let step = 0; step < 12; step += 1) {
        assert.ok(await outcome(bytes.subarray(0, Math.floor((bytes.length * step) / 12))), name)
        const flipped = Buffer.from(bytes)
        for (let hit = 1; hit <= 6; hit += 1) {
          const at = 12 + ((hit * 7_919 * (step + 5)) % (bytes.length - 12))
          flipped[at] = flipped[at]! ^ (1 << (step % 8))
        }
        assert.ok(await outcome(flipped), name)
        count += 2
      }
    }
    console.log(`# hostile videos: ${count}`)
  })
})
