/** Longer sides than this are of no use to the service, and slow to send from a phone. */
const LONGEST_PX = 2048

/** A picture no larger than it need be; what cannot be read here is sent as it is, and the server says what it makes of it. */
export async function shrink(file: File): Promise<Blob> {
  if (!/^image\/(jpeg|png|webp|avif)$/.test(file.type)) return file
  try {
    const picture = await createImageBitmap(file)
    const share = LONGEST_PX / Math.max(picture.width, picture.height)
    if (share >= 1) return file
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(picture.width * share)
    canvas.height = Math.round(picture.height * share)
    canvas.getContext('2d')!.drawImage(picture, 0, 0, canvas.width, canvas.height)
    picture.close()
    const small = await new Promise<Blob | null>((resolve) =>
      canvas.toBlob(resolve, file.type === 'image/jpeg' ? 'image/jpeg' : 'image/webp', 0.9),
    )
    return small && small.size < file.size ? small : file
  } catch {
    return file
  }
}

/** A look at a file before it is sent, drawn: the page may show no picture that is not ours by address. */
export function preview(file: File, canvas: HTMLCanvasElement): void {
  if (!file.type.startsWith('image/')) return
  createImageBitmap(file, { resizeHeight: 120 }).then(
    (picture) => {
      const context = canvas.getContext('2d')!
      const share = Math.max(canvas.width / picture.width, canvas.height / picture.height)
      const [width, height] = [picture.width * share, picture.height * share]
      context.drawImage(picture, (canvas.width - width) / 2, (canvas.height - height) / 2, width, height)
      picture.close()
    },
    () => {
      // a kind that this browser does not know: the name stands beside it
    },
  )
}
