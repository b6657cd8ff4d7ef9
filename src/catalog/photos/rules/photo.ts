/** One stored file of a photo or a picture; the largest comes last. */
export type Variant = {
  size: 'small' | 'medium' | 'large' | 'video'
  key: string
  width: number
  height: number
  bytes: number
  type: string
}
