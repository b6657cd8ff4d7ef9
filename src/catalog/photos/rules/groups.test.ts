import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { movedPhoto, photoGroups, regrouped, withoutPhoto, type Group } from './groups.ts'

type Photo = { id: number; lastModified: number }

const MINUTE_MS = 60_000
const taken = (minutes: readonly number[]): Photo[] => minutes.map((minute, id) => ({ id, lastModified: minute * MINUTE_MS }))
const ids = (groups: readonly (readonly Photo[])[]) => groups.map((group) => group.map(({ id }) => id))

const photos = fc
  .array(fc.integer({ min: 0, max: 40 * MINUTE_MS }), { maxLength: 30 })
  .map((times) => times.map((lastModified, id) => ({ id, lastModified })))
const gap = fc.oneof(fc.constantFrom(MINUTE_MS, 3 * MINUTE_MS, 10 * MINUTE_MS, Infinity), fc.integer({ min: 0, max: 50 * MINUTE_MS }))
const grouped = fc
  .tuple(photos, gap, fc.array(fc.constantFrom('', 'lamp', 'wool coat'), { minLength: 30, maxLength: 30 }))
  .map(([all, gapMs, texts]) => photoGroups(all, gapMs).map((files, at): Group<Photo> => ({ files, text: texts[at]! })))
const textsOf = (groups: readonly Group<Photo>[]) =>
  groups
    .flatMap(({ text }) => text.split(', '))
    .filter((one) => one !== '')
    .toSorted()

describe('grouping photos by time', () => {
  test('a gap between the times of two photos that is longer than the limit starts a new group', () => {
    assert.deepEqual(ids(photoGroups(taken([0, 1, 4, 8, 9]), 3 * MINUTE_MS)), [
      [0, 1, 2],
      [3, 4],
    ])
    assert.deepEqual(ids(photoGroups(taken([0, 60, 9_000]), Infinity)), [[0, 1, 2]])
    assert.deepEqual(photoGroups([], MINUTE_MS), [])
  })

  test('photos are grouped by time, and the order that the seller chose is preserved within each group', () => {
    assert.deepEqual(ids(photoGroups(taken([21, 1, 20, 0]), 3 * MINUTE_MS)), [
      [0, 2],
      [1, 3],
    ])
  })

  test('every photo is in exactly one group, and the photos stay in the same order', () =>
    fc.assert(
      fc.property(photos, gap, (all, gapMs) => {
        const groups = photoGroups(all, gapMs)
        assert.deepEqual(
          groups.flat().toSorted((a, b) => a.id - b.id),
          all,
        )
        for (const group of groups)
          assert.deepEqual(
            group,
            group.toSorted((a, b) => a.id - b.id),
          )
        assert.ok(groups.every((group) => group.length > 0))
        const firsts = groups.map((group) => group[0]!.id)
        assert.deepEqual(
          firsts,
          firsts.toSorted((a, b) => a - b),
        )
      }),
    ))

  test('the gaps between photos in one group do not exceed the limit, and the gaps between groups exceed the limit', () =>
    fc.assert(
      fc.property(photos, gap, (all, gapMs) => {
        const groups = photoGroups(all, gapMs).map((group) => group.map(({ lastModified }) => lastModified).toSorted((a, b) => a - b))
        for (const times of groups) for (const [at, time] of times.entries()) assert.ok(at === 0 || time - times[at - 1]! <= gapMs)
        const byTime = groups.toSorted((a, b) => a[0]! - b[0]!)
        for (const [at, times] of byTime.entries()) assert.ok(at === 0 || times[0]! - byTime[at - 1]!.at(-1)! > gapMs)
      }),
    ))

  test('if the time limit between photos is longer, a group that forms with a shorter limit is never split', () =>
    fc.assert(
      fc.property(photos, gap, gap, (all, a, b) => {
        const wide = photoGroups(all, Math.max(a, b))
        for (const group of photoGroups(all, Math.min(a, b)))
          assert.equal(wide.filter((one) => group.some((photo) => one.includes(photo))).length, 1)
      }),
    ))
})

