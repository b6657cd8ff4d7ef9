// Runs in the embedded frame, on our own host. Sends only the frame's height to the surrounding page, which may be any site.
const postHeight = () => {
  const { height } = document.documentElement.getBoundingClientRect()
  window.parent.postMessage({ type: 'resale:height', height: Math.ceil(height) }, '*')
}

if (window.parent !== window) {
  new ResizeObserver(postHeight).observe(document.documentElement)
  postHeight()
}
