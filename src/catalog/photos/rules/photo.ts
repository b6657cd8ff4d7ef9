/** One file of a photo. The largest file of a photo is the last one. */
export type Variant = {
  size: 'small' | 'medium' | 'large' | 'video'
  key: string
  width: number
  height: number
  bytes: number
  type: string
}
