import type { FileInput } from './contract.ts'

/** Returns true if a field of the input contains a file, directly or in a list. */
export const hasFile = (input: object): boolean => Object.values(input).some((value) => [value].flat().some(isFile))

const isFile = (value: unknown): value is FileInput =>
  value instanceof Blob || value instanceof ReadableStream || value instanceof ArrayBuffer || ArrayBuffer.isView(value)

/** Builds a form from an input with files. Reads streams to their end first, because a form must declare the length of each file. */
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

/** Returns a file name, which forms require. The name does not matter, because the service only checks a file's content. */
const nameOf = (file: FileInput): string => ('name' in file && typeof file.name === 'string' ? file.name : 'file')
