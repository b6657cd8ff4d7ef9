import { isIP } from 'node:net'

export type Env = Record<string, string | undefined>

/** Invalid setting. The message names the setting and its allowed values. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Returns the trimmed setting, or null if it is absent or empty. */
export function text(env: Env, name: string): string | null {
  const value = env[name]?.trim()
  return value === undefined || value === '' ? null : value
}

/** Returns the setting. Throws ConfigError with the reason `why` if it is missing. */
export function required(env: Env, name: string, why: string): string {
  const value = text(env, name)
  if (value === null) throw new ConfigError(`${name} is missing: ${why}.`)
  return value
}

function numberSetting(format: RegExp, what: string) {
  return (env: Env, name: string, fallback: number, min: number, max: number): number => {
    const raw = text(env, name)
    if (raw === null) return fallback
    const value = Number(raw)
    if (!format.test(raw) || value < min || value > max)
      throw new ConfigError(`${name} must be ${what} from ${min} to ${max}; it is "${raw}".`)
    return value
  }
}

export const integer = numberSetting(/^\d+$/, 'a whole number')
export const decimal = numberSetting(/^\d+(\.\d+)?$/, 'a number')

export function oneOf<T extends string>(env: Env, name: string, allowed: readonly T[], fallback: T): T {
  const raw = text(env, name)
  if (raw === null) return fallback
  const found = allowed.find((value) => value === raw.toLowerCase())
  if (!found) throw new ConfigError(`${name} must be one of ${allowed.join(', ')}; it is "${raw}".`)
  return found
}

export function onOff(env: Env, name: string, fallback: boolean): boolean {
  return oneOf(env, name, ['on', 'off'], fallback ? 'on' : 'off') === 'on'
}

export function url(env: Env, name: string): string | null {
  const raw = text(env, name)
  if (raw === null) return null
  const parsed = URL.canParse(raw) ? new URL(raw) : null
  if (!parsed || !['http:', 'https:'].includes(parsed.protocol) || parsed.search || parsed.hash || parsed.username) {
    throw new ConfigError(
      `${name} must be an http or https address without query or user, such as https://example.com${parsed?.username ? '' : `; it is "${raw}"`}.`,
    )
  }
  return parsed.href.replace(/\/+$/, '')
}

export function databaseUrl(env: Env, name: string): string | null {
  const raw = text(env, name)
  if (raw === null) return null
  const parsed = URL.canParse(raw) ? new URL(raw) : null
  if (!parsed || !['postgres:', 'postgresql:'].includes(parsed.protocol))
    throw new ConfigError(`${name} must be a Postgres address such as postgres://user:password@host:5432/name.`)
  return raw
}

export function cidrs(env: Env, name: string): string[] {
  const entries = (text(env, name) ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/')
    const bits = isIP(address) === 4 ? 32 : 128
    if (!isIP(address) || (prefix !== undefined && !(/^\d+$/.test(prefix) && Number(prefix) <= bits))) {
      throw new ConfigError(
        `${name} must be a comma-separated list of addresses or CIDR ranges, such as 10.0.0.0/8; "${entry}" is not one.`,
      )
    }
  }
  return entries
}
