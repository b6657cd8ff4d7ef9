import type { FileInput } from './contract.ts'

/** Returns true when a field of the input, or a list in it, contains a file. */
export const hasFile = (input: object): boolean => Object.values(input).some((value) => [value].flat().some(isFile))

const isFile = (value: unknown): value is FileInput =>
  value instanceof Blob || value instanceof ReadableStream || value instanceof ArrayBuffer || ArrayBuffer.isView(value)

/** Builds a form from an input with files. Reads streams to their end first, because a form declares its length. */
export async function formOf(input: object): Promise<FormData> {
  const form = new FormData()
  for (const [name, value] of Object.entries(input)) {
    for (const one of [value].flat() as unknown[]) {
      if (one === undefined || one === null) continue
      if (isFile(one)) form.append(name, await blobOf(one), nameOf(one))
      else form.append(name, typeof one === 'object' ? JSON.stringify(one) : (one as string))
    }
  }
  return form
}

async function blobOf(file: FileInput): Promise<Blob> {
  if (file instanceof Blob) return file
  if (file instanceof ReadableStream) return new Response(file).blob()
  return new Blob([file as Uint8Array<ArrayBuffer>])
}

/** Returns a file name, which forms require. The service checks the content of a file, not its name. */
const nameOf = (file: FileInput): string => ('name' in file && typeof file.name === 'string' ? file.name : 'file')
