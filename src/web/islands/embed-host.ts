// Runs on another site's page. Inserts a shop's frame after this script and adjusts the frame's height. Stores and sends nothing, and
// defines no globals. Accepts only messages that come from the frame and its origin and contain a number.
const script = document.currentScript as HTMLScriptElement
const shop = URL.parse(script.dataset['shop'] ?? '')
const MOST_PX = 20_000

if (shop !== null && /^https?:$/.test(shop.protocol)) {
  shop.pathname = '/embed'
  for (const name of ['limit', 'scheme']) {
    const value = script.dataset[name]
    if (value !== undefined) shop.searchParams.set(name, value)
  }
  const frame = document.createElement('iframe')
  frame.src = shop.href
  frame.title = script.dataset['title'] ?? 'A shop on resale'
  frame.width = '100%'
  frame.height = '480'
  frame.loading = 'lazy'
  frame.referrerPolicy = 'no-referrer'
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox')
  frame.style.cssText = 'border:0;display:block'
  window.addEventListener('message', ({ source, origin, data }: MessageEvent<{ type?: unknown; height?: unknown } | null>) => {
    if (source !== frame.contentWindow || origin !== shop.origin || data?.type !== 'resale:height') return
    if (typeof data.height === 'number' && data.height > 0) frame.height = String(Math.min(MOST_PX, Math.ceil(data.height)))
  })
  script.after(frame)
}
