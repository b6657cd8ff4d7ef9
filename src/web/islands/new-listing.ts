import { fieldsOf, load, saidBy } from './page.ts'
import { preview } from './shrink.ts'
import { toast } from './toast.ts'
import { filesInto, uploads } from './upload.ts'

/**
 * A new listing: photos are dropped, pasted or chosen, looked at, and sent one by one once the draft is made, so that
 * a connection that breaks costs one photo and not all of them.
 */
export function newListing(form: HTMLFormElement): void {
  const input = form.querySelector<HTMLInputElement>('input[type="file"]')!
  const shown = document.createElement('ul')
  shown.className = 'chosen'
  shown.setAttribute('role', 'list')
  shown.setAttribute('aria-label', 'Chosen photos')
  input.closest('.field')!.after(shown)
  const list = document.getElementById('uploads')!
  let made: string | null = null

  const show = (): void => {
    shown.replaceChildren(...[...(input.files ?? [])].map(chosen))
  }
  input.addEventListener('change', show)
  filesInto(form, (files) => {
    const all = new DataTransfer()
    for (const file of [...(input.files ?? []), ...files]) all.items.add(file)
    input.files = all.files
    show()
  })

  const token = form.querySelector<HTMLInputElement>('input[name="form_token"]')!.value
  const sending = uploads(
    list,
    () => ({ url: made!, token }),
    () => {},
  )

  form.addEventListener('submit', (event) => {
    if ((input.files?.length ?? 0) === 0) return
    event.preventDefault()
    begin(form.querySelector<HTMLButtonElement>('button[type="submit"]')!).catch(() =>
      toast('No connection. Nothing is lost: try again in a moment.'),
    )
  })

  async function begin(button: HTMLButtonElement): Promise<void> {
    button.setAttribute('aria-busy', 'true')
    try {
      if (made === null) {
        const fields = fieldsOf(form, null)
        fields.delete('research')
        const { page, url } = await load('POST', form.action, { body: fields })
        const said = saidBy(page)
        if (said?.failed || new URL(url).pathname === location.pathname)
          return toast(said?.words ?? 'The draft could not be made. Look at the fields.')
        made = new URL(url).pathname
      }
      sending.add([...(input.files ?? [])])
      input.value = ''
      show()
      await goOn()
    } finally {
      button.removeAttribute('aria-busy')
    }
  }

  /** On to the editor once all photos are in. What failed stays here, with its way to be tried again. */
  async function goOn(): Promise<void> {
    if (!(await sending.settled())) {
      toast('Some photos are not in yet. Try them again, or call them off.')
      const look = setInterval(() => {
        if (list.children.length > 0) return
        clearInterval(look)
        goOn().catch(() => {})
      }, 300)
      return
    }
    if (form.querySelector<HTMLInputElement>('input[name="research"]')?.checked)
      await load('POST', made!, { body: new URLSearchParams({ form_token: token, do: 'help-research' }) })
    location.assign(`${made}?said=draft`)
  }
}

function chosen(file: File): HTMLElement {
  const item = document.createElement('li')
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: 96, height: 120 })
  canvas.setAttribute('role', 'img')
  canvas.setAttribute('aria-label', file.name)
  preview(file, canvas)
  item.append(canvas)
  return item
}
