import { runs } from './docs-run.ts'
import { each } from './find.ts'
import { load } from './page.ts'
import { readStored, writeStored } from './storage.ts'

const LANGUAGE = 'sample-language'
const WAIT_MS = 150

languages()
searches()
runs()

function languages(): void {
  const radios = each<HTMLInputElement>('input[name="sample-language"]')
  const chosen = readStored('localStorage', LANGUAGE)
  for (const radio of radios) {
    if (radio.value === chosen) radio.checked = true
    radio.addEventListener('change', () => writeStored('localStorage', LANGUAGE, radio.value))
  }
}

function searches(): void {
  for (const form of each<HTMLFormElement>('form[data-island="docs-search"]')) {
    const input = form.querySelector<HTMLInputElement>('input[name="q"]')!
    let timer = 0
    let sequence = 0
    const show = (found: Element | null): void => {
      form.querySelector('.docs-found')?.remove()
      if (!found) return
      found.removeAttribute('id')
      found.setAttribute('role', 'status')
      form.append(document.adoptNode(found))
    }
    const search = async (): Promise<void> => {
      const mine = ++sequence
      const q = input.value.trim()
      if (q === '') return show(null)
      const { page } = await load('GET', `${form.action}?${new URLSearchParams({ q }).toString()}`, { part: true })
      if (mine === sequence) show(page.getElementById('docs-found'))
    }
    input.addEventListener('input', () => {
      window.clearTimeout(timer)
      timer = window.setTimeout(() => {
        // if there is no response, submitting the form still opens the results page
        search().catch(() => show(null))
      }, WAIT_MS)
    })
    input.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') show(null)
    })
  }
}
