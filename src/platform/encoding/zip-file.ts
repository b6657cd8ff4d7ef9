import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'

/** ZIP archive that is written to disk in parts, so that the whole archive is never in memory. */
export type ZipFile = {
  addText(name: string, pieces: AsyncIterable<string> | Iterable<string>): Promise<void>
  /** Adds bytes without compression. For content that is already compressed, such as photos. */
  addBytes(name: string, pieces: AsyncIterable<Uint8Array>): Promise<void>
  close(): Promise<void>
}

/** Creates an archive at `path`. If a write fails, the call in progress rejects. */
export function createZipFile(path: string): ZipFile {
  const file = createWriteStream(path, { mode: 0o600 })
  const done = finished(file)
  done.catch(() => {})
  let room = true
  const zip = new Zip((error, chunk, final) => {
    if (error) {
      file.destroy(error)
      return
    }
    room = file.write(chunk)
    if (final) file.end()
  })
  const settle = async () => {
    if (!room) await Promise.race([once(file, 'drain'), done])
    if (file.errored) throw file.errored
  }

  async function add(entry: ZipDeflate | ZipPassThrough, pieces: AsyncIterable<Uint8Array>): Promise<void> {
    zip.add(entry)
    for await (const piece of pieces) {
      entry.push(piece)
      await settle()
    }
    entry.push(new Uint8Array(0), true)
    await settle()
  }

  return {
    addText: (name, pieces) => add(new ZipDeflate(name, { level: 6 }), encoded(pieces)),
    addBytes: (name, pieces) => add(new ZipPassThrough(name), pieces),
    async close() {
      zip.end()
      await done
    },
  }
}

async function* encoded(pieces: AsyncIterable<string> | Iterable<string>): AsyncIterable<Uint8Array> {
  const encoder = new TextEncoder()
  for await (const piece of pieces) yield encoder.encode(piece)
}
