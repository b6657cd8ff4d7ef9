import { each } from './find.ts'
import { toast } from './toast.ts'

/**
 * A button that shares the address of its page: by the sheet of the device where there is one, else it is copied. What was shared is
 * counted; what was not, because the sheet was closed, is not. Without scripts the address bar does it.
 */
export function shares(): void {
  const hasSheet = 'share' in navigator
  if (!hasSheet && !('clipboard' in navigator)) return
  const url = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href ?? location.href
  const share = async (): Promise<void> => {
    if (hasSheet) return navigator.share({ title: document.title, url })
    await navigator.clipboard.writeText(url)
    toast('The link is copied.')
  }
  for (const button of each<HTMLButtonElement>('button[data-share]')) {
    button.hidden = false
    button.addEventListener('click', () => {
      share().then(
        () => void fetch(button.dataset.share!, { method: 'POST', credentials: 'include' }).catch(() => {}),
        (error: unknown) => {
          if (!(error instanceof DOMException && error.name === 'AbortError'))
            toast('That is not allowed here. Copy the address of the page instead.')
        },
      )
    })
  }
}
