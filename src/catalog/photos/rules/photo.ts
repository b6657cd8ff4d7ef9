/** One file of a photo. The last file of a photo is the largest. */
export type Variant = {
  size: 'small' | 'medium' | 'large' | 'video'
  key: string
  width: number
  height: number
  bytes: number
  type: string
}

/** A photo whose files are stored, but which is not in the database yet. */
export type PreparedPhoto = { isVideo: boolean; variants: Variant[] }

type StoredFile = Partial<Variant> & Pick<Variant, 'key'>

/**
 * Returns the storage key of a photo's file in the given size. If no size is given, or there is no file in this size, returns the key of
 * the largest file.
 */
export const keyInSize = (photo: { variants: readonly StoredFile[] } | undefined, size?: Variant['size']): string | undefined =>
  (photo?.variants.find((variant) => variant.size === size) ?? photo?.variants.at(-1))?.key
