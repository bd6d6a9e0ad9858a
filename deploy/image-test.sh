#!/usr/bin/env bash
# Build the image's files from the last commit, with the steps of deploy/Dockerfile and without a container engine, and
# serve them as the image does: as another user, from a root in which only DATA_DIR, SHARED_ASSETS_DIR and /tmp can be
# written. Needs Linux and root; listens on PORT of 127.0.0.1.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ "${1:-}" != inside ]; then
  folder=$(mktemp -d --tmpdir=/var/tmp image-test.XXXXXX)
  trap 'rm -rf "$folder"' EXIT
  chmod 755 "$folder"
  mkdir -p "$folder"/{build,serve}/app
  sed -n 's/^!//p' .dockerignore | xargs git archive HEAD | tar -x -C "$folder/build/app"
  unshare --mount --pid --fork --kill-child "deploy/image-test.sh" inside "$folder"
  exit
fi
readonly build=$2/build serve=$2/serve user=10001 url=http://127.0.0.1:${PORT:-8000}
python=$(python3 -c 'import sys; print(sys.base_prefix)')
readonly python

# Mount what an image of Python has: the system's programs and Python, none of which can be changed.
mount_system() {
  mount --bind "$1" "$1"
  for path in /usr /bin /sbin /lib /lib64 /etc "$python"; do
    mkdir -p "$1$path"
    mount --bind "$path" "$1$path"
    mount -o remount,bind,ro "$1$path"
  done
  mkdir -p "$1"/{proc,dev,tmp,root,image,data,shared}
  mount -t proc proc "$1/proc"
  mount --rbind /dev "$1/dev"
}

# Run a program with a new environment. Only certificates of package registries come from that of this machine.
run_in() {
  local root=$1
  shift
  chroot "$root" env -i -C /app HOME=/root PATH="/app/.venv/bin:$python/bin:/usr/local/bin:/usr/bin:/bin" \
    ${PIP_CERT:+PIP_CERT="$PIP_CERT"} ${NODE_EXTRA_CA_CERTS:+NODE_EXTRA_CA_CERTS="$NODE_EXTRA_CA_CERTS"} "$@"
}

mount_system "$build"
SECONDS=0
run_in "$build" make .venv/.installed
echo "Requirements installed in $SECONDS s"
SECONDS=0
run_in "$build" ENV_FILE=deploy/settings.env make image-root IMAGE_ROOT=/image
echo "Built in $SECONDS s: $(du -sm "$build/image" | cut -f1) MB"

mount_system "$serve"
mount --bind "$build/image" "$serve/app"
mount -o remount,bind,ro "$serve/app"
for path in data shared tmp; do
  mount -t tmpfs -o "uid=$user,gid=$user,nosuid,nodev" tmpfs "$serve/$path"
done
mount -o remount,bind,ro "$serve"

# Run a program like the image does.
serve() {
  run_in "$serve" setpriv --reuid=$user --regid=$user --clear-groups --no-new-privs --bounding-set=-all env \
    HOME=/tmp ENV_FILE=deploy/settings.env DATA_DIR=/data SHARED_ASSETS_DIR=/shared PYTHONDONTWRITEBYTECODE=1 \
    HOST=127.0.0.1 PORT="${url##*:}" SMTP_HOST=127.0.0.1 "$@"
}

SECONDS=0
key=$(serve webdev-certs keys generate)
serve SIGNING_KEY="$key" alembic upgrade head
exec 3< <(serve SIGNING_KEY="$key" webdev-certs serve 2>&1 & echo $!; wait $!; echo "ended with $?")
read -r process <&3
until answer=$(curl --silent --fail "$url/api/ready"); do
  kill -0 "$process" || { cat <&3; exit 1; }
  [ "$SECONDS" -lt 120 ] || { echo "Not ready: $(curl --silent "$url/api/ready")"; exit 1; }
  sleep 0.2
done
echo "Ready after $SECONDS s: $answer"

# The pages are there in both languages, with their scripts, and the files are where other processes find them.
script=$(curl --silent --fail "$url/de/about" | grep -o '/de/assets/[^"]*\.js' | head -1)
curl --silent --fail --output /dev/null "$url/about" "$url$script"
[ -e "$serve"/shared/*/build/client"$script" ] || { echo "SHARED_ASSETS_DIR lacks $script"; exit 1; }
! serve touch /app/written 2>/dev/null || { echo "The root can be written"; exit 1; }

kill -TERM "$process"
tail -1 <&3 | grep -x 'ended with 0' || { echo "Not ended properly"; exit 1; }
