/** Highlights code in the languages that our pages use, without changing the code. */
export function highlighted(text: string, language: string): string {
  const rule = RULES[language === 'ts' ? 'js' : language]
  if (!rule) return escaped(text)
  let out = ''
  let at = 0
  for (const found of text.matchAll(rule)) {
    const [part, ...groups] = found
    const kind = KINDS[groups.findIndex((group) => group !== undefined)]
    out += escaped(text.slice(at, found.index)) + (kind ? `<span class="tok-${kind}">${escaped(part)}</span>` : escaped(part))
    at = found.index + part.length
  }
  return out + escaped(text.slice(at))
}

export const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** Kinds of tokens, in the order of the groups in each rule's regular expression. */
const KINDS = ['comment', 'string', 'word', 'number'] as const

const QUOTED = String.raw`"(?:[^"\\\n]|\\.)*"`
const NEVER = '(?!)'
const NUMBER = String.raw`\b\d+(?:\.\d+)?\b`

const rule = (comment: string, string: string, word: string, number = NUMBER): RegExp =>
  new RegExp(`(${comment})|(${string})|(${word})|(${number})`, 'gm')

const RULES: Readonly<Record<string, RegExp>> = {
  // matches property names (strings before a colon) first, so that they are not styled as strings
  json: new RegExp(`${QUOTED}(?=\\s*:)|${rule(NEVER, QUOTED, 'true|false|null').source}`, 'gm'),
  sh: rule(String.raw`(?<=^|\s)#[^\n]*`, `${QUOTED}|'[^']*'`, String.raw`^(?:curl|export|npm|node|python3)\b`, NEVER),
  js: rule(
    String.raw`(?<!:)\/\/[^\n]*`,
    `${QUOTED}|'(?:[^'\\\\\\n]|\\\\.)*'|\`[^\`]*\``,
    String.raw`\b(?:import|export|from|const|let|await|async|function|return|if|for|of|new|throw)\b`,
  ),
  python: rule(
    String.raw`(?<=^|\s)#[^\n]*`,
    `"""[^]*?"""|f?${QUOTED}|'(?:[^'\\\\\\n]|\\\\.)*'`,
    String.raw`\b(?:import|from|def|class|return|if|else|not|with|as|for|in|None|True|False)\b`,
  ),
}
