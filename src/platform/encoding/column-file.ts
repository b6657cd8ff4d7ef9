import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { crc32 } from 'node:zlib'

/**
 * Size of the file header in bytes. A column file stores arrays of numbers. The header contains `about`, lengths and checksums; the columns
 * follow. Writes are atomic, and reads detect damage.
 */
const HEAD_BYTES = 1 << 14
const MAGIC = 0x4c4f4352
/** Number of bytes per read. Between reads, the event loop can run other work. */
const SLICE_BYTES = 1 << 20
const STALE_MS = 3_600_000

type Numbers = Int8Array | Uint8Array | Uint16Array | Int32Array | Uint32Array | Float64Array
export type NumberArray = new (buffer: ArrayBuffer) => Numbers
/** Part of a column. All parts of the same column must be adjacent. */
type Part = { column: string; part: Numbers }
type Head = { about: unknown; columns: { name: string; bytes: number; crc: number }[] }

/** Thrown if the file is not a column file, is incomplete or was changed. */
export class DamagedFile extends Error {
  override name = 'DamagedFile'
}

/**
 * Writes a column file atomically, through a temporary file. Calls `about` for the header after the columns are written. Leaves no file if
 * `about` throws or `stopped` aborts.
 */
export async function writeColumns(
  path: string,
  parts: Iterable<Part>,
  about: () => Promise<unknown>,
  stopped?: AbortSignal,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const temp = `${path}.${randomUUID()}.part`
  const file = await open(temp, 'wx', 0o600)
  try {
    // compares with the file system's clock, because that clock sets the file times
    await forgetStale(path, (await file.stat()).mtimeMs)
    const columns = await writeParts(file, parts, stopped)
    const head = Buffer.alloc(HEAD_BYTES)
    const json = Buffer.from(JSON.stringify({ about: await about(), columns } satisfies Head))
    if (json.copy(head, 12) < json.length) throw new RangeError('The column file header is too large.')
    head.writeUInt32LE(MAGIC, 0)
    head.writeUInt32LE(json.length, 4)
    head.writeUInt32LE(crc32(json), 8)
    await writeAll(file, head, 0)
    await file.sync()
    await file.close()
    await rename(temp, path)
  } catch (error) {
    await file.close().catch(() => {})
    await rm(temp, { force: true }).catch(() => {})
    throw error
  }
}

async function writeParts(file: FileHandle, parts: Iterable<Part>, stopped?: AbortSignal): Promise<Head['columns']> {
  const columns = new Map<string, Head['columns'][number]>()
  let at = HEAD_BYTES
  for (const { column, part } of parts) {
    stopped?.throwIfAborted()
    const bytes = new Uint8Array(part.buffer, part.byteOffset, part.byteLength)
    const known = columns.get(column) ?? { name: column, bytes: 0, crc: 0 }
    columns.set(column, { name: column, bytes: known.bytes + bytes.length, crc: crc32(bytes, known.crc) })
    await writeAll(file, bytes, at)
    at += bytes.length
  }
  return [...columns.values()]
}

async function writeAll(file: FileHandle, bytes: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < bytes.length;) done += (await file.write(bytes, done, bytes.length - done, at + done)).bytesWritten
}

async function forgetStale(path: string, nowMs: number): Promise<void> {
  const folder = dirname(path)
  for (const name of await readdir(folder)) {
    if (!name.startsWith(`${basename(path)}.`) || !name.endsWith('.part')) continue
    const found = await stat(join(folder, name)).catch(() => null)
    if (found && nowMs - found.mtimeMs > STALE_MS) await rm(join(folder, name), { force: true })
  }
}

/** Open column file. The header (`about`) is already in memory. Columns are read on demand; a missing column is empty. */
export type ColumnFile = {
  about: unknown
  read<K extends Record<string, NumberArray>>(kinds: K): Promise<{ [Name in keyof K]: InstanceType<K[Name]> }>
  close(): Promise<void>
}

/** Opens a column file, or returns null if it does not exist. Errors: `DamagedFile`, which `read` can also throw. */
export async function openColumns(path: string): Promise<ColumnFile | null> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (file === null) return null
  try {
    const head = await readHead(file)
    return {
      about: head.about,
      // oxlint-disable-next-line typescript/no-explicit-any -- `kinds` determines the type of each column
      read: async (kinds) => Object.fromEntries(await readAll(file, head, kinds)) as any,
      close: () => file.close(),
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

async function readHead(file: FileHandle): Promise<Head> {
  const bytes = Buffer.alloc(HEAD_BYTES)
  await readInto(file, bytes, 0)
  const length = bytes.readUInt32LE(4)
  const json = bytes.subarray(12, 12 + length)
  if (bytes.readUInt32LE(0) !== MAGIC || length > HEAD_BYTES - 12 || crc32(json) !== bytes.readUInt32LE(8))
    throw new DamagedFile('its header is damaged')
  const head = JSON.parse(json.toString()) as Head
  const end = head.columns.reduce((sum, { bytes }) => sum + bytes, HEAD_BYTES)
  if ((await file.stat()).size !== end) throw new DamagedFile('its size does not match its header')
  return head
}

async function readAll(file: FileHandle, { columns }: Head, kinds: Record<string, NumberArray>): Promise<[string, Numbers][]> {
  const all = new Map<string, Numbers>(Object.entries(kinds).map(([name, Kind]) => [name, new Kind(new ArrayBuffer(0))]))
  let at = HEAD_BYTES
  for (const { name, bytes, crc } of columns) {
    const Kind = kinds[name]
    if (Kind === undefined) throw new DamagedFile(`it has an unknown column ${name}`)
    const buffer = new ArrayBuffer(bytes)
    if ((await readInto(file, new Uint8Array(buffer), at)) !== crc) throw new DamagedFile(`its column ${name} is damaged`)
    all.set(name, new Kind(buffer))
    at += bytes
  }
  return [...all]
}

async function readInto(file: FileHandle, target: Uint8Array, from: number): Promise<number> {
  let sum = 0
  for (let done = 0; done < target.length;) {
    const { bytesRead } = await file.read(target, done, Math.min(SLICE_BYTES, target.length - done), from + done)
    if (bytesRead === 0) throw new DamagedFile('it is truncated')
    sum = crc32(target.subarray(done, done + bytesRead), sum)
    done += bytesRead
  }
  return sum
}
