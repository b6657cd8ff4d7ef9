/** Maximum length of the longer side, in pixels. The service does not use larger images, and uploads from phones are slow. */
const LONGEST_PX = 2048

/** Scales an image down. If the browser cannot decode the file, returns the file unchanged and leaves its validation to the server. */
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

/** Draws a file's preview on a canvas, because the page may load only our own images. */
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
      // the browser cannot decode this format, so the preview shows only the file name
    },
  )
}
