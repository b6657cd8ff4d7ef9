import { normalForm } from '#core/normal-form.ts'

/**
 * Pure rules for weak passwords (spec: completions 12, Passwords). Callers must also check the list of common passwords. The running time
 * is linear in the length of the password, which is at most 200 characters.
 */

/** Words that name this service or mean "password". A password must not be just one of these words. */
export const SERVICE_WORDS = ['resale', 'marketplace', 'password', 'passphrase'] as const

export type Whose = { email: string; name: string; host?: string }

/** Normalizes text in the same way as lists of common passwords: to Unicode NFKC and lower case. */
export const folded = (text: string): string => normalForm(text, 'NFKC').toLowerCase()

const LEET: Readonly<Record<string, string>> = { '@': 'a', '4': 'a', '3': 'e', '1': 'i', '!': 'i', '0': 'o', $: 's', '5': 's', '7': 't' }

const core = (text: string): string => text.replace(/^[^\p{L}]+/u, '').replace(/[^\p{L}]+$/u, '')

const unsigned = (text: string): string => text.replace(/^[^\p{L}\p{N}]+/u, '').replace(/[^\p{L}\p{N}]+$/u, '')

/** Replaces symbols with the letters that they stand for, as in `p@ssw0rd`. */
const plain = (text: string): string => [...text].map((sign) => LEET[sign] ?? sign).join('')

/** Returns the shortest sequence whose repetition produces the text, such as `abc` for `abcabc`. */
export function unitOf(text: string): string {
  const at = `${text}${text}`.indexOf(text, 1)
  return text.slice(0, at)
}

/**
 * Returns simplified forms of a password: in lower case, and without surrounding digits and symbols, letter substitutions or repetition.
 * The password is common if any of these forms is common. The first form is the complete password. Each form occurs only once.
 */
export function formsOf(password: string): string[] {
  const whole = folded(password)
  // first removes trailing digits, as in `sunshine2024`, because digits are later read as letters
  const bare = [core(whole), plain(core(whole)), core(plain(whole)), plain(unsigned(whole))]
  return [...new Set([whole, plain(whole), ...bare, ...bare.map(unitOf), unitOf(whole)])].filter((form) => form !== '')
}

/** Returns true for one repeated character, a repeated sequence of up to four characters, or an ascending or descending sequence. */
export function isSimple(password: string): boolean {
  const whole = folded(password)
  if ([...unitOf(whole)].length <= 4) return true
  const codes = [...whole].map((sign) => sign.codePointAt(0)!)
  // digits wrap around: 0 follows 9
  const steps = codes.slice(1).map((code, index) => {
    const step = code - codes[index]!
    return step === -9 ? 1 : step === 9 ? -1 : step
  })
  return [1, -1].some((direction) => steps.every((step) => step === direction))
}

/** Returns true for the user's own email address or name, or the service's name, in any variation that is still easy to guess. */
export function isOwn(password: string, { email, name, host }: Whose): boolean {
  const letters = (text: string): string => folded(text).replaceAll(/[^\p{L}\p{N}]/gu, '')
  const [local = '', domain = ''] = folded(email).split('@')
  const words = folded(name).split(/\s+/)
  const own = [
    email,
    local,
    local.split('+')[0]!,
    domain,
    domain.split('.')[0]!,
    name,
    words.toReversed().join(''),
    ...words,
    host ?? '',
    ...SERVICE_WORDS,
  ]
  const dressed = new Set(own.flatMap((one) => [letters(one), letters(core(one)), letters(plain(one))]).filter((one) => one.length >= 2))
  return formsOf(password).some((form) => dressed.has(letters(form)) || dressed.has(letters(core(form))))
}
