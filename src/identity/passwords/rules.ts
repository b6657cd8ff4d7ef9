import { normalForm } from '#core/normal-form.ts'

/**
 * What makes a password weak (completions 12, Passwords). Pure: the list of common ones is asked by what calls. All of it is linear
 * in the length of the password, which has at most 200 characters.
 */

/** Words that stand for this service: nobody's password is made of one of them alone. */
export const OWN_WORDS = ['resale', 'marketplace', 'password', 'passphrase'] as const

/** Whose password it is to be: their address, their name, and what else is known of them and of the service. */
export type Whose = { email: string; name: string; host?: string }

/** As lists keep passwords: one letter for each, upper and lower case alike. */
export const folded = (text: string): string => normalForm(text, 'NFKC').toLowerCase()

const LEET: Readonly<Record<string, string>> = { '@': 'a', '4': 'a', '3': 'e', '1': 'i', '!': 'i', '0': 'o', $: 's', '5': 's', '7': 't' }

/** The password without digits and signs around it. */
const core = (text: string): string => text.replace(/^[^\p{L}]+/u, '').replace(/[^\p{L}]+$/u, '')

/** The password without signs around it; digits stay. */
const unsigned = (text: string): string => text.replace(/^[^\p{L}\p{N}]+/u, '').replace(/[^\p{L}\p{N}]+$/u, '')

/** Letters that were swapped for signs, put back: `p@ssw0rd`. */
const plain = (text: string): string => [...text].map((sign) => LEET[sign] ?? sign).join('')

/** The part that the whole repeats: `abcabc` is `abc`. */
export function unitOf(text: string): string {
  const at = `${text}${text}`.indexOf(text, 1)
  return text.slice(0, at)
}

/**
 * What the password comes down to, without its trivial dress: case, digits and signs around it, signs for letters, repetition. Any of
 * these on the list of common ones makes it one of them. The whole is first; nothing twice.
 */
export function formsOf(password: string): string[] {
  const whole = folded(password)
  // digits at the end are dropped before they could be read as letters: `sunshine2024`
  const bare = [core(whole), plain(core(whole)), core(plain(whole)), plain(unsigned(whole))]
  return [...new Set([whole, plain(whole), ...bare, ...bare.map(unitOf), unitOf(whole)])].filter((form) => form !== '')
}

/** One character again and again, a short part of at most four again and again, or a count up or down. */
export function isSimple(password: string): boolean {
  const whole = folded(password)
  if ([...unitOf(whole)].length <= 4) return true
  const codes = [...whole].map((sign) => sign.codePointAt(0)!)
  // past 9 comes 0
  const steps = codes.slice(1).map((code, index) => {
    const step = code - codes[index]!
    return step === -9 ? 1 : step === 9 ? -1 : step
  })
  return [1, -1].some((way) => steps.every((step) => step === way))
}

/** Whether it is the person's own address or name, or the service's, however dressed up. */
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
    ...OWN_WORDS,
  ]
  const dressed = new Set(own.flatMap((one) => [letters(one), letters(core(one)), letters(plain(one))]).filter((one) => one.length >= 2))
  return formsOf(password).some((form) => dressed.has(letters(form)) || dressed.has(letters(core(form))))
}
