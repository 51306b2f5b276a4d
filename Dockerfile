# compose.yaml builds both stages from the sources, and so does npm run deploy:try, with buildah and --format docker:
# the other format has no HEALTHCHECK.
# Debian, because the PostgreSQL that npm brings has no binaries for musl.
ARG NODE_IMAGE=docker.io/library/node:24-bookworm-slim

# The sources with everything that builds them: makes the package, tries it, and serves the demo.
FROM ${NODE_IMAGE} AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# The commit in the version's name, because the sources are copied without their history.
ARG SOURCE_COMMIT=
RUN npm run package \
  && tar -xzf dist/package/mercado-campesino-*.tar.gz -C /opt \
  && mv /opt/mercado-campesino-* /opt/mercado-campesino \
  && rm -r dist/package

# Node.js and the unpacked package.
FROM ${NODE_IMAGE} AS server
# A user with a name, because PostgreSQL asks for it.
RUN useradd --system --user-group --home-dir /var/lib/mercado-campesino --create-home --shell /usr/sbin/nologin mercado \
  && install -d -m 700 -o mercado -g mercado /var/lib/mercado-campesino/data /var/lib/mercado-campesino/key
COPY --from=build /opt/mercado-campesino /opt/mercado-campesino
WORKDIR /opt/mercado-campesino
USER mercado
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 \
  DATA_DIR=/var/lib/mercado-campesino/data KEY_FILE=/var/lib/mercado-campesino/key/master.key
VOLUME /var/lib/mercado-campesino
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+process.env.PORT+'/api/v1/ready').then((a)=>process.exit(a.ok?0:1),()=>process.exit(1))"]
# No shell in between: the server receives SIGTERM itself.
CMD ["node", "dist/server/main.js"]
