// Exits with 0 when the process of this container is ready. HEALTHCHECK and probes run it, because the image has no shell.
const port = process.env.HEALTH_PORT || process.env.PORT || 3000
const ready = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(4_000) }).then(
  (reply) => reply.ok,
  () => false,
)
process.exit(ready ? 0 : 1)
