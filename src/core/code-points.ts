/** Returns the length in Unicode code points. All limits on text length use this unit (spec: completions 2). */
export function codePointLength(text: string): number {
  let length = 0
  for (const _ of text) length++
  return length
}

/** Returns at most the first `max` code points. Never splits a code point, unlike `slice`. */
export function firstCodePoints(text: string, max: number): string {
  if (text.length <= max) return text
  let end = 0
  for (let count = 0; count < max && end < text.length; count++) end += text.codePointAt(end)! > 0xff_ff ? 2 : 1
  return text.slice(0, end)
}
