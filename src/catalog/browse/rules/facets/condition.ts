import { foldWords } from '#core/fold.ts'
import { spellingsOf } from './spellings.ts'

/** Conditions, best first (spec: completions 13.2). */
export const CONDITIONS = ['new', 'like_new', 'good', 'fair', 'worn', 'parts'] as const
export type Condition = (typeof CONDITIONS)[number]

export const CONDITION_LABELS: Readonly<Record<Condition, string>> = {
  new: 'New',
  like_new: 'Like new',
  good: 'Good',
  fair: 'Fair',
  worn: 'Worn',
  parts: 'For parts',
}

const SPELLINGS = spellingsOf(`
new: brand new, new with tags, new without tags, new in box, new with box, new in packaging, bnwt, nwt, nwot, bnib, nib, nwb, never worn, never used, unworn, unused, sealed, factory sealed, new sealed, unopened, deadstock, new old stock, brand new with tags, new other, never opened, new with defects
like_new: as new, nearly new, almost new, mint, near mint, excellent, excellent plus, pristine, flawless, perfect, immaculate, barely used, barely worn, hardly used, hardly worn, worn once, used once, open box, used like new, opened never used, euc, 10 10, 9 10, superb, as good as new, lightly worn once
good: very good, good plus, really good, great, nice, gently used, gently worn, lightly used, lightly worn, guc, vguc, well kept, well cared for, 8 10, 7 10, solid, clean, pre loved good
fair: acceptable, ok, okay, satisfactory, average, moderate, moderately used, some wear, signs of wear, visible wear, visible signs of wear, shows wear, 6 10, 5 10, decent, used with flaws, used acceptable
worn: well worn, well used, heavily used, heavily worn, heavy wear, poor, rough, distressed, play condition, play wear, played with, well loved, bad, damaged, needs repair, needs work, 4 10, 3 10
parts: for parts, parts only, for parts or repair, for parts or not working, for parts not working, not working, non working, broken, faulty, defective, spares, spares or repair, for spares or repair, for spares, does not work, dead, for repair, as is for parts, untested for parts, salvage
`) as ReadonlyMap<string, Condition>

/**
 * Returns the condition stated in `text`, or null if there is none. Ignores remarks after the grade: `Good, small mark on the cuff` is
 * good.
 */
export function conditionOf(text: string): Condition | null {
  const grade = text.split(REMARK)[0]!
  for (const candidate of [text, text.replace(BRACKETS, ' '), grade, grade.replace(BRACKETS, ' ')]) {
    const words = foldWords(candidate)
    const found = SPELLINGS.get(words) ?? SPELLINGS.get(words.replace(FRAME, '').trim())
    if (found !== undefined) return found
  }
  return null
}

/** Returns the condition with this name, or null if there is none. Ignores case, and accepts either spaces or underscores between words. */
export const conditionNamed = (name: string): Condition | null =>
  CONDITIONS.find((condition) => foldWords(condition) === foldWords(name)) ?? null

/** Separator between a grade and a remark. A hyphen inside a word is not a separator. */
const REMARK = /[,;.:!\n]|\s[-–—]+\s|\b(?:but|with some|with a|with minor|apart from|except)\b/i
const BRACKETS = /[()[\]]/g
/** Words that may surround a grade, as in `In very good used condition`. */
const FRAME =
  /^(?:overall |generally |still |item |it |is |in |an? |used |pre owned |preowned |pre loved |preloved |second hand |vintage |condition |grade )+|(?: used| pre owned| vintage)?(?: condition| cond| shape| working order| order)+$/g
