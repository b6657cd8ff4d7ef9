/** Prints the tour's output: chapters, numbered steps, and URLs to open. */
export type Voice = {
  chapter(title: string): void
  step(text: string): void
  /** Prints an additional line for the current step, without a step number. */
  more(text: string): void
  link(...addresses: string[]): void
}

/** Creates a voice that prints lines to a terminal or a file. */
export function createVoice(print: (line: string) => void): Voice {
  let number = 0
  const more = (text: string) => print(`      ${text}`)
  return {
    chapter: (title) => print(`\n${title}\n`),
    step: (text) => print(`${String(++number).padStart(3)}  ${text}`),
    more,
    link: (...addresses) => addresses.forEach((address) => more(`open → ${address}`)),
  }
}
