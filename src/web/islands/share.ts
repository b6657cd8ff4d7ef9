import { each } from './find.ts'
import { toast } from './toast.ts'

/**
 * Shares the button's URL or, if the button has none, the page's URL. Opens the device's share sheet or, if the device has none, copies the
 * URL. Reports only completed shares to the service.
 */
export function shares(): void {
  const hasSheet = 'share' in navigator
  if (!hasSheet && !('clipboard' in navigator)) return
  const page = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href ?? location.href
  const share = async ({ url = page, title = document.title }: DOMStringMap): Promise<void> => {
    if (hasSheet) return navigator.share({ title, url })
    await navigator.clipboard.writeText(url)
    toast('Link copied.')
  }
  for (const button of each<HTMLButtonElement>('button[data-share]')) {
    button.hidden = false
    button.addEventListener('click', () => {
      share(button.dataset).then(
        () => void fetch(button.dataset.share!, { method: 'POST', credentials: 'include' }).catch(() => {}),
        (error: unknown) => {
          if (!(error instanceof DOMException && error.name === 'AbortError'))
            toast('Your browser does not support sharing. Copy the page’s address instead.')
        },
      )
    })
  }
}
