export type ImageReason = 'busy' | 'heic' | 'timeout' | 'too_large' | 'too_many_pixels' | 'unavailable' | 'unreadable' | 'unsupported'

const MESSAGES: Record<ImageReason, string> = {
  busy: 'Too many pictures are being processed; try again in a moment.',
  heic: 'HEIC pictures cannot be read here; send the photo as JPEG (on an iPhone: Settings, Camera, Formats, Most Compatible).',
  timeout: 'The picture took too long to process; send a smaller or simpler one.',
  too_large: 'The video is larger than 40 MB; send a shorter one.',
  too_many_pixels: 'The picture is too large; send one of at most 50 megapixels and 12000 pixels a side.',
  unavailable: 'Pictures cannot be processed at the moment; try again later.',
  unreadable: 'The file is damaged or not a real picture or video; send another one.',
  unsupported: 'This kind of file is not accepted; send a JPEG, PNG, WebP or AVIF picture, or an MP4, MOV or WebM video.',
}

/** Error for a rejected image or video. The message says what to do and is safe to display. */
export class ImageError extends Error {
  override readonly name = 'ImageError'
  readonly reason: ImageReason

  constructor(reason: ImageReason, options: { cause?: unknown } = {}) {
    super(MESSAGES[reason], { cause: options.cause })
    this.reason = reason
  }
}
