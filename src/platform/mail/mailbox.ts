import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { MailError, type Email, type Mail } from './index.ts'
import { messageOf } from './message.ts'

/**
 * Creates a transport that stores emails as `.eml` files in a folder, usually `{DATA_DIR}/mail`, without using the network. File names
 * begin with the time, so the newest email is last.
 */
export function createMailbox({ folder, from }: { folder: string; from: string }): Mail {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async send(letter) {
      const { message } = await composer.sendMail(messageOf(letter, from))
      await writeWhole(folder, fileName(letter), message as Buffer)
    },
    async forget(isOld) {
      for (const name of await readdir(folder).catch(() => [])) {
        const copy = copyOf(name)
        if (copy && isOld(copy)) await rm(join(folder, name), { force: true })
      }
    },
  }
}

/** Returns a name such as `20261121T090507123Z-mal_….eml`. If the email is sent again, its file is overwritten. */
const fileName = ({ id, at }: Email): string => `${at.toISOString().replaceAll(/[-:.]/g, '')}-${id}.eml`

function copyOf(name: string): Pick<Email, 'id' | 'at'> | null {
  const [, date, hour, minute, second, thousandth, id] = /^(\d{8})T(\d\d)(\d\d)(\d\d)(\d{3})Z-(.+)\.eml$/.exec(name) ?? []
  if (date === undefined || id === undefined) return null
  const day = `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`
  return { id, at: new Date(`${day}T${hour}:${minute}:${second}.${thousandth}Z`) }
}

/** Syncs a temporary file before renaming it, so that readers see either the whole file or no file. */
async function writeWhole(folder: string, name: string, bytes: Buffer): Promise<void> {
  const temp = join(folder, `.${name}.part`)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const file = await open(temp, 'w', 0o600)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temp, join(folder, name))
  } catch (error) {
    await rm(temp, { force: true }).catch(() => {})
    throw new MailError('unavailable', 'The mailbox folder cannot be used.', { cause: error })
  }
}
