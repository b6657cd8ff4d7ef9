import { confirmsFirst } from './confirm.ts'
import { each } from './find.ts'

/** Sets up the push notification form, which stays hidden if the browser does not support push notifications. */
export function push(): void {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) return
  for (const container of each('[data-island="push"]')) {
    const form = container.querySelector('form')
    if (!form) continue
    const fields = ['endpoint', 'p256dh', 'auth'].map((name) => form.querySelector<HTMLInputElement>(`input[name="${name}"]`)!)
    confirmsFirst(container, form, { fields, request: () => subscribed(container.dataset.key!), messageFor })
  }
}

const messageFor = (error: unknown): string =>
  (error as { name?: string }).name === 'NotAllowedError'
    ? 'This browser blocks notifications. Allow them for this site in its settings, then try again.'
    : 'Notifications could not be turned on. The browser’s push service may be off or unreachable.'

async function subscribed(key: string): Promise<readonly string[]> {
  if ((await Notification.requestPermission()) !== 'granted') throw new DOMException('', 'NotAllowedError')
  const { pushManager } = await navigator.serviceWorker.ready
  // removes a subscription that belongs to a different user or to different VAPID keys
  await (await pushManager.getSubscription())?.unsubscribe()
  const { endpoint, keys } = (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })).toJSON()
  return [endpoint!, keys!.p256dh!, keys!.auth!]
}
