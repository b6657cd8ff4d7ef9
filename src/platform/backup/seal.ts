import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { BackupError } from './backup-error.ts'

/** Names the pieces of a backup target and protects their content: with a checksum or, if there is a passphrase, with encryption. */
export type Seal = {
  /**
   * Returns the name under which these bytes are stored. Equal bytes have the same name. With a passphrase, the name reveals nothing about
   * the bytes.
   */
  nameOf(bytes: Uint8Array): string
  /** Returns the sealed bytes. With a passphrase, the seal also authenticates `label`, so that two swapped files are detected. */
  close(label: string, bytes: Uint8Array): Buffer
  /** Returns the original bytes. @throws {BackupError} if `closed` does not come from `close` with this label. */
  open(label: string, closed: Uint8Array): Buffer
}

/** Public description of a backup target's seal. It is stored at the target. */
export type SealRecord = { kind: 'plain' } | { kind: 'scrypt'; cost: number; salt: string; proof: string }

/** Cost of scrypt: 128 MiB of memory and about half a second. Incurred once per run. */
const COST = 2 ** 17
const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
const PROOF_LABEL = 'proof'

/** Creates the seal for a new target, and the record from which the seal can be restored. */
export async function newSeal(passphrase: string | null): Promise<{ record: SealRecord; seal: Seal }> {
  if (passphrase === null) return { record: { kind: 'plain' }, seal: plain }
  const salt = randomBytes(16).toString('hex')
  const seal = await sealed(passphrase, salt, COST)
  return { record: { kind: 'scrypt', cost: COST, salt, proof: seal.close(PROOF_LABEL, randomBytes(16)).toString('hex') }, seal }
}

/** Returns the seal that a target's record describes. @throws {BackupError} if the passphrase is wrong or the record is damaged. */
export async function sealOf(record: SealRecord, passphrase: string | null): Promise<Seal> {
  if (record.kind === 'plain' && passphrase === null) return plain
  if (record.kind === 'plain')
    throw new BackupError(
      'This backup target holds backups without a passphrase. Use another target for encrypted backups, or unset BACKUP_PASSPHRASE.',
    )
  if (record.kind !== 'scrypt' || !isCost(record.cost)) throw new BackupError('The file seal.json of this backup target is damaged.')
  if (passphrase === null)
    throw new BackupError('The backups at this target need the passphrase they were made with. Set BACKUP_PASSPHRASE.')
  const seal = await sealed(passphrase, record.salt, record.cost)
  try {
    seal.open(PROOF_LABEL, Buffer.from(record.proof, 'hex'))
  } catch {
    throw new BackupError('BACKUP_PASSPHRASE is not the passphrase that the backups at this target were made with.')
  }
  return seal
}

/**
 * Returns true if the scrypt cost, and thus the memory use, is in a safe range. The cost is read from a record that an attacker may have
 * changed.
 */
const isCost = (cost: unknown): cost is number => Number.isSafeInteger(cost) && Number(cost) >= 2 ** 14 && Number(cost) <= 2 ** 20

const plain: Seal = {
  nameOf: (bytes) => createHash('sha256').update(bytes).digest('hex'),
  close: (_, bytes) => Buffer.concat([bytes, createHash('sha256').update(bytes).digest()]),
  open(_, closed) {
    const bytes = closed.subarray(0, -32)
    const sum = createHash('sha256').update(bytes).digest()
    if (closed.length < 32 || !timingSafeEqual(sum, closed.subarray(-32))) throw damaged()
    return Buffer.from(bytes)
  },
}

async function sealed(passphrase: string, salt: string, cost: number): Promise<Seal> {
  const options = { N: cost, r: 8, p: 1, maxmem: 2 ** 31 }
  const master = await (promisify(scrypt) as (...args: unknown[]) => Promise<Buffer>)(passphrase, Buffer.from(salt, 'hex'), 32, options)
  const keyFor = (use: string) => Buffer.from(hkdfSync('sha256', master, '', `resale backup ${use}`, 32))
  const [contents, names] = [keyFor('contents'), keyFor('names')]
  return {
    nameOf: (bytes) => createHmac('sha256', names).update(bytes).digest('hex'),
    close(label, bytes) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, contents, nonce).setAAD(Buffer.from(label))
      return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
    },
    open(label, closed) {
      if (closed.length < NONCE_BYTES + TAG_BYTES) throw damaged()
      const decipher = createDecipheriv(CIPHER, contents, closed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
      decipher.setAAD(Buffer.from(label)).setAuthTag(closed.subarray(-TAG_BYTES))
      try {
        return Buffer.concat([decipher.update(closed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
      } catch {
        throw damaged()
      }
    },
  }
}

const damaged = () => new BackupError('it is damaged or was changed')
