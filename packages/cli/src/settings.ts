import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Grant } from './oauth.ts'

/** Stored settings, in a file that only its owner can read. */
export type Settings = {
  baseUrl?: string
  key?: string
  /** Tokens from a browser sign-in. They take the place of a key. */
  grant?: Grant
  /** Secret with which `listen` and `trigger` sign the events that they send to a local program. */
  localSecret?: string
}

const OWNER_ALONE = 0o600

export type Environment = Readonly<Record<string, string | undefined>>

export const settingsFile = (env: Environment): string =>
  join(env['RESALE_CONFIG_DIR'] ?? join(env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config'), 'resale'), 'settings.json')

export async function readSettings(env: Environment): Promise<Settings> {
  try {
    return JSON.parse(await readFile(settingsFile(env), 'utf8')) as Settings
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw new Error(`${settingsFile(env)} cannot be read: ${(error as Error).message}`, { cause: error })
  }
}

/** Writes the settings file atomically, with permissions that prevent other users from reading it at any time. */
export async function writeSettings(env: Environment, settings: Settings): Promise<void> {
  const file = settingsFile(env)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}`
  await writeFile(draft, `${JSON.stringify(settings, null, 2)}\n`, { mode: OWNER_ALONE })
  await chmod(draft, OWNER_ALONE)
  await rename(draft, file)
}

export const forgetSettings = (env: Environment): Promise<void> => rm(settingsFile(env), { force: true })

/** Returns the webhook secret of this machine, which is created on first use. */
export async function localSecret(env: Environment): Promise<string> {
  const settings = await readSettings(env)
  if (settings.localSecret) return settings.localSecret
  const secret = `whsec_${base62(32)}`
  await writeSettings(env, { ...settings, localSecret: secret })
  return secret
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

function base62(length: number): string {
  let text = ''
  // skips bytes from 248 up, so that every character is equally likely
  while (text.length < length) for (const byte of randomBytes(length)) if (byte < 248 && text.length < length) text += LETTERS[byte % 62]
  return text
}
