// Opens files by path. For Node, Deno and Bun only.
import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'

/** Returns a file for upload. The file is read during the upload. */
export async function fromPath(path: string): Promise<File> {
  return new File([await openAsBlob(path)], basename(path))
}
