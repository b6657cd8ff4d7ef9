import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { Storage } from '#platform/storage/index.ts'
import { BackupError } from './backup-error.ts'
import { newSeal, sealOf, type Seal, type SealRecord } from './seal.ts'

/**
 * Target for backups: a folder or a bucket with no other use. Data is stored in pieces: compressed chunks of up to 8 MiB, which several
 * backups can share. The target's seal names the pieces and protects their content.
 */
export type BackupTarget = {
  /** Writes bytes as a piece, unless the target already has it. Returns the piece's name, which the seal derives from the bytes. */
  writePiece(bytes: Uint8Array): Promise<string>
  /** Reads a piece. @throws {BackupError} if the piece is missing or has been changed. */
  readPiece(name: string): Promise<Buffer>
  hasPiece(name: string): Promise<boolean>
  pieces(): AsyncIterable<{ name: string; modifiedAt: Date }>
  dropPiece(name: string): Promise<void>
  backups(): Promise<string[]>
  writeBackup(name: string, text: string): Promise<void>
  /** Reads a backup's manifest. @throws {BackupError} if the manifest is missing or damaged. */
  readBackup(name: string): Promise<string>
  dropBackup(name: string): Promise<void>
}

/** Maximum size of a piece before compression, in bytes. */
export const PIECE_BYTES = 8 * 2 ** 20
const SAMPLE_BYTES = 2 ** 16
/** Maximum size of a decompressed piece. Protects against gzip bombs. */
const UNPACKED = { maxOutputLength: PIECE_BYTES }
/**
 * Maximum size of a decompressed manifest. A manifest names every piece of its backup: about ten thousand if the market has ten million
 * listings.
 */
const LISTED = { maxOutputLength: 2 ** 28 }
const SEAL_KEY = 'seal.json'
const TYPE = 'application/octet-stream'
const BACKUP_NAME = /^\d{8}T\d{6}Z-[0-9a-f]{8}$/
const [packed, unpacked] = [promisify(gzip), promisify(gunzip) as (bytes: Uint8Array, options: object) => Promise<Buffer>]

/** Returns the names of the complete backups in a storage, oldest first. Requires no passphrase. */
export async function backupNames(storage: Storage): Promise<string[]> {
  const names: string[] = []
  for await (const { key } of storage.list('backups/')) names.push(key.slice('backups/'.length))
  return names.filter((name) => BACKUP_NAME.test(name)).toSorted()
}

/** Opens a backup target. If the target is new, creates its seal or, with `create: false`, throws a BackupError. */
export async function openTarget(storage: Storage, passphrase: string | null, { create }: { create: boolean }): Promise<BackupTarget> {
  const seal = await openSeal(storage, passphrase, create)
  const keyOf = (name: string) => `pieces/${name.slice(0, 2)}/${name}`
  const listed = (name: string) => `backups/${name}`

  async function readWhole(key: string, what: string): Promise<Buffer> {
    const found = await storage.read(key)
    if (found === null) throw new BackupError(`${what} is missing.`)
    return buffer(found.stream)
  }

  return {
    async writePiece(bytes) {
      const name = seal.nameOf(bytes)
      if ((await storage.size(keyOf(name))) === null) await storage.put(keyOf(name), seal.close(name, await pack(bytes)), TYPE)
      return name
    },
    async readPiece(name) {
      const what = `The piece ${name.slice(0, 12)}… of this backup`
      const closed = await readWhole(keyOf(name), what)
      const bytes = await opened(what, async () => unpack(seal.open(name, closed)))
      if (seal.nameOf(bytes) !== name) throw new BackupError(`${what} cannot be used: its content has changed.`)
      return bytes
    },
    hasPiece: async (name) => (await storage.size(keyOf(name))) !== null,
    async *pieces() {
      for await (const { key, modifiedAt } of storage.list('pieces/')) yield { name: key.slice(key.lastIndexOf('/') + 1), modifiedAt }
    },
    dropPiece: (name) => storage.delete(keyOf(name)),
    backups: () => backupNames(storage),
    writeBackup: async (name, text) => storage.put(listed(name), seal.close(name, await packed(text)), TYPE),
    async readBackup(name) {
      const closed = await readWhole(listed(name), `The backup ${name}`)
      return opened(`The backup ${name}`, async () => (await unpacked(seal.open(name, closed), LISTED)).toString())
    },
    dropBackup: (name) => storage.delete(listed(name)),
  }
}

async function openSeal(storage: Storage, passphrase: string | null, create: boolean): Promise<Seal> {
  const found = await storage.read(SEAL_KEY)
  if (found !== null) return sealOf(await recordIn(await buffer(found.stream)), passphrase)
  if (!create) throw new BackupError('There are no backups at this target.')
  const { record, seal } = await newSeal(passphrase)
  await storage.put(SEAL_KEY, Buffer.from(JSON.stringify(record)), 'application/json')
  return seal
}

async function recordIn(bytes: Buffer): Promise<SealRecord> {
  try {
    return JSON.parse(bytes.toString()) as SealRecord
  } catch {
    throw new BackupError('The file seal.json of this backup target is damaged.')
  }
}

/**
 * Compresses the data if this makes a sample at least a tenth smaller. Images, for example, are already compressed. The first byte of the
 * result is 1 for compressed data and 0 otherwise.
 */
async function pack(bytes: Uint8Array): Promise<Buffer> {
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  const saves = (await packed(sample, { level: 3 })).length < sample.length * 0.9
  return saves ? Buffer.concat([Buffer.of(1), await packed(bytes, { level: 3 })]) : Buffer.concat([Buffer.of(0), bytes])
}

const unpack = async (bytes: Buffer): Promise<Buffer> => (bytes[0] === 1 ? unpacked(bytes.subarray(1), UNPACKED) : bytes.subarray(1))

async function opened<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new BackupError(`${what} cannot be used: ${error instanceof BackupError ? error.message : 'it is damaged or was changed'}.`)
  }
}
