const SHOWN_MS = 8_000

/** Says what was done, for eight seconds, with the way back (ux rule 6). Pointing at it or being in it keeps it. */
export function toast(words: string, undo?: () => void): void {
  const box = document.createElement('div')
  box.className = 'toast'
  const said = document.createElement('span')
  said.textContent = words
  box.append(said)
  if (undo) {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = 'Undo'
    button.addEventListener('click', () => {
      box.remove()
      undo()
    })
    box.append(button)
  } else {
    box.style.paddingRight = '20px'
  }
  const place = document.getElementById('toasts')
  place?.replaceChildren(box)
  const go = (): void => {
    if (box.matches(':hover, :focus-within')) setTimeout(go, 1_000)
    else box.remove()
  }
  setTimeout(go, SHOWN_MS)
}
