/** A file with its modification time, in milliseconds since 1970, as reported by the browser. */
export type Dated = { readonly lastModified: number }

export type Group<T> = { readonly files: readonly T[]; readonly text: string }

/**
 * Groups photos by time, because sellers photograph their items one by one. A pause longer than `gapMs` starts a new group. The photos
 * retain their order, and the groups are sorted by their first photos. With `Infinity`, there is a single group.
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
 * Groups photos again with a different maximum gap between photos. The description of a group stays with the group's first photo. If groups
 * are merged, their descriptions are merged too.
 */
export function regrouped<T extends Dated>(photos: readonly T[], gapMs: number, before: readonly Group<T>[]): Group<T>[] {
  return photoGroups(photos, gapMs).map((files) => ({
    files,
    text: joined(before.filter((group) => files.includes(group.files[0]!)).map(({ text }) => text)),
  }))
}

/**
 * Moves a photo to the end of the previous (-1) or next (1) group, or from the last group into a new group. If the photo's previous group
 * becomes empty, that group's description moves with the photo.
 */
export function movedPhoto<T>(groups: readonly Group<T>[], from: number, photo: T, by: -1 | 1): Group<T>[] {
  const source = groups[from]
  const to = from + by
  if (!source?.files.includes(photo) || to < 0) return [...groups]
  const left = { ...source, files: source.files.filter((one) => one !== photo) }
  const target = groups[to] ?? { files: [], text: '' }
  const text = left.files.length === 0 ? joined(by === -1 ? [target.text, left.text] : [left.text, target.text]) : target.text
  const all = groups.with(from, left)
  all[to] = { files: [...target.files, photo], text }
  return all.filter(({ files }) => files.length > 0)
}

/** Removes a photo. If the photo's group becomes empty, removes the group and its description. */
export const withoutPhoto = <T>(groups: readonly Group<T>[], photo: T): Group<T>[] =>
  groups.map(({ files, text }) => ({ files: files.filter((one) => one !== photo), text })).filter(({ files }) => files.length > 0)

const joined = (texts: readonly string[]): string => texts.filter((one) => one.trim() !== '').join(', ')
