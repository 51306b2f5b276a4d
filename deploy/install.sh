#!/usr/bin/env bash
# sudo deploy/install.sh https://mercado.example.co
# Installs the unpacked package that this script is in as a service of systemd, or upgrades to it. Settings and data are kept.
set -euo pipefail

readonly settings=/etc/mercado-campesino.env current=/opt/mercado-campesino copies=/var/backups/mercado-campesino
readonly unit=mercado-campesino.service
fail() { echo "$1" >&2; exit 1; }

package=$(cd "$(dirname "$0")/.." && pwd -P)
url=${1:-}
[ "$(id -u)" = 0 ] || fail 'Instale como root: sudo deploy/install.sh https://mercado.example.co'
[ -d /run/systemd/system ] || fail 'Este equipo no usa systemd. En un contenedor: docker compose up.'
[ -f "$package/dist/server/main.js" ] || fail "Aquí no está el paquete: descomprima el archivo y use su deploy/install.sh ($package)."
/usr/bin/node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)' 2> /dev/null \
  || fail 'Falta Node.js 20.19 o más nuevo en /usr/bin/node.'
if [ ! -f "$settings" ]; then
  [[ "$url" =~ ^https?://[^/]+$ ]] || fail 'Diga la dirección que abren los celulares, sin barra al final: deploy/install.sh https://mercado.example.co'
fi

id mercado > /dev/null 2>&1 || useradd --system --user-group --home-dir /var/lib/mercado-campesino --shell /usr/sbin/nologin mercado
install -d -m 700 -o mercado -g mercado "$copies"

version=$package
if [ "$(dirname "$package")" != /opt ]; then
  version=/opt/$(basename "$package")
  rm -rf "$version.new"
  cp -a "$package" "$version.new"
  chown -R root:root "$version.new"
  rm -rf "$version"
  mv "$version.new" "$version"
fi
ln -sfn "$version" "$current"

if [ ! -f "$settings" ]; then
  install -m 600 /dev/null "$settings"
  sed -e "s|^PUBLIC_URL=.*|PUBLIC_URL=$url|" -e "s|^#BACKUP_DIR=.*|BACKUP_DIR=$copies|" \
    "$current/deploy/mercado-campesino.env.example" > "$settings"
elif [ -n "$url" ]; then
  echo "Los ajustes de antes se quedan como están: $settings"
fi
install -m 644 "$current"/deploy/*.service "$current"/deploy/*.timer /etc/systemd/system/
install -m 755 "$current/deploy/mercado" /usr/local/bin/mercado

timers=(mercado-audit.timer mercado-audit-full.timer mercado-drill.timer)
# The drill restores the server's own PostgreSQL; another database has its own tools.
grep -q '^DATABASE_URL=' "$settings" && timers=(mercado-audit.timer mercado-audit-full.timer)
systemctl daemon-reload
systemctl enable --quiet "$unit"
systemctl enable --quiet --now "${timers[@]}"
started=$(date '+%Y-%m-%d %H:%M:%S')
systemctl restart "$unit"

port=$(sed -n 's/^PORT=//p' "$settings" | tail -1)
ready="http://127.0.0.1:${port:-3000}/api/v1/ready"
for second in $(seq 120); do
  /usr/bin/node -e 'fetch(process.argv[1]).then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))' "$ready" && break
  [ "$second" -lt 120 ] || { journalctl --no-pager -o cat -n 20 _SYSTEMD_UNIT="$unit" >&2; fail "El servidor no contesta en $ready. Su registro: journalctl -u $unit"; }
  sleep 1
done

echo "Mercado Campesino está en marcha: $(basename "$version")"
link=$(journalctl --no-pager -o cat -u "$unit" --since "$started" | sed -n 's/^Primer uso, un solo uso: //p' | tail -1)
[ -z "$link" ] || echo "Primer uso, un solo uso: $link"
cat << NEXT
Ajustes: $settings (después: systemctl restart mercado-campesino)
Copias: $copies, una cada día; guarde aparte /var/lib/mercado-campesino/key/master.key, que las abre
HTTPS: un proxy delante, como Caddy con $current/deploy/Caddyfile
Órdenes: mercado audit, mercado backup, mercado restore, mercado drill
NEXT
