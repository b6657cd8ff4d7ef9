import { each } from './find.ts'
import { toast } from './toast.ts'

/**
 * Shares the URL of the page with the device's share sheet, or copies the URL. Reports a share only after it has completed, and not when
 * the user closes the sheet.
 */
export function shares(): void {
  const hasSheet = 'share' in navigator
  if (!hasSheet && !('clipboard' in navigator)) return
  const url = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href ?? location.href
  const share = async (): Promise<void> => {
    if (hasSheet) return navigator.share({ title: document.title, url })
    await navigator.clipboard.writeText(url)
    toast('Link copied.')
  }
  for (const button of each<HTMLButtonElement>('button[data-share]')) {
    button.hidden = false
    button.addEventListener('click', () => {
      share().then(
        () => void fetch(button.dataset.share!, { method: 'POST', credentials: 'include' }).catch(() => {}),
        (error: unknown) => {
          if (!(error instanceof DOMException && error.name === 'AbortError'))
            toast('Your browser does not allow this. Copy the address of the page instead.')
        },
      )
    })
  }
}
