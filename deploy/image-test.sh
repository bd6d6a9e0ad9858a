#!/usr/bin/env bash
# Build the image's files from the last commit, with the steps of deploy/Dockerfile and without a container engine, and
# serve them as the image does: as another user, from a root in which only DATA_DIR, SHARED_ASSETS_DIR and /tmp can be
# written. Needs Linux and root; listens on PORT of 127.0.0.1.
set -euo pipefail
trap 'echo "Failed in line $LINENO" >&2' ERR
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

# A new environment in another root. Only certificates of package registries come from that of this machine.
new=(env -i -C /app HOME=/root "PATH=/app/.venv/bin:$python/bin:/usr/local/bin:/usr/bin:/bin")
[ -z "${PIP_CERT:-}" ] || new+=("PIP_CERT=$PIP_CERT")
[ -z "${NODE_EXTRA_CA_CERTS:-}" ] || new+=("NODE_EXTRA_CA_CERTS=$NODE_EXTRA_CA_CERTS")

mount_system "$build"
SECONDS=0
chroot "$build" "${new[@]}" make .venv/.installed
echo "Requirements installed in $SECONDS s"
SECONDS=0
chroot "$build" "${new[@]}" ENV_FILE=deploy/settings.env make image-root IMAGE_ROOT=/image
echo "Built in $SECONDS s: $(du -sm "$build/image" | cut -f1) MB"

mount_system "$serve"
mount --bind "$build/image" "$serve/app"
mount -o remount,bind,ro "$serve/app"
for path in data shared tmp; do
  mount -t tmpfs -o "uid=$user,gid=$user,nosuid,nodev" tmpfs "$serve/$path"
done
mount -o remount,bind,ro "$serve"
# As the image runs its programs.
image=(chroot "$serve" "${new[@]}" setpriv --reuid=$user --regid=$user --clear-groups --no-new-privs --bounding-set=-all
  env HOME=/tmp ENV_FILE=deploy/settings.env DATA_DIR=/data SHARED_ASSETS_DIR=/shared PYTHONDONTWRITEBYTECODE=1
  HOST=127.0.0.1 "PORT=${url##*:}" SMTP_HOST=127.0.0.1)

SECONDS=0
image+=("SIGNING_KEY=$("${image[@]}" webdev-certs keys generate)")
"${image[@]}" alembic upgrade head
"${image[@]}" webdev-certs serve &
process=$!
until answer=$(curl --silent --fail "$url/api/ready"); do
  [ $SECONDS -lt 180 ] || { echo "Not ready: $(curl --silent "$url/api/ready")"; exit 1; }
  kill -0 $process
  sleep 0.2
done
# Another process may listen on the port.
kill -0 $process
echo "Ready after $SECONDS s: $answer"

# The pages are there in both languages, with their scripts, which other processes find too.
curl --silent --fail --output /dev/null "$url/about"
script=$(curl --silent --fail "$url/de/about" | grep -o '/de/assets/[^"]*\.js' | tail -1)
curl --silent --fail --output /dev/null "$url$script"
test -e "$serve"/shared/*/build/client"$script"
if "${image[@]}" touch /app/written 2>/dev/null; then
  echo "The root can be written"
  exit 1
fi

kill -TERM $process
wait $process
echo "Ended with 0 on SIGTERM"
