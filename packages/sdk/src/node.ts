// Files by path, for Node, Deno and Bun only.
import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'

/** Returns a file to send. It is read while it is sent. */
export async function fromPath(path: string): Promise<File> {
  return new File([await openAsBlob(path)], basename(path))
}
