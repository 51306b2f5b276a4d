#!/usr/bin/env bash
# npm run deploy:try: what deploy/ and npm run package give, as an operator would use it, in a Debian of its own made by debootstrap.
# The Dockerfile is built by buildah and its server started. Then deploy/install.sh runs under systemd as the first process, with all bounds
# of the units: the server starts, comes back after kill -9, is audited, copied, rehearsed, restored, upgraded, and stops in order.
# Needs root, debootstrap, buildah, a Debian mirror and a package registry.
set -euo pipefail
cd "$(dirname "$0")/../.."
for tool in debootstrap buildah unshare nsenter curl; do
  command -v "$tool" > /dev/null || { echo "missing: $tool"; exit 1; }
done
[ "$(id -u)" = 0 ] || { echo 'missing: root'; exit 1; }
readonly work=$(mktemp -d) port=3979
readonly root=$work/root group=$work/cgroup ready=http://127.0.0.1:$port/api/v1/ready
export STORAGE_DRIVER=vfs BUILDAH_ISOLATION=chroot XDG_DATA_HOME=$work/data
first='' container=''

leave() {
  [ -z "$first" ] || kill -9 "$first" 2> /dev/null || true
  [ -z "$container" ] || kill "$container" 2> /dev/null || true
  umount "$group" 2> /dev/null || true
  buildah --root "$work/images" rm -a > /dev/null 2>&1 || true
  rm -rf "$work"
}
trap leave EXIT

# up SECONDS: until it answers that it is ready; prints how many seconds that took.
up() {
  for second in $(seq 0 "$1"); do
    if curl -sf -m 2 -o /dev/null "$ready"; then echo "$second"; return; fi
    sleep 1
  done
  echo "not ready after $1 s" >&2
  return 1
}

npm run --silent package | tail -2
debootstrap --variant=minbase --include=systemd,systemd-sysv,dbus bookworm "$root" > "$work/debootstrap.log"
install -D -m 755 "$(command -v node)" "$root/usr/bin/node"
# node's own image has npm; it is taken out again before the units are tried.
mkdir -p "$root/usr/lib/node_modules"
cp -r "$(npm root -g)/npm" "$root/usr/lib/node_modules/npm"
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/bin/npm"
ln -s ../lib/node_modules/npm/bin/npx-cli.js "$root/usr/bin/npx"

# A registry behind an authority of one's own: npm in the image trusts what npm here trusts.
readonly authority=${NODE_EXTRA_CA_CERTS:-}
if [ -n "$authority" ]; then install -D -m 644 "$authority" "$root/usr/local/share/authority.crt"; fi

base=$(buildah --root "$work/images" from scratch)
buildah --root "$work/images" copy -q "$base" "$root" / > /dev/null
buildah --root "$work/images" config --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$base"
[ -z "$authority" ] || buildah --root "$work/images" config --env NODE_EXTRA_CA_CERTS=/usr/local/share/authority.crt "$base"
buildah --root "$work/images" commit -q "$base" localhost/node > /dev/null
buildah --root "$work/images" bud -q --pull-never --format docker --build-arg NODE_IMAGE=localhost/node \
  --build-arg SOURCE_COMMIT="$(git rev-parse HEAD)" -v "$(npm config get userconfig):/root/.npmrc:ro" --target server \
  -t mercado-campesino . > "$work/build.log" 2>&1 || { tail -30 "$work/build.log"; exit 1; }
image=$(buildah --root "$work/images" from --pull-never localhost/mercado-campesino)
buildah --root "$work/images" run --env PUBLIC_URL=https://mercado.example.co --env PORT=$port "$image" -- node dist/server/main.js \
  > "$work/container.log" 2>&1 &
container=$!
echo "container: built, ready after $(up 60) s"
pkill -TERM -P "$(pgrep -P "$container" | head -1)" 2> /dev/null || kill "$container"
wait "$container" || true
container=''

