import { each } from './find.ts'

/** The form that has this browser told of what is urgent: hidden where a browser cannot be. */
export function push(): void {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) return
  for (const place of each('[data-island="push"]')) {
    const form = place.querySelector('form')
    const said = place.querySelector<HTMLElement>('[data-said]')
    if (!form || !said) continue
    const field = (name: string): HTMLInputElement => form.querySelector<HTMLInputElement>(`input[name="${name}"]`)!
    place.hidden = false
    addEventListener('pageshow', () => (field('endpoint').value = ''))
    form.addEventListener('submit', (event) => {
      if (field('endpoint').value !== '') return
      event.preventDefault()
      said.textContent = ''
      subscribed(place.dataset.key!).then(
        ({ endpoint, keys }) => {
          field('p256dh').value = keys!.p256dh!
          field('auth').value = keys!.auth!
          field('endpoint').value = endpoint!
          form.requestSubmit()
        },
        (error: unknown) => {
          said.textContent =
            (error as { name?: string }).name === 'NotAllowedError'
              ? 'This browser does not let us. Allow notifications for this site in its settings, then press again.'
              : 'This browser could not subscribe. Its push service may be off or out of reach.'
        },
      )
    })
  }
}

async function subscribed(key: string): Promise<PushSubscriptionJSON> {
  if ((await Notification.requestPermission()) !== 'granted') throw new DOMException('', 'NotAllowedError')
  const { pushManager } = await navigator.serviceWorker.ready
  // one that was made for somebody else who was signed in here, or by other keys of ours
  await (await pushManager.getSubscription())?.unsubscribe()
  return (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })).toJSON()
}
