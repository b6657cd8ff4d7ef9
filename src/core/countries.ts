import { normalForm } from './normal-form.ts'

/** Country codes that ISO 3166-1 alpha-2 assigns. */
export const COUNTRY_CODES: readonly string[] = `
  AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ
  CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR
  GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP
  KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT
  MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW
  SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ
  UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW
`
  .trim()
  .split(/\s+/)

/** Common English names that `Intl.DisplayNames` does not return. */
const ALIASES: Readonly<Record<string, string>> = {
  usa: 'US',
  'united states of america': 'US',
  america: 'US',
  uk: 'GB',
  'great britain': 'GB',
  britain: 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'northern ireland': 'GB',
  holland: 'NL',
  'the netherlands': 'NL',
  'czech republic': 'CZ',
  turkey: 'TR',
  'russian federation': 'RU',
  'republic of korea': 'KR',
  korea: 'KR',
  'republic of ireland': 'IE',
  uae: 'AE',
  'ivory coast': 'CI',
  burma: 'MM',
  macedonia: 'MK',
  swaziland: 'SZ',
  'cape verde': 'CV',
  'east timor': 'TL',
  'hong kong': 'HK',
  macau: 'MO',
  macao: 'MO',
  palestine: 'PS',
  vatican: 'VA',
  'holy see': 'VA',
  'viet nam': 'VN',
}

const names = new Intl.DisplayNames('en', { type: 'region' })

const fold = (name: string): string =>
  normalForm(name, 'NFD')
    .toLowerCase()
    .replaceAll('&', 'and')
    .replaceAll(/[^a-z ]/g, '')
    .replaceAll(/ +/g, ' ')
    .trim()

const CODES = new Set(COUNTRY_CODES)
const CODE_OF = new Map([...COUNTRY_CODES.map((code) => [fold(names.of(code)!), code] as const), ...Object.entries(ALIASES)])

/** Returns the ISO 3166-1 alpha-2 code of a country, given the code or an English name. Returns null if the country is unknown. */
export function countryCode(given: string): string | null {
  const code = given.trim().toUpperCase()
  return CODES.has(code) ? code : (CODE_OF.get(fold(given)) ?? null)
}

/**
 * Returns the English name of a country, given either its code or its name. Returns any other text unchanged, because old orders can
 * contain free text.
 */
export function countryName(given: string): string {
  const code = countryCode(given)
  return code === null ? given : names.of(code)!
}

export const COUNTRY_EXPECTED = 'must be a country: its two-letter ISO 3166-1 code, such as US, or its English name'

export const COUNTRY_CHOICES: readonly { value: string; label: string }[] = COUNTRY_CODES.map((value) => ({
  value,
  label: names.of(value)!,
})).toSorted((a, b) => a.label.localeCompare(b.label, 'en'))
