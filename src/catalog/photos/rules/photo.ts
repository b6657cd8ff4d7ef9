/** One file of a photo; the largest is last. */
export type Variant = {
  size: 'small' | 'medium' | 'large' | 'video'
  key: string
  width: number
  height: number
  bytes: number
  type: string
}