mkdir -p "$group"
rm -r "$root/usr/lib/node_modules" "$root/usr/bin/npm" "$root/usr/bin/npx"
tar xzf dist/package/*.tar.gz -C "$root/srv"
readonly package=$(basename "$root"/srv/mercado-campesino-*)
ln -sf /lib/systemd/system/multi-user.target "$root/etc/systemd/system/default.target"

cat > "$work/boot.sh" << BOOT
mount --make-rprivate / && mount --bind $root $root && mount -t proc proc $root/proc && mount --rbind /sys $root/sys
mount -t tmpfs tmpfs $root/sys/fs/cgroup && mount -t cgroup2 none $root/sys/fs/cgroup
mount -t tmpfs tmpfs $root/dev -o mode=755,dev
for device in null zero full random urandom tty; do touch $root/dev/\$device; mount --bind /dev/\$device $root/dev/\$device; done
mkdir -p $root/dev/shm $root/dev/pts $root/old && mount -t tmpfs tmpfs $root/dev/shm
mount -t devpts devpts $root/dev/pts -o newinstance,ptmxmode=0666,mode=620,gid=5
ln -s pts/ptmx $root/dev/ptmx; ln -s /proc/self/fd $root/dev/fd
mount -t tmpfs tmpfs $root/run -o mode=755 && mount -t tmpfs tmpfs $root/tmp
cd $root && pivot_root . old
exec env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin /bin/bash -c 'umount -l /old; mount --make-rshared /
  exec /lib/systemd/systemd --log-target=journal --show-status=no' < /dev/null
BOOT
mount -t cgroup2 none "$group"
mkdir -p "$group/mercado-try"
(echo $BASHPID > "$group/mercado-try/cgroup.procs"; exec unshare -m -p -f -u -i -C bash "$work/boot.sh") > "$work/boot.log" 2>&1 &
outer=$!
for _ in $(seq 50); do first=$(pgrep -P "$outer" || true); [ -z "$first" ] || break; sleep 0.1; done
inside() { env -u NODE_EXTRA_CA_CERTS nsenter -t "$first" -m -p -C "$@"; }
for _ in $(seq 60); do inside systemctl is-system-running 2> /dev/null | grep -qE 'running|degraded' && break; sleep 0.5; done

# The port of this try, as an operator changes a setting: written before the first start, kept by the installation.
inside sed -i 's|^#METRICS_TOKEN=|PORT='$port'|' "/srv/$package/deploy/mercado-campesino.env.example"
inside bash "/srv/$package/deploy/install.sh" https://mercado.example.co | tee "$work/installed.log" | sed 's/^/  /'
grep -q '^Primer uso, un solo uso: https://mercado.example.co/primer-uso?token=' "$work/installed.log"
echo "install.sh: installed, ready after $(up 60) s more"
inside systemctl kill -s KILL --kill-who=main mercado-campesino.service
sleep 1
echo "unit: back after kill -9, $(up 60) s more"
# The first copy of a day is made some seconds after the start.
for _ in $(seq 60); do ls "$root"/var/backups/mercado-campesino/*.copia > /dev/null 2>&1 && break; sleep 1; done
for unit in audit audit-full drill; do
  inside systemctl start "mercado-$unit.service" || { inside journalctl --no-pager -n 20 -u "mercado-$unit"; exit 1; }
  echo "unit: mercado-$unit ended well"
  inside systemctl start "mercado-$unit.timer"
done
inside systemctl list-timers --no-pager 'mercado-*' | sed 's/^/  /'
inside mercado audit | sed 's/^/  /'
inside mercado backup /var/backups/mercado-campesino/hand.copia | sed 's/^/  /'
inside mercado drill | sed 's/^/  /'
inside mercado restore /var/backups/mercado-campesino/hand.copia --replace | sed 's/^/  /'
echo "mercado: audited, copied, rehearsed and restored; ready again after $(up 60) s"
inside bash "/srv/$package/deploy/install.sh" | sed 's/^/  /'
echo "install.sh: a second time over the first, ready after $(up 60) s"
inside systemctl stop mercado-campesino.service
echo "unit: $(inside systemctl show -p Result mercado-campesino.service) at its stop"
