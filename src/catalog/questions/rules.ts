/** Maximum lengths in characters, and the maximum number of questions per listing. */
export const MAX_QUESTION = 300
export const MAX_ANSWER = 1_000
export const MAX_QUESTIONS = 20

/** Drafts a public question from a buyer's question: removes the buyer's name, and shortens the question to the maximum length. */
export function draftQuestion(text: string, buyerName: string): string {
  const names = [buyerName, ...buyerName.split(/\s+/)].filter((name) => [...name].length > 1)
  const pattern = names.map((name) => name.replace(/[^\p{L}\p{N}\s]/gu, String.raw`\$&`)).join('|')
  const nameless = text.replace(new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${pattern})(?![\p{L}\p{N}])`, 'giu'), '')
  return [...nameless.replace(/[ \t]+/g, ' ').trim()].slice(0, MAX_QUESTION).join('')
}
