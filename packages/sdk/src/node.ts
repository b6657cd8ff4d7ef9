// For Node, Deno and Bun alone: files by their path.
import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'

/** A file to send, by its path. It is read when it is sent. */
export async function fromPath(path: string): Promise<File> {
  return new File([await openAsBlob(path)], basename(path))
}
