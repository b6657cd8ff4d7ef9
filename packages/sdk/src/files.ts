import type { FileInput } from './contract.ts'

/** Whether an input holds a file, in a field or in a list of them. */
export const hasFile = (input: object): boolean => Object.values(input).some((value) => [value].flat().some(isFile))

const isFile = (value: unknown): value is FileInput =>
  value instanceof Blob || value instanceof ReadableStream || value instanceof ArrayBuffer || ArrayBuffer.isView(value)

/** A form that carries an input with its files. Streams are read to their end first: a form says how long it is. */
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

/** The service looks at what a file holds, not at its name; it has to have one. */
const nameOf = (file: FileInput): string => ('name' in file && typeof file.name === 'string' ? file.name : 'file')
