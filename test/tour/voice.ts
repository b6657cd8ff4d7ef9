/** How the tour speaks: chapters, numbered steps, and under each what to look at. */
export type Voice = {
  chapter(title: string): void
  step(text: string): void
  /** A line that belongs to the step before it. */
  more(text: string): void
  look(...addresses: string[]): void
}

/** Lines for a terminal or a file, one at a time. */
export function createVoice(print: (line: string) => void): Voice {
  let number = 0
  const more = (text: string) => print(`      ${text}`)
  return {
    chapter: (title) => print(`\n${title}\n`),
    step: (text) => print(`${String(++number).padStart(3)}  ${text}`),
    more,
    look: (...addresses) => addresses.forEach((address) => more(`look → ${address}`)),
  }
}
