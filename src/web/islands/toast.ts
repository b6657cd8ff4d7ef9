const SHOWN_MS = 8_000

/**
 * Says what was done, for eight seconds, with the way back (ux rule 6). Pointing at it or being in it keeps it. `gone`
 * is called once it is over and was not undone: also when other words take its place.
 */
export function toast(words: string, undo?: () => void, gone?: () => void): void {
  const box = document.createElement('div')
  box.className = 'toast'
  const said = document.createElement('span')
  said.textContent = words
  box.append(said)
  let over = false
  if (undo) {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = 'Undo'
    button.addEventListener('click', () => {
      if (over) return
      over = true
      box.remove()
      undo()
    })
    box.append(button)
  } else {
    box.style.paddingRight = 'var(--s5)'
  }
  const place = document.getElementById('toasts')
  place?.replaceChildren(box)
  const since = performance.now()
  const end = (): void => {
    if (over) return
    const held = box.isConnected && (performance.now() - since < SHOWN_MS || box.matches(':hover, :focus-within'))
    if (held) {
      setTimeout(end, box.isConnected ? 250 : 0)
      return
    }
    over = true
    box.remove()
    gone?.()
  }
  setTimeout(end, 250)
}
