import { foldWords } from '#core/fold.ts'
import { BRANDS } from './brand-names.ts'
import { spellingsOf } from './spellings.ts'
import { oneLine, type FacetValue } from './value.ts'

const SPELLINGS = spellingsOf(BRANDS)
const NAMES = new Map([...SPELLINGS.values()].map((name) => [foldWords(name), name]))

const NO_BRAND = new Set(
  'none,no brand,unbranded,unknown,unknown brand,not known,n a,na,no name,no label,generic,other,various,mixed,handmade,hand made,homemade,home made,custom,custom made,vintage,not sure,unsure,does not apply,see description'.split(
    ',',
  ),
)
/** Maximum length of a brand in characters. Longer text is treated as a remark. */
const LONGEST = 60

/**
 * Returns the brand named in `text`, or null if there is none. All spellings of a known brand result in the same value. For an unknown
 * brand, the value is `text` in lowercase without accents.
 */
export function brandOf(text: string): FacetValue | null {
  const label = oneLine(text)
  const words = foldWords(label)
  if (words === '' || label.length > LONGEST || NO_BRAND.has(words)) return null
  const short = words.replace(LEGAL_FORM, '')
  const name = SPELLINGS.get(words) ?? SPELLINGS.get(short)
  return { value: name === undefined ? short : foldWords(name), label }
}

/** Returns the usual name of a brand, or the spelling in the listing if the brand is unknown. */
export const brandName = ({ value, label }: FacetValue): string => NAMES.get(value) ?? label

const LEGAL_FORM = /(?: (?:inc|ltd|llc|co|corp|gmbh|ag|sa|spa|company|limited))+$/
