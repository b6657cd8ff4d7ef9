import type { CastPerson, PersonName } from './types.ts'

/** The demo users. Their email addresses end in `.test`, a domain that never receives mail. */
export const PEOPLE: Record<PersonName, CastPerson> = {
  ana: { name: 'Ana', email: 'ana@demo.test', sinceDays: 412 },
  jules: { name: 'Jules', email: 'jules@demo.test', sinceDays: 300 },
  sam: { name: 'Sam', email: 'sam@demo.test', sinceDays: 251 },
  noor: { name: 'Noor', email: 'noor@demo.test', sinceDays: 188 },
  theo: { name: 'Theo', email: 'theo@demo.test', sinceDays: 97 },
  mika: { name: 'Mika', email: 'mika@demo.test', sinceDays: 64 },
  odette: { name: 'Odette', email: 'odette@demo.test', sinceDays: 23 },
  robin: { name: 'Robin', email: 'robin@demo.test', sinceDays: 420 },
}

export const OPERATOR: PersonName = 'robin'

/** Demo user whose API key is printed and stored, so that developers can try the API. */
export const KEY_HOLDER: PersonName = 'ana'