describe('moving photos between groups, and grouping photos a second time', () => {
  test('when photos are grouped again, each group’s description stays with the first photo in the group', () =>
    fc.assert(
      fc.property(grouped, gap, (before, gapMs) => {
        const all = before.flatMap(({ files }) => files).toSorted((a, b) => a.id - b.id)
        const after = regrouped(all, gapMs, before)
        assert.deepEqual(textsOf(after), textsOf(before))
        for (const { files, text } of before) assert.ok(after.find((group) => group.files.includes(files[0]!))!.text.includes(text))
      }),
    ))

  test('moving a photo to a different group preserves all photos and descriptions, and leaves no empty group', () =>
    fc.assert(
      fc.property(grouped, fc.nat(), fc.nat(), fc.constantFrom(-1, 1), (groups, a, b, by) => {
        fc.pre(groups.length > 0)
        const from = a % groups.length
        const photo = groups[from]!.files[b % groups[from]!.files.length]!
        const after = movedPhoto(groups, from, photo, by)
        const flat = (all: readonly Group<Photo>[]) => all.flatMap(({ files }) => files.map(({ id }) => id)).toSorted((x, y) => x - y)
        assert.deepEqual(flat(after), flat(groups))
        assert.deepEqual(textsOf(after), textsOf(groups))
        assert.ok(after.every(({ files }) => files.length > 0))
      }),
    ))

  test('a photo that is moved is added to the end of the adjacent group, or starts a new last group', () => {
    const [a, b, c] = taken([0, 0, 9]) as [Photo, Photo, Photo]
    const two = [
      { files: [a, b], text: 'lamp' },
      { files: [c], text: 'coat' },
    ]
    assert.deepEqual(movedPhoto(two, 0, a, 1), [
      { files: [b], text: 'lamp' },
      { files: [c, a], text: 'coat' },
    ])
    assert.deepEqual(movedPhoto(two, 1, c, -1), [{ files: [a, b, c], text: 'lamp, coat' }])
    assert.deepEqual(movedPhoto([two[0]!], 0, b, 1), [
      { files: [a], text: 'lamp' },
      { files: [b], text: '' },
    ])
    assert.deepEqual(movedPhoto(two, 0, a, -1), two)
    assert.deepEqual(movedPhoto(two, 1, c, 1), two)
  })

  test('removing a photo leaves all other photos in their groups, and removes its own group if the group becomes empty', () => {
    const [a, b, c] = taken([0, 0, 9]) as [Photo, Photo, Photo]
    const two = [
      { files: [a, b], text: 'lamp' },
      { files: [c], text: 'coat' },
    ]
    assert.deepEqual(withoutPhoto(two, a), [{ files: [b], text: 'lamp' }, two[1]])
    assert.deepEqual(withoutPhoto(two, c), [two[0]])
  })
})

test('moving a photo changes nothing if the group does not contain it, or if it is the only photo in the last group and is moved forward', () => {
  const groups = [{ files: ['a', 'b'], text: 'one' }, { files: ['c'], text: 'two' }] // prettier-ignore
  assert.deepEqual(movedPhoto(groups, 0, 'c', 1), groups)
  assert.deepEqual(movedPhoto(groups, 5, 'a', -1), groups)
  assert.deepEqual(movedPhoto(groups, 0, 'a', -1), groups)
  assert.deepEqual(movedPhoto(groups, 1, 'c', 1), groups)
  assert.deepEqual(movedPhoto(groups, 1, 'c', -1), [{ files: ['a', 'b', 'c'], text: 'one, two' }])
  assert.deepEqual(movedPhoto(groups.toReversed(), 0, 'c', 1), [{ files: ['a', 'b', 'c'], text: 'two, one' }])
  assert.deepEqual(movedPhoto(groups, 0, 'b', 1), [{ files: ['a'], text: 'one' }, { files: ['c', 'b'], text: 'two' }]) // prettier-ignore
})
