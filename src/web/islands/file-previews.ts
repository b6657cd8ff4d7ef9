import { counted } from '#core/format/count.ts'
import { announce } from './announce.ts'
import { element } from './element.ts'
import { each } from './find.ts'
import { preview } from './shrink.ts'

/** Shows the preview and name of each chosen file below the file input. */
export function filePreviews(): void {
  for (const container of each('[data-island="file-previews"]')) {
    const input = container.querySelector<HTMLInputElement>('input[type="file"]')
    const list = container.querySelector<HTMLElement>('ul')
    if (!input || !list) continue
    input.addEventListener('change', () => {
      const files = [...(input.files ?? [])]
      list.replaceChildren(...files.map(row))
      list.hidden = files.length === 0
      announce(`${counted(files.length, 'photo')} chosen.`)
    })
  }
}

function row(file: File): HTMLElement {
  const canvas = element('canvas', { width: '96', height: '96', 'aria-hidden': 'true' }, [])
  preview(file, canvas)
  return element('li', {}, [canvas, element('span', { class: 'small quiet clip' }, [file.name])])
}
