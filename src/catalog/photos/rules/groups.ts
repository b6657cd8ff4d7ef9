/** When a photo was taken, in milliseconds since 1970: what browsers hand over of a file. */
export type Dated = { readonly lastModified: number }

export type Group<T> = { readonly files: readonly T[]; readonly words: string }

/**
 * Photos put together by when they were taken: one thing is photographed in a go, then comes the next. Photos of one group
 * have no silence longer than `gapMs` between them, and between two groups there always is one. Each stands in the order
 * in which it was chosen, as do the groups by their first photo. `Infinity`: all are one thing.
 */
export function photoGroups<T extends Dated>(photos: readonly T[], gapMs: number): T[][] {
  const groupOf = new Map<T, T[]>()
  let group: T[] = []
  let before = -Infinity
  for (const photo of photos.toSorted((a, b) => a.lastModified - b.lastModified)) {
    if (photo.lastModified - before > gapMs) group = []
    groupOf.set(photo, group)
    before = photo.lastModified
  }
  for (const photo of photos) groupOf.get(photo)!.push(photo)
  return [...new Set(photos.map((photo) => groupOf.get(photo)!))]
}

/**
 * Photos grouped anew, when the gap is another or more were chosen. Words follow the photo they stood at first: none are
 * lost, and those of groups that become one are put together.
 */
export function regrouped<T extends Dated>(photos: readonly T[], gapMs: number, before: readonly Group<T>[]): Group<T>[] {
  return photoGroups(photos, gapMs).map((files) => ({
    files,
    words: joined(before.filter((group) => files.includes(group.files[0]!)).map(({ words }) => words)),
  }))
}

/**
 * A photo moved to the group before (-1) or after (1) its own, to that one's end, so that its cover stays its cover. After
 * the last group a new one begins. A group without photos goes, and its words go along with its last photo.
 */
export function movedPhoto<T>(groups: readonly Group<T>[], from: number, photo: T, by: -1 | 1): Group<T>[] {
  const source = groups[from]
  const to = from + by
  if (!source?.files.includes(photo) || to < 0 || (to === groups.length && source.files.length === 1)) return [...groups]
  const left = { ...source, files: source.files.filter((one) => one !== photo) }
  const target = groups[to] ?? { files: [], words: '' }
  const words = left.files.length === 0 ? joined(by === -1 ? [target.words, left.words] : [left.words, target.words]) : target.words
  const all = groups.with(from, left)
  all[to] = { files: [...target.files, photo], words }
  return all.filter(({ files }) => files.length > 0)
}

/** Without a photo that is not wanted after all; a group without photos goes, words and all. */
export const withoutPhoto = <T>(groups: readonly Group<T>[], photo: T): Group<T>[] =>
  groups.map(({ files, words }) => ({ files: files.filter((one) => one !== photo), words })).filter(({ files }) => files.length > 0)

const joined = (words: readonly string[]): string => words.filter((one) => one.trim() !== '').join(', ')
